// For looking at games: a moment of a recorded match, still.

import { mount } from "svelte";
import "../page.css";
import Gallery from "./Gallery.svelte";

const theme = new URLSearchParams(location.search).get("theme");
if (theme) document.documentElement.dataset.theme = theme;
mount(Gallery, { target: document.getElementById("app")! });
