// A legend of a game that has nothing, to which tests add what they are about.

import type { Legend } from "../src/model/legend";

export const EMPTY: Legend = {
  game: "Nothing",
  secret: false,
  classes: [],
  enums: [],
  zones: [],
  boards: [],
  actions: [],
  turns: [],
  seats: [],
  looks: { cases: [], members: [], turns: [], hidden: [] },
};
