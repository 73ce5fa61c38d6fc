// Plays the sounds of what happens. Silent until the page is told otherwise, and until somebody has touched it, as
// browsers demand.

import type { Plan } from "../pure/plan";
import { MATERIALS, SAID, type SoundName, samplesOf, TONES } from "../pure/tones";

let context: AudioContext | null = null;

export function play(name: SoundName, delay = 0): void {
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume();
  const source = context.createBufferSource();
  source.buffer = buffered(context, name);
  source.playbackRate.value = 0.96 + Math.random() * 0.08;
  source.connect(context.destination);
  source.start(context.currentTime + delay / 1000);
}

function buffered(context: AudioContext, name: SoundName): AudioBuffer {
  const samples = samplesOf(TONES[name], context.sampleRate, Math.random);
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  return buffer;
}

/**
 * The sounds of what happened, at their time; many at once are one. `said` is what a look says the action sounds like:
 * where nothing moves that could sound so, it is heard at once.
 */
export function playPlan(plan: Plan | null, said?: string): void {
  if (!plan?.motions.some((motion) => motion.kind === "fly")) playSaid(said);
  if (!plan) return;
  const heard = new Map<SoundName, number>();
  for (const motion of plan.motions) {
    const name = nameOf(motion, said);
    const last = name && heard.get(name);
    if (!name || (last !== undefined && last !== null && motion.start - (last as number) < 60)) continue;
    if (heard.size > 12) return;
    heard.set(name, motion.start);
    play(name, motion.start + (motion.kind === "fly" ? motion.ms : 0));
  }
}

function playSaid(said?: string): void {
  const name = said === undefined ? null : SAID[said];
  if (name) play(name);
}

function nameOf(motion: Plan["motions"][number], said?: string): SoundName | null {
  switch (motion.kind) {
    case "fly":
      return said && said in SAID ? SAID[said]! : (MATERIALS[motion.shape] ?? "wood");
    case "appear":
      return said === "place" && motion.shape ? (MATERIALS[motion.shape] ?? "wood") : null;
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
