// The page; while it is developed, `/gallery` shows recorded moments.

import { mount } from "svelte";
import "../page.css";
import App from "./App.svelte";

const target = document.getElementById("app")!;
if (import.meta.env.DEV && location.pathname === "/gallery") {
  const { default: Gallery } = await import("../dev/Gallery.svelte");
  mount(Gallery, { target });
} else mount(App, { target });
