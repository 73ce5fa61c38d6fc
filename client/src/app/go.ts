// Going to another page of ours without loading.

export function go(path: string, isNew = true): void {
  history[isNew ? "pushState" : "replaceState"](null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Copies an address; false where the browser does not allow that. */
export async function copy(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    return false;
  }
}
