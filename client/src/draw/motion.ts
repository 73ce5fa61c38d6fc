// Plays a plan with `Element.animate`: only transforms and opacity move. What is not on the page any more flies as a
// shadow of its box. Ends at once when asked.

import type { Box } from "../pure/arrange";
import type { Motion, Plan } from "../pure/plan";

/** More things than this move without animation. */
const MOST = 60;

export function animate(
  plan: Plan,
  elements: ReadonlyMap<string, HTMLElement>,
  surface: HTMLElement,
): () => void {
  const playing: Animation[] = [];
  const ghosts: HTMLElement[] = [];
  for (const motion of plan.motions.slice(0, MOST)) {
    const element = "key" in motion ? elements.get(motion.key) : undefined;
    const made = element ? shown(motion, element) : ghost(motion, surface, ghosts);
    if (made) playing.push(made);
  }
  return () => {
    for (const animation of playing) animation.cancel();
    for (const element of ghosts) element.remove();
  };
}

const at = ({ x, y }: Box): string => `translate(${x}px, ${y}px)`;

function shown(motion: Motion, element: HTMLElement): Animation | null {
  const timing = {
    duration: motion.ms,
    delay: motion.start,
    easing: "ease-in-out",
    fill: "backwards" as const,
  };
  switch (motion.kind) {
    case "fly": {
      const path = [motion.from, ...motion.via, motion.to];
      return element.animate({ transform: path.map(at), zIndex: path.map(() => 700) }, timing);
    }
    case "turn":
      return element.firstElementChild?.animate({ scale: ["0 1", "1 1"] }, timing) ?? null;
    case "appear":
      return element.firstElementChild?.animate({ opacity: [0, 1], scale: ["0.6", "1"] }, timing) ?? null;
    case "mark":
      return element.firstElementChild?.animate({ scale: ["1", "1.12", "1"] }, timing) ?? null;
    default:
      return null;
  }
}

function ghost(motion: Motion, surface: HTMLElement, ghosts: HTMLElement[]): Animation | null {
  if (motion.kind !== "fly" && motion.kind !== "vanish") return null;
  const element = document.createElement("div");
  element.className = "ghost";
  element.setAttribute("aria-hidden", "true");
  Object.assign(element.style, {
    position: "absolute",
    left: "0",
    top: "0",
    width: `${motion.from.w}px`,
    height: `${motion.from.h}px`,
    borderRadius: "6px",
    background: "var(--ghost)",
    zIndex: "600",
    pointerEvents: "none",
  });
  surface.append(element);
  ghosts.push(element);
  const path = motion.kind === "fly" ? [motion.from, ...motion.via, motion.to] : [motion.from, motion.from];
  const animation = element.animate(
    { transform: path.map(at), opacity: motion.kind === "fly" ? [1, 0.9] : [1, 0] },
    { duration: motion.ms, delay: motion.start, easing: "ease-in-out", fill: "both" },
  );
  animation.onfinish = () => element.remove();
  return animation;
}
