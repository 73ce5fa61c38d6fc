// How fast a motion is in the course of its time: slow at both ends. It knows no animation.

/** For `Element.animate`; with thirds as the times of its handles, this curve is exactly `eased`. */
export const EASING = `cubic-bezier(${1 / 3}, 0, ${2 / 3}, 1)`;

/** How much of the way is behind it after a part of the time, both from 0 to 1. */
export const eased = (part: number): number => part * part * (3 - 2 * part);
