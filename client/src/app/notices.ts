// Notices of the browser that it is one's turn, for whoever looks at another tab. Nothing goes over a server for them: the
// page must be open somewhere.

/** Whether this browser has notices at all. */
export const canNotify = (): boolean => typeof Notification === "function";

/** Asks whoever uses the browser, where that was not decided yet. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Says so once for each `tag`, unless the page is looked at. */
export function notify(title: string, body: string, tag: string): void {
  if (!canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const notice = new Notification(title, { body, tag });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some browsers give notices to service workers alone; there the title of the tab has to do.
  }
}
