// A dialog is a step of its own in the browser's history, which leads to no other page: the way back closes it.

/** On which page the step of a dialog lies that is open, or is being left. */
let page: string | null = null;

const isStep = (): boolean => (history.state as { isDialog?: boolean } | null)?.isDialog === true;

/** Opens the step of a dialog that closes so; gives what leaves it, when it was closed otherwise. */
export function openStep(close: () => void): () => void {
  const { pathname } = location;
  page = pathname;
  history.pushState({ isDialog: true }, "");
  const onpopstate = () => {
    if (!isStep()) close();
  };
  addEventListener("popstate", onpopstate);
  return () => {
    removeEventListener("popstate", onpopstate);
    if (isStep()) {
      addEventListener("popstate", () => (page = null), { once: true });
      history.back();
    } else page = null;
  };
}

/** Whether a step in the history is that of a dialog, so that the page stays as it is. */
export const isDialogStep = (): boolean => page !== null && page === location.pathname;
