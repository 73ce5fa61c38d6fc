// What `arrange` gives: a box for each board, tile, zone, seat and thing. It knows not how they come about.

import type { Look } from "../model/legend";
import type { PlaceKey } from "../model/reference";
import type { BoardSetting, Point, SideSetting } from "../model/setting";
import type { BoardPlan, Extent } from "./boards";
import type { PieceShape, ZoneRole } from "./classify";
import type { PlaceWords } from "./places";

export interface Screen {
  /** Of the area for the table, in pixels. */
  width: number;
  height: number;
  isTouch: boolean;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** From where downward on a table, how large, and in how much height it was laid out so. */
export interface Span extends Pick<Box, "y" | "w" | "h"> {
  room: number;
}

export interface SceneTile extends Box {
  key: PlaceKey;
  name: string;
  look: BoardSetting["tiles"][number]["look"];
  mark?: string;
  /** Even and odd cells differ a little, where nothing else tells them apart. */
  isDark: boolean;
  /** Of a triangle, whether it points up. */
  isUp: boolean;
  /** Where its name stands, where that is beside it: the middle of the text, its size, and how narrow its letters are. */
  label?: { x: number; y: number; size: number; narrow?: number };
  /** How narrow the letters of the name of a place are, where pieces stand beside it. */
  nameNarrow?: number;
}

export interface SceneSide {
  key: PlaceKey;
  name: string;
  x: number;
  y: number;
  line: readonly [Point, Point];
  isCorner: boolean;
  look: SideSetting["look"];
}

export interface SceneBoard extends Box {
  key: string;
  title: string;
  /** It is the viewer's, where each player has one. */
  isOwn: boolean;
  cell: BoardPlan["cell"];
  /** The width of a cell in pixels. */
  c: number;
  /** The form of the room that it was laid out for, width to height. */
  form: number;
  isTurned: boolean;
  isHidden: boolean;
  ground?: string;
  /** Of a board that grows, what it takes up. */
  extent?: Extent;
  /** Of places with a name and a text, how large these are. */
  words?: PlaceWords;
  tiles: SceneTile[];
  sides: SceneSide[];
  /** Lines between the middles of tiles. */
  lines: { from: Point; to: Point; weight: number; isOneWay: boolean; look?: Look }[];
  gutter: { text: string; x: number; y: number }[];
}

export interface SceneZone extends Box {
  key: PlaceKey;
  title: string;
  role: ZoneRole;
  owner: number | null;
  count: number;
  /** Whether the number of things is written on it. */
  isCounted: boolean;
  /** Where the pile or stack itself lies. */
  pile: Box | null;
}

/** Whether things of a shape show a face as cards do. */
export const isFlat = (shape: PieceShape): boolean => shape === "card" || shape === "tile";

export interface SceneThing extends Box {
  key: string;
  /** The thing that stands for all of `ids`; null for the back of one that is not known. */
  id: number | null;
  ids: number[];
  place: PlaceKey;
  shape: PieceShape;
  z: number;
  count: number;
}

export interface ScenePanel extends Box {
  seat: number;
  isOwn: boolean;
  /** The height of name, score and counters. */
  head: number;
}

export interface Scene {
  width: number;
  height: number;
  boards: SceneBoard[];
  zones: SceneZone[];
  things: SceneThing[];
  panels: ScenePanel[];
  /** Lines of text that belong to the log, by zone. */
  ledgers: { key: PlaceKey; title: string; ids: number[] }[];
  /** Zones that are only counted; those of seats are among their counters. */
  tray: { key: PlaceKey; owner: number | null; title: string; count: number; isTight?: true }[];
  template: string;
  u: number;
  /** The room for the boards in the middle, where seats stand above and below it. */
  middle: Span | null;
}
