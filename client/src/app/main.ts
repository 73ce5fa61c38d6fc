// The page. Its host is the bridge to an engine, until a server answers for it.

import { mount } from "svelte";
import "../page.css";
import { host } from "../dev/host";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")!, props: { host } });
