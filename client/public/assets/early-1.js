// What cannot wait for the scripts of the page. Browsers keep this file for good; another text needs another name.

// The colours that somebody chose, so that a dark page does not begin white.
try {
  const { theme } = JSON.parse(localStorage.getItem("settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept, or nothing that can be read.
}

// What a table needs, asked for together with what every page needs, and not after that has run.
const [, page, game] = /^\/([gm])\/([^/]+)/.exec(location.pathname) ?? [];
const ask = (href, attributes) =>
  document.head.append(
    Object.assign(document.createElement("link"), { href, crossOrigin: "", ...attributes }),
  );
if (page) {
  const files = document.querySelector("meta[name=tables]")?.content ?? "";
  for (const file of files.split(" ").filter(Boolean)) {
    if (file.endsWith(".js")) ask(file, { rel: "modulepreload" });
    else ask(file, { rel: "preload", as: "style" });
  }
}
if (page === "g") ask(`/api/games/${game}`, { rel: "preload", as: "fetch" });
