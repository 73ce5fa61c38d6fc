// Where the pictures of a game are that its looks name: files of its author, which are shown and never run.

import { getContext, setContext } from "svelte";

/** The address of a folder, null while nobody knows it. */
type Base = () => string | null;

const KEY = Symbol("pictures");

/** Below this component pictures are found there. */
export const havePictures = (base: Base): unknown => setContext(KEY, base);

/** The folder of the pictures of a game of the library. */
export const ofGame = (game: string): string => `/api/games/${encodeURIComponent(game)}/pictures/`;

/** Gives the address of a picture by its path; called while a component is made. */
export function pictures(): (path: string | undefined) => string | null {
  const base = getContext<Base | undefined>(KEY);
  return (path) => {
    const folder = path === undefined ? null : (base?.() ?? null);
    return folder === null ? null : addressOf(folder, path!);
  };
}

/** Each part of a path as it stands in an address. */
export const addressOf = (folder: string, path: string): string =>
  folder + path.split("/").map(encodeURIComponent).join("/");
