// The pages beside the library, each with a script of its own, which is loaded when it is wanted.

export const PAGES = {
  game: () => import("./GamePage.svelte"),
  match: () => import("./MatchPage.svelte"),
  replay: () => import("./ReplayPage.svelte"),
  invite: () => import("./InvitePage.svelte"),
  mine: () => import("./MinePage.svelte"),
  settings: () => import("./SettingsPage.svelte"),
} as const;

/** Settings over a table, which is not left for them. */
export const settingsDialog = () => import("./SettingsDialog.svelte");

export type Pages = { [P in keyof typeof PAGES]: Awaited<ReturnType<(typeof PAGES)[P]>>["default"] };
