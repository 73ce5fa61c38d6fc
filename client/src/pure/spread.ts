// The things of a zone where it lies on the table: rows, piles, grids, tokens, tricks. No DOM, no clock.

import {
  type Context,
  type Flow,
  grid,
  isPiled,
  LABEL,
  type Lot,
  leastStep,
  type Placed,
  row,
  SIDE_GAP,
  shapeOf,
  tokenSize,
} from "./lots";
import type { Box, Scene } from "./scene";

export function drawFlow(context: Context, scene: Scene, f: Flow, x: number, y: number): void {
  for (const box of f.boxes) drawZone(context, scene, box, x, y, true);
}

export function drawZone(
  context: Context,
  scene: Scene,
  placed: Placed,
  dx: number,
  dy: number,
  isTitled: boolean,
): void {
  const { lot, u } = placed;
  const box: Box = { x: placed.x + dx, y: placed.y + dy, w: placed.w, h: placed.h };
  const label = isTitled ? LABEL : 0;
  const h = u / lot.ratio;
  const isPile = isPiled(lot.role);
  const pile: Box | null = isPile
    ? lot.holdsCards
      ? { x: box.x, y: box.y + label, w: u, h }
      : { x: box.x, y: box.y + label, w: tokenSize(u), h: tokenSize(u) }
    : null;
  scene.zones.push({
    key: lot.zone.key,
    title: isTitled ? lot.title : "",
    role: lot.role,
    owner: lot.zone.owner,
    count: lot.all.length,
    isCounted: isPile && lot.all.length > 0,
    pile,
    ...box,
  });
  const area: Box = { x: box.x, y: box.y + label, w: box.w, h: box.h - label };
  if (pile) drawPile(context, scene, lot, pile);
  else if (lot.groups) drawTokens(context, scene, lot, area, u);
  else if (lot.role === "around") drawAround(context, scene, lot, area, u);
  else if (lot.role === "grid") drawGrid(context, scene, lot, area, u);
  else if (lot.role === "sides") drawSides(context, scene, lot, area, u);
  else if (lot.role === "column") drawColumn(context, scene, lot, area, u);
  else drawRow(context, scene, lot, area, u);
}

function card(
  context: Context,
  scene: Scene,
  lot: Lot,
  id: number | null,
  i: number,
  box: Box,
  count = 1,
): void {
  scene.things.push({
    key: id === null ? `${lot.zone.key}#${i}` : `t${id}`,
    id,
    ids: id === null ? [] : [id],
    place: lot.zone.key,
    shape: id === null ? (lot.holdsCards ? "card" : "disc") : shapeOf(context, id),
    z: i,
    count,
    ...box,
  });
}

/** The topmost two, so that what lies below is there when the top goes. */
function drawPile(context: Context, scene: Scene, lot: Lot, pile: Box): void {
  const from = Math.max(0, lot.all.length - 2);
  for (const [i, id] of lot.all.slice(from).entries()) card(context, scene, lot, id, from + i, pile);
}

function drawTokens(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const groups = lot.groups ?? [];
  const h = lot.holdsCards ? u / lot.ratio : 0;
  const t = lot.holdsCards ? u + 6 : tokenSize(u) + 6;
  const perRow = Math.max(1, Math.floor((area.w + 6) / t));
  groups.forEach(({ ids }, i) => {
    const id = ids[ids.length - 1]!;
    const box = {
      x: area.x + (i % perRow) * t,
      y: area.y + Math.floor(i / perRow) * (h ? h + 6 : t),
      w: t - 6,
      h: h || t - 6,
    };
    scene.things.push({
      key: `t${id}`,
      id,
      ids,
      place: lot.zone.key,
      shape: shapeOf(context, id),
      z: i,
      count: ids.length,
      ...box,
    });
  });
}

/** Toward who put it, as seen from the own seat below. */
function drawAround(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const h = u / lot.ratio;
  const seats = context.table.seats.length;
  lot.all.forEach((id, i) => {
    const by =
      id === null ? undefined : (context.memory.from.get(id) ?? context.table.things.get(id)?.owners?.[0]);
    const box = towards(area, { w: u, h }, (by ?? i) - (context.seat ?? 0), seats);
    card(context, scene, lot, id, i, box);
  });
}

/** In an area towards who sits so many of all seats on from the own one, which is below. */
export function towards(area: Box, { w, h }: Pick<Box, "w" | "h">, seat: number, seats: number): Box {
  const angle = (seat / seats) * 2 * Math.PI;
  const x = area.x + area.w / 2 - Math.sin(angle) * Math.min(w * 1.1, (area.w - w) / 2) - w / 2;
  const y = area.y + area.h / 2 + Math.cos(angle) * ((area.h - h) / 2) - h / 2;
  return { x, y, w, h };
}

/** A row for each owner, or several where they are many, one's own below. */
function drawSides(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const h = u / lot.ratio;
  let line = 0;
  for (const { all, n } of lot.sides) {
    const r = row(n, u, area.w, leastStep(lot, u));
    const left = area.x + Math.max(0, (area.w - r.w) / 2);
    all.forEach((id, i) => {
      const y = area.y + (line + Math.floor(i / r.perRow)) * (h + SIDE_GAP);
      card(context, scene, lot, id, i, { x: left + (i % r.perRow) * r.step, y, w: u, h });
    });
    line += r.rows;
  }
}

function drawColumn(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const h = u / lot.ratio;
  for (const [i, id] of lot.all.entries()) {
    card(context, scene, lot, id, i, { x: area.x, y: area.y + i * h * 0.3, w: u, h });
  }
}

function drawGrid(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const { columns, w } = grid(lot, u, area.w);
  const h = w / lot.ratio;
  lot.all.forEach((id, i) => {
    const box = { x: area.x + (i % columns) * (w + 6), y: area.y + Math.floor(i / columns) * (h + 6), w, h };
    card(context, scene, lot, id, i, box);
  });
}

function drawRow(context: Context, scene: Scene, lot: Lot, area: Box, u: number): void {
  const h = u / lot.ratio;
  const n = lot.role === "hand" ? lot.all.length : Math.max(lot.n, lot.all.length);
  const r = row(n, u, area.w, leastStep(lot, u));
  const inset = lot.role === "hand" ? (area.w - r.w) / 2 : 0;
  const down = lot.role === "hand" ? h * 0.62 + 4 : h + 4;
  lot.all.forEach((id, i) => {
    const box = {
      x: area.x + inset + (i % r.perRow) * r.step,
      y: area.y + Math.floor(i / r.perRow) * down,
      w: u,
      h,
    };
    card(context, scene, lot, id, i, box);
  });
}
