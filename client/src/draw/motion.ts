// Plays a plan with `Element.animate`: only transforms and opacity move. All flights of a thing are one animation, so
// that it rests between them. Cancelled at once when asked.

import { EASING, wayThrough } from "../pure/easing";
import type { Motion, Plan } from "../pure/plan";
import type { Box } from "../pure/scene";

/** More things than this move without animation. */
const MOST = 60;

type Flight = Extract<Motion, { kind: "fly" }>;
type Shift = Extract<Motion, { kind: "shift" }>;

export function animate(plan: Plan, elements: ReadonlyMap<string, HTMLElement>): () => void {
  const playing: Animation[] = [];
  const flights = new Map<string, Flight[]>();
  for (const motion of plan.motions) {
    if (motion.kind === "fly") flights.set(motion.key, [...(flights.get(motion.key) ?? []), motion]);
    else if (motion.kind === "shift") {
      const element = elements.get(motion.key);
      if (element) playing.push(shift(element, motion));
    } else if ("key" in motion && playing.length < MOST) {
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
  const add = (box: Box, ms: number, easing = "linear", opacity = 1) => {
    const before = frames[frames.length - 1]?.offset ?? 0;
    const offset = Math.max(before as number, Math.min(1, ms / end));
    frames.push({ offset, transform: at(box), opacity, zIndex: 700, easing });
  };
  legs.forEach((leg, i) => {
    if (leg.isStill) {
      // What nobody saw waits unseen.
      const before = leg.isNew ? 0 : 1;
      if (i === 0) add(leg.from, 0, "linear", before);
      add(leg.from, leg.start, "linear", before);
      add(leg.to, leg.start, "linear", 0);
      add(leg.to, leg.start + leg.ms);
      return;
    }
    const way = wayThrough([leg.from, ...leg.via, leg.to], leg.done);
    if (i === 0) add(way[0]!.point, 0);
    for (const { at, point, easing } of way) add(point, leg.start + leg.ms * at, easing);
  });
  const last = legs[legs.length - 1];
  if (last) add(last.to, end);
  return element.animate(frames, { duration: end });
}

function shift(element: HTMLElement, { from, to, start, ms }: Shift): Animation {
  const frames = [
    { transform: `${at(from)} scale(${from.w / to.w})`, transformOrigin: "0 0" },
    { transform: `${at(to)} scale(1)`, transformOrigin: "0 0" },
  ];
  return element.animate(frames, { duration: ms, delay: start, easing: EASING, fill: "backwards" });
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
