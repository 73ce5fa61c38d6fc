// Plays a plan with `Element.animate`: only transforms and opacity move. All flights of a thing are one animation, so
// that it rests between them. Cancelled at once when asked.

import { EASING } from "../pure/easing";
import type { Motion, Plan } from "../pure/plan";
import type { Box } from "../pure/scene";

/** More things than this move without animation. */
const MOST = 60;

type Flight = Extract<Motion, { kind: "fly" }>;

export function animate(plan: Plan, elements: ReadonlyMap<string, HTMLElement>): () => void {
  const playing: Animation[] = [];
  const flights = new Map<string, Flight[]>();
  for (const motion of plan.motions) {
    if (motion.kind === "fly") flights.set(motion.key, [...(flights.get(motion.key) ?? []), motion]);
    else if ("key" in motion && playing.length < MOST) {
      const made = shown(motion, elements.get(motion.key));
      if (made) playing.push(made);
    }
  }
  for (const [key, legs] of [...flights].slice(0, MOST)) {
    const element = elements.get(key);
    if (element) playing.push(fly(element, legs));
  }
  return () => {
    for (const animation of playing) animation.cancel();
  };
}

const at = ({ x, y }: Box): string => `translate(${x}px, ${y}px)`;

function fly(element: HTMLElement, legs: readonly Flight[]): Animation {
  const end = Math.max(...legs.map((leg) => leg.start + leg.ms));
  const frames: Keyframe[] = [];
  const add = (box: Box, ms: number) => {
    const before = frames[frames.length - 1]?.offset ?? 0;
    const offset = Math.max(before as number, Math.min(1, ms / end));
    frames.push({ offset, transform: at(box), opacity: 1, zIndex: 700, easing: EASING });
  };
  legs.forEach((leg, i) => {
    if (i === 0) add(leg.from, 0);
    add(leg.from, leg.start);
    const path = [...leg.via, leg.to];
    path.forEach((box, k) => {
      add(box, leg.start + (leg.ms * (k + 1)) / path.length);
    });
  });
  const last = legs[legs.length - 1];
  if (last) add(last.to, end);
  return element.animate(frames, { duration: end });
}

function shown(motion: Motion, element: HTMLElement | undefined): Animation | null {
  const picture = element?.firstElementChild;
  if (!picture) return null;
  const timing = {
    duration: motion.ms,
    delay: motion.start,
    easing: EASING,
    fill: "backwards" as const,
  };
  switch (motion.kind) {
    case "turn":
      return picture.animate({ scale: ["0 1", "1 1"] }, timing);
    case "appear":
      return picture.animate({ opacity: [0, 1], scale: ["0.6", "1"] }, timing);
    case "mark":
      return picture.animate({ scale: ["1", "1.12", "1"] }, timing);
    default:
      return null;
  }
}

/** What may not be picked says so. */
export function shake(element: HTMLElement | undefined): void {
  const picture = element?.firstElementChild;
  if (!picture || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  picture.animate({ translate: ["0", "-4px", "4px", "-3px", "2px", "0"] }, { duration: 220 });
}
