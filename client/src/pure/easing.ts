// How fast a motion is in the course of its time: slow at both ends. It knows no animation.

/** For `Element.animate`; with thirds as the times of its handles, this curve is exactly `eased`. */
export const EASING = `cubic-bezier(${1 / 3}, 0, ${2 / 3}, 1)`;

/** How much of the way is behind it after a part of the time, both from 0 to 1. */
export const eased = (part: number): number => part * part * (3 - 2 * part);

/** After which part of the time so much of the way is behind it. */
const whenEased = (share: number): number => 0.5 - Math.sin(Math.asin(1 - 2 * Math.min(1, share)) / 3);

/** For `Element.animate`: a part of that curve between two of its times, as a curve of its own. */
function easingBetween(a: number, b: number): string {
  const rise = (eased(b) - eased(a)) / (b - a);
  const handle = (t: number) => (rise > 0 ? (2 * t * (1 - t)) / rise : 1 / 3);
  return `cubic-bezier(${1 / 3}, ${handle(a)}, ${2 / 3}, ${1 - handle(b)})`;
}

/** A point of a way: after which part of the time that is left it is reached, and how fast it goes on from there. */
export interface Waypoint<P> {
  at: number;
  point: P;
  easing: string;
}

/**
 * A way through several points that is slow at its ends alone, from where it is after a part of its time: all of it is
 * one curve, whatever it passes.
 */
export function wayThrough<P extends { x: number; y: number }>(path: readonly P[], done = 0): Waypoint<P>[] {
  const lengths = path.map((p, i) => (i === 0 ? 0 : Math.hypot(p.x - path[i - 1]!.x, p.y - path[i - 1]!.y)));
  const whole = lengths.reduce((a, b) => a + b, 0) || 1;
  const shares = lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b, 0) / whole);
  const last = path[path.length - 1]!;
  const points = path.slice(1, -1).map((point, i) => ({ t: whenEased(shares[i + 1]!), point }));
  const ahead = points.filter(({ t }) => t > done && t < 1);
  const all = [{ t: done, point: along(path, shares, eased(done)) }, ...ahead, { t: 1, point: last }];
  return all.map(({ t, point }, i) => {
    const next = all[i + 1]?.t ?? t;
    return { at: (t - done) / (1 - done), point, easing: next > t ? easingBetween(t, next) : "linear" };
  });
}

/** The point of a path at a share of its length. */
function along<P extends { x: number; y: number }>(
  path: readonly P[],
  shares: readonly number[],
  share: number,
): P {
  const n = Math.max(
    1,
    shares.findIndex((s) => s >= share),
  );
  const [a, b] = [path[n - 1]!, path[n] ?? path[n - 1]!];
  const [from, to] = [shares[n - 1]!, shares[n] ?? 1];
  const part = to > from ? (share - from) / (to - from) : 0;
  return { ...a, x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}
