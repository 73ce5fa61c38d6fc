// Sounds made by code, from a few numbers: notes one after another, or a breath of noise, which fade away. No browser, no
// clock.

import type { SceneThing } from "./scene";

export interface Tone {
  /** The pitch of each note, in hertz; of noise, above which it becomes quieter. */
  notes: readonly number[];
  /** By how much a note falls or rises until its end, as a part of its pitch. */
  bend: number;
  /** How long each note takes, and how loud it begins, from 0 to 1. */
  ms: number;
  loud: number;
  /** How much of it is noise, from 0 to 1. */
  noise: number;
}

export const TONES = {
  card: { notes: [1800], bend: -0.4, ms: 90, loud: 0.5, noise: 1 },
  wood: { notes: [210], bend: -0.5, ms: 80, loud: 0.45, noise: 0.25 },
  stone: { notes: [1250], bend: -0.1, ms: 55, loud: 0.2, noise: 0.2 },
  coin: { notes: [1568, 2093], bend: 0, ms: 70, loud: 0.14, noise: 0.05 },
  flip: { notes: [2600, 1500], bend: -0.3, ms: 50, loud: 0.45, noise: 1 },
  shuffle: { notes: [1400], bend: 0.3, ms: 320, loud: 0.35, noise: 1 },
  dice: { notes: [420, 380, 350], bend: -0.4, ms: 90, loud: 0.35, noise: 0.5 },
  pick: { notes: [523], bend: 0.05, ms: 45, loud: 0.2, noise: 0 },
  back: { notes: [415], bend: -0.1, ms: 55, loud: 0.2, noise: 0 },
  no: { notes: [208, 165], bend: -0.1, ms: 80, loud: 0.32, noise: 0.1 },
  yourTurn: { notes: [659, 880], bend: 0, ms: 150, loud: 0.22, noise: 0 },
  over: { notes: [523, 659, 784, 1047], bend: 0, ms: 150, loud: 0.24, noise: 0 },
} as const satisfies Record<string, Tone>;

export type SoundName = keyof typeof TONES;

/** What a thing of a shape sounds like where it comes to lie; others are of wood. */
export const MATERIALS: Partial<Record<SceneThing["shape"], SoundName>> = {
  card: "card",
  tile: "stone",
  stone: "stone",
  gem: "stone",
  bead: "stone",
  coin: "coin",
  chip: "coin",
};

/** What looks may say that an action sounds like; `place` is what the thing itself sounds like. */
export const SAID: Readonly<Record<string, SoundName | null>> = {
  slide: "card",
  deal: "card",
  flip: "flip",
  shuffle: "shuffle",
  dice: "dice",
  coin: "coin",
  pick: "pick",
  none: null,
};

/** A sound begins and ends so softly that neither is heard as a click, in seconds. */
const SOFT = 0.002;

export function samplesOf(tone: Tone, rate: number, random: () => number): Float32Array<ArrayBuffer> {
  const each = Math.floor((rate * tone.ms) / 1000);
  const samples = new Float32Array(each * tone.notes.length);
  let [phase, breath] = [0, 0];
  for (let i = 0; i < samples.length; i++) {
    const note = Math.floor(i / each);
    const at = (i % each) / each;
    const pitch = tone.notes[note]! * (1 + tone.bend * at);
    phase += (pitch / rate) * 2 * Math.PI;
    // Noise as it is hisses: what is far above the pitch is taken from it.
    const share = 1 - Math.exp((-2 * Math.PI * pitch) / rate);
    breath += share * (random() * 2 - 1 - breath);
    const wave = Math.sin(phase) + Math.sin(2 * phase) / 4;
    const edge = Math.min(1, (i % each) / (rate * SOFT), (each - 1 - (i % each)) / (rate * SOFT));
    samples[i] = (wave * (1 - tone.noise) + breath * tone.noise) * tone.loud * (1 - at) ** 2 * edge;
  }
  return samples;
}
