// What a trace makes of a table: the next table. A copy in TypeScript of what the engine promises; a property over
// recorded matches of all games compares the two. No DOM, no clock.

import type { Legend, Look } from "../model/legend";
import { type PlaceKey, type PlaceRef, placeKey, type Value } from "../model/reference";
import type { Held, SeatState, Step, Table, Thing } from "../model/table";
import { baseName } from "./classify";

/** A table that is being changed; nothing of it is shared with the table before it. */
interface Draft {
  things: Map<number, Thing>;
  at: Map<PlaceKey, (number | null)[]>;
  held: Map<PlaceKey, Held>;
  closed: Set<PlaceKey>;
  facts: Map<string, Value>;
  looks: Map<string, Look>;
  seats: SeatState[];
  course: Table["course"];
  over: boolean;
  isUnordered: (place: PlaceRef) => boolean;
}

/** Whether positions mean something in a zone; on tiles they always do. */
export function unorderedZones(legend: Legend): (place: PlaceRef) => boolean {
  const unordered = new Set(legend.zones.filter((z) => !z.ordered && !z.deck).map((z) => z.name));
  return (place) =>
    "zone" in place && (unordered.has(place.zone[0]) || unordered.has(baseName(place.zone[0])));
}

export function apply(
  table: Table,
  trace: readonly Step[],
  isUnordered: (place: PlaceRef) => boolean,
): Table {
  const draft: Draft = {
    things: new Map(table.things),
    at: new Map([...table.at].map(([place, all]) => [place, [...all]])),
    held: new Map(table.held),
    closed: new Set(table.closed),
    facts: new Map(table.facts),
    looks: new Map(table.looks),
    seats: [...table.seats],
    course: table.course,
    over: table.over,
    isUnordered,
  };
  for (const step of trace) change(draft, step);
  const { isUnordered: _, ...made } = draft;
  return made;
}

function change(draft: Draft, step: Step): void {
  switch (step.do) {
    case "move":
      return move(draft, step);
    case "make":
      put(draft, step.at, step.id, step.j);
      draft.things.set(step.id, step.thing);
      return;
    case "gone":
      return gone(draft, step);
    case "count":
      for (let i = 0; i < step.n; i++) {
        take(draft, step.from, null);
        put(draft, step.to, null);
      }
      return;
    case "order":
      if (step.now.length === 0) draft.at.delete(placeKey(step.at));
      else draft.at.set(placeKey(step.at), [...step.now]);
      return;
    case "turn":
      for (const id of step.ids) turn(draft, id, step.at, step.lost ?? false);
      return;
    case "reveal": {
      const isNew = !draft.things.has(step.id);
      draft.things.set(step.id, step.thing);
      if (isNew) reveal(draft, step.id, step.at, step.i);
      return;
    }
    case "shuffle":
      return shuffle(draft, step.at, step.now);
    case "set":
      return set(draft, step.of, step.attr, step.to);
    case "own":
      return own(draft, step.of, step.to, step.thing);
    default:
      return report(draft, step);
  }
}

/** Steps that move nothing. */
function report(draft: Draft, step: Step): void {
  switch (step.do) {
    case "look":
      return dress(draft, step);
    case "score":
      return seat(draft, step.seat, { score: step.to });
    case "out":
      return seat(draft, step.seat, { out: true });
    case "team":
      return seat(draft, step.seat, { team: step.to });
    case "pass": {
      const { do: _, g: __, ...course } = step;
      draft.course = course;
      return;
    }
    case "end":
      draft.over = true;
  }
}

function dress(draft: Draft, step: Extract<Step, { do: "look" }>): void {
  const withLook = <T extends { look?: Look }>(was: T): T => {
    const { look: _, ...rest } = was;
    return { ...rest, ...(step.look ? { look: step.look } : {}) } as T;
  };
  if (step.id !== undefined) {
    const thing = draft.things.get(step.id);
    if (thing) draft.things.set(step.id, { ...withLook(thing), text: step.text });
    return;
  }
  const { of } = step;
  const place = asPlace(of);
  if (place) hold(draft, placeKey(place), withLook);
  if (of === null || Array.isArray(of) || !("fact" in of)) return;
  if (step.look) draft.looks.set(of.fact, step.look);
  else draft.looks.delete(of.fact);
}

function seat(draft: Draft, n: number, now: Partial<SeatState>): void {
  const was = draft.seats[n];
  if (was) draft.seats[n] = { ...was, ...now };
}

function move(draft: Draft, step: Extract<Step, { do: "move" }>): void {
  take(draft, step.from, draft.things.has(step.id) ? step.id : null);
  put(draft, step.to, step.lost ? null : step.id, step.j);
  if (step.lost) draft.things.delete(step.id);
  else if (step.thing) draft.things.set(step.id, step.thing);
}

function gone(draft: Draft, step: Extract<Step, { do: "gone" }>): void {
  if (step.id !== undefined) {
    take(draft, step.from, step.id);
    draft.things.delete(step.id);
    return;
  }
  const place = asPlace(step.of);
  if (!place) return;
  draft.held.delete(placeKey(place));
  draft.closed.add(placeKey(place));
}

/** Takes a thing out of a place, or the topmost that is not known. */
function take(draft: Draft, from: PlaceRef | undefined, id: number | null): void {
  if (!from) return;
  const key = placeKey(from);
  const all = draft.at.get(key);
  const at = all?.lastIndexOf(id) ?? -1;
  if (!all || at < 0) return;
  all.splice(at, 1);
  if (all.length === 0) draft.at.delete(key);
}

function put(draft: Draft, to: PlaceRef | undefined, id: number | null, at?: number): void {
  if (!to) return;
  const key = placeKey(to);
  const all = draft.at.get(key) ?? [];
  draft.at.set(key, all);
  let end = all.length;
  if (id !== null && draft.isUnordered(to)) {
    const after = all.findIndex((other) => other === null || other >= id);
    if (after >= 0) end = after;
  }
  all.splice(Math.min(at ?? end, end), 0, id);
}

function turn(draft: Draft, id: number, at: PlaceRef, isLost: boolean): void {
  if (!isLost) {
    draft.things.set(id, {});
    return;
  }
  draft.things.delete(id);
  const isTile = "tile" in at;
  if (isTile || draft.isUnordered(at)) {
    take(draft, at, id);
    if (!isTile) put(draft, at, null);
    return;
  }
  const all = draft.at.get(placeKey(at));
  const i = all?.indexOf(id) ?? -1;
  if (all && i >= 0) all[i] = null;
}

/** Something that had no number gets one. */
function reveal(draft: Draft, id: number, at: PlaceRef, i?: number): void {
  if ("tile" in at) return put(draft, at, id);
  if (draft.isUnordered(at)) {
    take(draft, at, null);
    return put(draft, at, id);
  }
  const all = draft.at.get(placeKey(at));
  if (!all) return;
  const there = i ?? all.length - 1;
  if (there >= 0 && there < all.length) all[there] = id;
}

function shuffle(draft: Draft, at: PlaceRef, now?: number[]): void {
  const key = placeKey(at);
  const before = draft.at.get(key);
  if (!before) return;
  draft.at.set(key, now ? [...now] : before.map(() => null));
  for (const id of before) if (id !== null && !now?.includes(id)) draft.things.delete(id);
}

function asPlace(of: Value): PlaceRef | null {
  if (of === null || Array.isArray(of)) return null;
  return "tile" in of || "zone" in of ? of : null;
}

function set(draft: Draft, of: Value, attr: string, to: Value | undefined): void {
  if (of === null || Array.isArray(of)) return;
  if ("fact" in of) {
    const key = `${of.fact}.${attr}`;
    if (to === undefined) draft.facts.delete(key);
    else draft.facts.set(key, to);
  } else if ("thing" in of) {
    const thing = draft.things.get(of.thing);
    if (thing) draft.things.set(of.thing, withAttribute(thing, attr, to));
  } else {
    const place = asPlace(of);
    if (place) hold(draft, placeKey(place), (held) => withAttribute(held, attr, to));
  }
}

function withAttribute<T extends { attributes?: Record<string, Value> }>(of: T, attr: string, to?: Value): T {
  const { [attr]: _, ...others } = of.attributes ?? {};
  const attributes = to === undefined ? others : { ...others, [attr]: to };
  if (Object.keys(attributes).length > 0) return { ...of, attributes };
  const { attributes: __, ...bare } = of;
  return bare as T;
}

/** Places stand among what is held while they have attributes, owners or a look. */
function hold(draft: Draft, key: PlaceKey, make: (was: Held) => Held): void {
  const now = make(draft.held.get(key) ?? {});
  const isEmpty = !now.owners?.length && Object.keys(now.attributes ?? {}).length === 0 && !now.look;
  if (isEmpty) draft.held.delete(key);
  else draft.held.set(key, now);
}

function own(draft: Draft, of: Value, to: number[], thing?: Thing): void {
  if (of === null || Array.isArray(of)) return;
  if ("thing" in of) {
    const was = draft.things.get(of.thing);
    if (thing) draft.things.set(of.thing, thing);
    else if (was) draft.things.set(of.thing, { ...was, owners: to });
    return;
  }
  const place = asPlace(of);
  if (place) hold(draft, placeKey(place), (held) => ({ ...held, owners: to }));
}
