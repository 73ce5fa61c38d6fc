// The drawing of cards of packs, which weighs much: a table brings it along, and the first page, which shows small
// pictures of tables, gets it later.

import type { Component } from "svelte";
import type { Face } from "./packs";

type Drawing = Component<{ face: Face; pack: string | undefined; w: number; h: number }>;

class Faces {
  /** Null until it is there. */
  drawing = $state.raw<Drawing | null>(null);
}
export const faces = new Faces();
