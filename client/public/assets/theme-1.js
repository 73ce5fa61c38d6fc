// Before anything is drawn: the colours that somebody chose, so that a dark page does not begin white. Browsers keep this
// file for good; another text needs another name.
try {
  const { theme } = JSON.parse(localStorage.getItem("settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept, or nothing that can be read.
}
