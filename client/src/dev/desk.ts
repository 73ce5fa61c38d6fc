// The page of `tavola dev`. Behind the sign of its address stand the token and, in a frame that shows a table alone,
// whose eyes it is seen with: `#TOKEN/follow`, `#TOKEN/seat-0`.

import { mount } from "svelte";
import "../page.css";
import { kept } from "../app/kept.svelte";
import Desk from "./Desk.svelte";
import { DeskState } from "./desk.svelte";
import Frame from "./Frame.svelte";
import { Tables } from "./tables.svelte";

const [token = "", eyes = ""] = location.hash.slice(1).split("/");
const origin = location.origin.replace(/^http/, "ws");
const target = document.getElementById("app")!;
const desk = new DeskState(`${origin}/api/desk`, token);
const tables = new Tables(token);
kept.dress();
if (eyes) mount(Frame, { target, props: { desk, tables, eyes } });
else mount(Desk, { target, props: { desk, tables } });
