// A decision while it is made: what was picked so far, what may be picked next, and when the move is whole. It draws
// nothing and knows no engine.

import { type PlaceRef, placeKey } from "../model/reference";
import type { Setting } from "../model/setting";
import { type Ask, actionName, type Part, partKey } from "../model/tree";
import {
  pick as addPick,
  type Button,
  type IsAuto,
  type Offer,
  offering,
  type Pick,
  reopen,
} from "../pure/offer";

/** What may be picked on the table, by key. */
export interface Lit {
  part: Part;
  depth: number;
  /** One of several that are chosen together. */
  isElement: boolean;
  /** One of the things of a list, which narrows down which list is meant. */
  isMember?: true;
  /** It filled by itself, and a tap makes the move that it belongs to. */
  isLast: boolean;
}

/** The key that the table knows a part by. */
export function tableKey(part: Part): string | null {
  if (part === null || Array.isArray(part)) return null;
  if ("thing" in part) return `t${part.thing}`;
  if ("tile" in part)
    return [part.tile[0], ...(part.tile[2] === undefined ? [] : [part.tile[2]]), part.tile[1]].join("/");
  if ("zone" in part)
    return part.zone[1] === null || part.zone[1] === undefined ? part.zone[0] : part.zone.join("/");
  return null;
}

/** A thing or tile as a part of a move. */
export function partOf(setting: Setting, key: string): Part {
  if (/^t\d+$/.test(key)) return { thing: Number(key.slice(1)) };
  for (const board of setting.boards) {
    const tile = [...board.tiles, ...board.sides, ...board.corners].find((t) => t.key === key);
    if (tile)
      return { tile: board.owner === null ? [board.name, tile.name] : [board.name, tile.name, board.owner] };
  }
  return null;
}

/** The key of the place at which something is chosen, or of what it is itself. */
function keyOf({ part, on }: { part: Part | null; on?: PlaceRef }): string | null {
  return on ? placeKey(on) : tableKey(part);
}

interface Told {
  onplay: (path: Part[]) => void;
  onwant: (path: Part[]) => void;
}

/** The place at which a value is chosen that lies nowhere itself, behind its action. */
type PlaceOf = (action: Part, depth: number, part: Part) => PlaceRef | null;

/** So many places with a frame around each are too much to look at. */
const MANY = 40;

export class Deciding {
  picks = $state.raw<Pick[]>([]);
  toggled = $state.raw<Part[]>([]);
  #ask: () => Ask | null;
  #told: Told;
  #place: PlaceOf;
  #isAuto: IsAuto;
  #question = $derived.by(() => {
    const ask = this.#ask();
    return ask ? offering(ask, this.#isAuto) : null;
  });
  now = $derived.by<Offer | null>(() => this.#question?.offer(this.picks) ?? null);
  /** Several that are chosen together, where that is asked. */
  listed = $derived(this.now?.widenings.find((w) => w.list) ?? null);
  lit = $derived.by(() => {
    const all = new Map<string, Lit>();
    const several = new Set<string>();
    const { listed } = this;
    for (const part of listed?.list?.of ?? []) {
      const key = tableKey(part);
      if (key) all.set(key, { part, depth: listed!.depth, isElement: true, isLast: false });
    }
    const action = this.now?.sentence[0]?.part ?? null;
    for (const { part, depth, on } of this.now?.buttons ?? []) {
      const of = depth > 0 ? action : part;
      const place = on ?? (of === null ? null : this.#place(of, depth, part));
      const key = place && placeKey(place);
      // A place of several values says none of them.
      if (key && several.has(key)) all.delete(key);
      else if (key) all.set(key, { part, depth, isElement: false, isLast: false });
      if (key) several.add(key);
    }
    for (const button of this.now?.lit.values() ?? []) {
      const key = tableKey(button.part);
      if (key) all.set(key, { ...button, isElement: false, isLast: false });
    }
    const after = this.#filled.length ? (this.picks.at(-1)?.depth ?? 0) : -1;
    for (const button of this.now?.byItself ?? []) {
      const key = button.depth > after ? keyOf(button) : null;
      if (key) all.set(key, { ...button, isElement: false, isLast: true });
    }
    const again = this.#filled.length ? this.picks.at(-1) : undefined;
    const key = again ? tableKey(again.part) : null;
    if (again && key) all.set(key, { ...again, isElement: false, isLast: true });
    return all;
  });
  /** What the last pick, of a later part, filled in before it; then one more tap on that pick makes the move. */
  #filled = $derived(this.now && this.picks.length ? this.#filledBy(this.picks, this.now) : []);
  /** What may be picked in place of something that was picked, and how many picks stay then. */
  others = $derived.by(() => {
    const all = new Map<string, Button & { stays: number }>();
    for (let stays = this.picks.length - 1; stays >= 0; stays--) {
      const dropped = new Set(this.picks.slice(stays).map(({ depth }) => depth));
      for (const button of this.#question?.offer(this.picks.slice(0, stays)).lit.values() ?? []) {
        const key = tableKey(button.part);
        if (key === null || all.has(key) || this.lit.has(key) || this.#isPicked(key)) continue;
        if (dropped.has(button.depth) || /^t\d+$/.test(key)) all.set(key, { ...button, stays });
      }
    }
    return all;
  });
  otherKeys = $derived(new Set(this.others.keys()));
  litKeys = $derived(new Set(this.lit.keys()));
  /** What is lit, where all of it stands for choices that lie nowhere themselves. */
  lent = $derived.by((): ReadonlySet<string> => {
    const isLent = [...this.lit.values()].every(
      ({ part, isElement }) => !isElement && tableKey(part) === null,
    );
    return isLent ? this.litKeys : new Set();
  });
  /** The names of the actions that can be chosen now. */
  actions = $derived.by((): string[] =>
    [...(this.now?.buttons ?? []), ...(this.now?.sentence ?? [])].flatMap(({ part }) =>
      part !== null && !Array.isArray(part) && "action" in part ? [actionName(part)[0]] : [],
    ),
  );
  /** Places where a first pick leads. */
  targets = $derived(
    new Set(
      [...this.lit]
        .filter(([key, b]) => this.picks.length > 0 && !/^t\d+$/.test(key) && b.depth > 0)
        .map(([key]) => key),
    ),
  );
  /** Places that a later part of the move may name, before anything was picked; and many at once: marked less. */
  faint = $derived.by((): ReadonlySet<string> => {
    const next = this.now?.next ?? 0;
    const places = [...this.lit].filter(([key]) => !/^t\d+$/.test(key));
    const isFaint = ([, { depth }]: [string, Lit]) => places.length > MANY || depth > next;
    return new Set(this.picks.length ? [] : places.filter(isFaint).map(([key]) => key));
  });
  /** What is in a list of which something was picked, once it is known which one it is. */
  #together = $derived.by((): Part[] => {
    const named = new Set(this.picks.filter((p) => p.isMember).map(({ depth }) => depth));
    return (this.now?.sentence ?? []).flatMap(({ part, depth }) =>
      named.has(depth) && Array.isArray(part) ? part : [],
    );
  });
  picked = $derived(
    new Set(
      [...this.picks.map((p) => p.part), ...this.toggled, ...this.#filled, ...this.#together].flatMap(
        (part) => tableKey(part) ?? [],
      ),
    ),
  );

  constructor(ask: () => Ask | null, told: Told, place: PlaceOf = () => null, isAuto: IsAuto = () => false) {
    this.#ask = ask;
    this.#told = told;
    this.#place = place;
    this.#isAuto = isAuto;
  }

  /** Forgets all picks: another question is open. */
  clear(): void {
    this.picks = [];
    this.toggled = [];
  }

  /** Where it `waits`, a move that is whole is sent by one more tap. */
  choose(chosen: Pick, waits = false): void {
    const next = addPick(this.picks, chosen);
    const then = this.#question?.offer(next);
    this.picks = next;
    this.toggled = [];
    if (then && !waits && !this.#needsConfirming(next, then)) this.send(then);
  }

  send(now: Offer): void {
    if (now.path) this.#told.onplay(now.path);
    else if (now.wanted) this.#told.onwant(now.wanted);
    else return;
    this.clear();
  }

  /** A tap on something of the table; the move waits for one more where `waits` says so. */
  tap(key: string, waits = false): void {
    const other = this.others.get(key);
    if (other) {
      this.picks = this.picks.slice(0, other.stays);
      return this.choose(other, waits);
    }
    const at = this.picks.findIndex((p) => tableKey(p.part) === key);
    if (at >= 0 && !this.lit.has(key)) return this.backTo(at);
    const found = this.lit.get(key);
    if (!found) return;
    // Where the tap waits, what filled by itself becomes a pick, so that it can be read before it is sent.
    if (found.isLast && !waits && this.now) this.send(this.now);
    else if (found.isElement) this.toggle(found.part);
    else this.choose(found, waits);
  }

  /** Whether a tap on it would make the move. */
  endsWith(key: string): boolean {
    const other = this.others.get(key);
    if (other) {
      const next = addPick(this.picks.slice(0, other.stays), other);
      const then = this.#question?.offer(next);
      return then?.path != null && !this.#needsConfirming(next, then);
    }
    const found = this.lit.get(key);
    if (!found || found.isElement) return false;
    // The offer may also want only what is behind these parts: that makes no move.
    if (found.isLast) return this.now?.path != null;
    const next = addPick(this.picks, found);
    const then = this.#question?.offer(next);
    return then?.path != null && !this.#needsConfirming(next, then);
  }

  #isPicked(key: string): boolean {
    return this.picks.some(({ part }) => tableKey(part) === key);
  }

  /** Whether a place that was not picked filled by itself: then one tap more is asked for. */
  #needsConfirming(picks: readonly Pick[], then: Offer): boolean {
    const last = picks.at(-1)!;
    const isBehind = then.sentence.some(
      (b) => b.isForced && !b.isAuto && b.depth > last.depth && keyOf(b) !== null,
    );
    return isBehind || this.#filledBy(picks, then).length > 0;
  }

  /** In a move that is whole, what lies on the table, stands before the last pick, and was open until then. */
  #filledBy(picks: readonly Pick[], then: Offer): Part[] {
    const last = picks.at(-1)!;
    const before = then.path ? this.#question?.offer(picks.slice(0, -1)) : undefined;
    if (!before) return [];
    return then.sentence.flatMap(({ part, depth, isForced, isAuto }) => {
      const isNew = isForced && !isAuto && depth < last.depth && before.sentence[depth]?.part == null;
      return isNew && part !== null && tableKey(part) !== null ? [part] : [];
    });
  }

  done(): void {
    if (this.listed) this.choose({ part: this.toggled as Part, depth: this.listed.depth });
  }

  back(depth?: number): void {
    this.picks = depth === undefined ? this.picks.slice(0, -1) : reopen(this.picks, depth);
    this.toggled = [];
  }

  /** Keeps so many picks. */
  backTo(count: number): void {
    this.picks = this.picks.slice(0, count);
    this.toggled = [];
  }

  /** One of several that are chosen together. */
  toggle(part: Part): void {
    const key = partKey(part);
    const has = this.toggled.some((p) => partKey(p) === key);
    const most = this.listed?.list?.most ?? 1;
    this.toggled = has
      ? this.toggled.filter((p) => partKey(p) !== key)
      : [...this.toggled, part].slice(-most);
  }
}

/** Whether a move stands in a question as it was chosen. */
export function isLegal(ask: Ask, path: readonly Part[]): boolean {
  const picks = path.map((part, depth) => ({ part, depth }));
  return offering(ask).offer(picks).path !== null;
}
