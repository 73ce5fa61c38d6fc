import { expect, test } from "vitest";
import { samplesOf, TONES, type Tone } from "../src/pure/tones";

const RATE = 48_000;

function lasting(seed: number): () => number {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

const energy = (samples: Float32Array, from = 0, to = samples.length) =>
  samples.slice(from, to).reduce((sum, x) => sum + x * x, 0);

/** The loudest part of 25 ms, in decibels below full scale. */
function loudness(samples: Float32Array): number {
  const n = RATE / 40;
  let most = 0;
  for (let i = 0; i + n / 2 < samples.length; i += n / 2)
    most = Math.max(most, energy(samples, i, i + n) / n);
  return 10 * Math.log10(most);
}

/** The part of the energy above a pitch: what a filter of first order, applied twice, lets through. */
function above(samples: Float32Array, pitch: number): number {
  const share = Math.exp((-2 * Math.PI * pitch) / RATE);
  const high = (from: Float32Array) => {
    let [last, out] = [0, 0];
    return from.map((x) => {
      out = share * (out + x - last);
      last = x;
      return out;
    });
  };
  return energy(high(high(samples))) / energy(samples);
}

/** How often a sound goes through zero, in times a second: about twice its pitch. */
const crossings = (samples: Float32Array): number =>
  (samples.slice(1).filter((x, i) => x < 0 !== samples[i]! < 0).length * RATE) / samples.length;

/** How different two sounds are: in octaves, in doublings of their length, in breath, and in how many notes they have. */
function apart(a: Tone, b: Tone): number {
  const [one, two] = [a, b].map((tone) => samplesOf(tone, RATE, lasting(3)));
  const ratio = (x: number, y: number) => Math.abs(Math.log2(x / y));
  return (
    ratio(crossings(one!), crossings(two!)) +
    ratio(one!.length, two!.length) +
    Math.abs(a.noise - b.noise) +
    Math.abs(a.notes.length - b.notes.length)
  );
}

test("every sound can be heard, none pushes a speaker to one side, and no two are alike", () => {
  const all = Object.entries<Tone>(TONES);
  for (const [name, tone] of all) {
    const samples = samplesOf(tone, RATE, lasting(3));
    expect(loudness(samples), `${name}: decibels`).toBeGreaterThan(-30);
    const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length;
    expect(Math.abs(mean) / Math.sqrt(energy(samples) / samples.length), `${name}: offset`).toBeLessThan(0.1);
    for (const [other, than] of all)
      if (other !== name) expect(apart(tone, than), `${name} and ${other}`).toBeGreaterThan(0.5);
  }
});

test("no sound is cut off, clicks, hisses, or is much louder than another, and all are short", () => {
  const loud = Object.entries(TONES).map(([name, tone]) => {
    const samples = samplesOf(tone, RATE, lasting(3));
    const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(peak, `${name}: peak`).toBeLessThan(0.6);
    expect(Math.abs(samples[0]!) + Math.abs(samples.at(-1)!), `${name}: ends`).toBeLessThan(0.001);
    const steps = samples.slice(1).map((x, i) => Math.abs(x - samples[i]!));
    expect(Math.max(...steps), `${name}: a jump between two samples`).toBeLessThan(0.2);
    expect(above(samples, 8000), `${name}: hiss`).toBeLessThan(0.05);
    expect(samples.length / RATE, `${name}: seconds`).toBeLessThan(0.7);
    return loudness(samples);
  });
  expect(Math.max(...loud) - Math.min(...loud), "decibels between the loudest and the softest").toBeLessThan(
    12,
  );
});
