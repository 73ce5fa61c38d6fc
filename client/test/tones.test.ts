import { expect, test } from "vitest";
import { samplesOf, TONES } from "../src/pure/tones";

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
