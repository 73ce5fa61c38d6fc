// Which names a file of a game may have, as `crates/workshop` writes them. It knows no disk: whether a folder is there is
// found when the file is saved.

/** Of the files that games are made of. */
const ENDINGS = ["tgdl", "ccg", "cge"];

/** A name as somebody types it, with an ending. */
export function nameOf(typed: string): string {
  const name = typed.trim();
  return name.split("/").at(-1)?.includes(".") ? name : `${name}.tgdl`;
}

/** A name for another file beside those: of what games have oftenest. */
export function proposed(paths: readonly string[]): string {
  const names = ["look.tgdl", "tests.tgdl", "more.tgdl"];
  for (let n = 2; n < 100; n++) names.push(`more${n}.tgdl`);
  return names.find((name) => !paths.includes(name)) ?? "more.tgdl";
}

/** Why no file of the game can be called so; null where one can. */
export function whyNot(name: string): string | null {
  if (name.startsWith("/")) return "it is named from the folder of the game, without `/` before it";
  if (/[\\:\p{Cc}\p{Bidi_Control}]/u.test(name))
    return "a name has no `\\`, no `:` and no signs that are not seen";
  const pieces = name.split("/");
  if (pieces.includes("..")) return "only files in the folder of the game are written";
  if (pieces.some((piece) => piece === "" || piece.startsWith(".")))
    return "no part of a name is empty or begins with a dot";
  if (!ENDINGS.includes(name.split(".").at(-1) ?? ""))
    return "files of games end in `.tgdl`, `.ccg` or `.cge`";
  return null;
}

/**
 * What becomes of a file of that name, beside that main file, that was never saved: some are of the game by their name,
 * and what is typed in them is looked at; others are where the game imports them.
 */
export function fateOf(name: string, main: string | null): string {
  const written = "It is written when it is saved first";
  const plain = main?.replace(/\.[^.]*$/, "") ?? "game";
  const isOfIt =
    plain === "game" ? /^(look|tests|tests\/[^/]+)\.tgdl$/.test(name) : name === `${plain}.tests.tgdl`;
  return isOfIt
    ? `${written}; by its name it is of the game, and what is typed in it is looked at already.`
    : `${written}, and looked at where another file of the game has an \`import\` of it.`;
}
