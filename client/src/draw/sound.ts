// Sounds made by code: a tone or a breath of noise with a fall, from a few numbers. Silent until the page is told
// otherwise, and until somebody has touched it, as browsers demand.

import type { Plan } from "../pure/plan";

interface Tone {
  /** Where the pitch begins and ends, in hertz. */
  from: number;
  to: number;
  ms: number;
  loud: number;
  /** How much of it is noise, from 0 to 1. */
  noise: number;
}

const TONES = {
  place: { from: 190, to: 90, ms: 70, loud: 0.5, noise: 0.3 },
  slide: { from: 800, to: 500, ms: 110, loud: 0.14, noise: 1 },
  flip: { from: 1500, to: 700, ms: 60, loud: 0.2, noise: 1 },
  shuffle: { from: 900, to: 1200, ms: 320, loud: 0.16, noise: 1 },
  dice: { from: 420, to: 210, ms: 260, loud: 0.35, noise: 0.7 },
  pick: { from: 520, to: 560, ms: 40, loud: 0.18, noise: 0 },
  back: { from: 420, to: 360, ms: 50, loud: 0.16, noise: 0 },
  no: { from: 150, to: 120, ms: 120, loud: 0.3, noise: 0.1 },
  yourTurn: { from: 660, to: 880, ms: 180, loud: 0.25, noise: 0 },
  over: { from: 520, to: 1040, ms: 420, loud: 0.3, noise: 0 },
} as const satisfies Record<string, Tone>;

export type SoundName = keyof typeof TONES;

let context: AudioContext | null = null;

export function play(name: SoundName, delay = 0): void {
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume();
  const tone: Tone = TONES[name];
  const start = context.currentTime + delay / 1000;
  const source = context.createBufferSource();
  source.buffer = made(context, tone);
  source.playbackRate.value = 0.96 + Math.random() * 0.08;
  source.connect(context.destination);
  source.start(start);
}

/** The samples of a tone: they fall off toward the end. */
function made(context: AudioContext, { from, to, ms, loud, noise }: Tone): AudioBuffer {
  const n = Math.floor((context.sampleRate * ms) / 1000);
  const buffer = context.createBuffer(1, n, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let phase = 0;
  for (let i = 0; i < n; i++) {
    const at = i / n;
    phase += ((from + (to - from) * at) / context.sampleRate) * 2 * Math.PI;
    const wave = Math.sin(phase) * (1 - noise) + (Math.random() * 2 - 1) * noise;
    samples[i] = wave * loud * (1 - at) ** 2 * Math.min(1, i / 60);
  }
  return buffer;
}

/** The sounds of what happened, at their time; many at once are one. */
export function playPlan(plan: Plan): void {
  const heard = new Map<SoundName, number>();
  for (const motion of plan.motions) {
    const name = nameOf(motion.kind);
    const last = name && heard.get(name);
    if (!name || (last !== undefined && last !== null && motion.start - (last as number) < 60)) continue;
    if (heard.size > 12) return;
    heard.set(name, motion.start);
    play(name, motion.start + (motion.kind === "fly" ? motion.ms : 0));
  }
}

function nameOf(kind: Plan["motions"][number]["kind"]): SoundName | null {
  switch (kind) {
    case "fly":
      return "place";
    case "turn":
      return "flip";
    case "shuffle":
      return "shuffle";
    case "roll":
      return "dice";
    case "end":
      return "over";
    default:
      return null;
  }
}
