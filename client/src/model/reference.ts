// Typed references: how tables, traces and moves name things, places and values. Knows no table.

/** A value, or what stands on the table, as the engine names it. */
export type Ref =
  | { thing: number }
  | { tile: [board: string, name: string, owner?: number] }
  | { zone: [name: string, owner: number | null] }
  | { seat: number }
  | { case: [of: string, name: string] }
  | { num: number }
  | { text: string }
  | { bool: boolean }
  | { fact: string }
  | { named: string }
  | { action: string }
  | null;

/** A value of an attribute: a reference, a list of them, or a table as pairs. */
export type Value = Ref | Value[];

export type PlaceRef = { tile: [string, string, number?] } | { zone: [string, number | null] };

/** `stock`, `hand/0`, `Field/e4`, `Sea/1/c4`: how tables name a place. */
export type PlaceKey = string;

export function placeKey(place: PlaceRef): PlaceKey {
  if ("zone" in place) {
    const [name, owner] = place.zone;
    return owner === null || owner === undefined ? name : `${name}/${owner}`;
  }
  const [board, name, owner] = place.tile;
  return owner === null || owner === undefined ? `${board}/${name}` : `${board}/${owner}/${name}`;
}

/** One text for a reference, equal for equal ones: to compare, and as a key of maps. */
export function refKey(ref: Ref | Value): string {
  if (ref === null) return "null";
  if (Array.isArray(ref)) return `[${ref.map(refKey).join(",")}]`;
  if ("thing" in ref) return `thing:${ref.thing}`;
  if ("tile" in ref || "zone" in ref) return `place:${placeKey(ref)}`;
  return JSON.stringify(ref);
}

export function sameRef(a: Ref | Value, b: Ref | Value): boolean {
  return refKey(a) === refKey(b);
}
