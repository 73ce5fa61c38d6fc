// Things that are lines of text and belong beside the log: notes, tidings, what bells want. No DOM, no clock.

import type { Table } from "../model/table";
import type { Scene } from "./scene";

export interface Ledger {
  title: string;
  lines: string[];
}

export const ledgersOf = (
  scene: Pick<Scene, "ledgers"> | null,
  { things }: Pick<Table, "things">,
): Ledger[] =>
  (scene?.ledgers ?? []).map(({ title, ids }) => ({
    title,
    lines: ids.map((id) => {
      const thing = things.get(id);
      return thing?.look?.text ?? thing?.look?.title ?? thing?.text ?? "";
    }),
  }));
