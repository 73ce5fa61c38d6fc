// Which things show how a class looks: one of them, others that look otherwise, and one of each player. No DOM.

import type { Thing } from "../model/table";

export interface Sample {
  name: string;
  first: Thing;
  /** They read or look otherwise. */
  others: Thing[];
  /** How many more do. */
  left: number;
  /** Where players have such things: one of each, as that of the first looks. */
  bySeat: { seat: number; thing: Thing }[];
}

const MOST = 14;

export function samplesOf(things: readonly Thing[], seats: number): Sample[] {
  const all = new Map<string, Thing[]>();
  for (const thing of things) if (thing.class) all.set(thing.class, [...(all.get(thing.class) ?? []), thing]);
  return [...all].map(([name, of]) => {
    const first = of[0]!;
    const known = new Map<string, Thing>();
    for (const thing of of) if (!known.has(looked(thing))) known.set(looked(thing), thing);
    const others = [...known.values()].filter((thing) => looked(thing) !== looked(first));
    const isOwned = of.some(({ owners }) => owners?.length === 1);
    const bySeat = Array.from({ length: isOwned ? seats : 0 }, (_, seat) => {
      const own = of.find(({ owners }) => owners?.length === 1 && owners[0] === seat);
      return { seat, thing: own ?? { ...first, owners: [seat] } };
    });
    return { name, first, others: others.slice(0, MOST), left: Math.max(0, others.length - MOST), bySeat };
  });
}

/** Equal for things that look alike, whosever they are. */
const looked = ({ text, look, attributes }: Thing): string => {
  const { keys: _, ...seen } = look ?? {};
  return JSON.stringify([text, seen, look ? null : attributes]);
};
