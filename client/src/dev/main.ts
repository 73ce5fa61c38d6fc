// The development page: a match against random bots, or with `?recording=` a moment of a recorded one.

import { mount } from "svelte";
import "../page.css";
import Gallery from "./Gallery.svelte";
import Play from "./Play.svelte";

const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme) document.documentElement.dataset.theme = theme;
mount(query.has("recording") ? Gallery : Play, { target: document.getElementById("app")! });
