// What a connection needs of the world, as a browser has it.

import type { Heard, Socket, World } from "./connection";

const urlOf = (path: string) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

/** A socket that is on its way before it is known for which match. */
let ahead: WebSocket | null = null;

/** Whoever soon follows a match has a socket by then: on a slow line that is a way there and back less to wait for. */
export function openAhead(path: string): void {
  if (ahead?.url !== urlOf(path) || !isUsable(ahead)) ahead = new WebSocket(urlOf(path));
}

const isUsable = ({ readyState }: WebSocket) =>
  readyState === WebSocket.CONNECTING || readyState === WebSocket.OPEN;

function opened(url: string): WebSocket {
  const known = ahead;
  ahead = null;
  return known?.url === url && isUsable(known) ? known : new WebSocket(url);
}

/** `path` is that of a WebSocket on the server of this page. */
export function web(path: string): World {
  const url = urlOf(path);
  return {
    connect(heard: Heard): Socket {
      const socket = opened(url);
      if (socket.readyState === WebSocket.OPEN) queueMicrotask(() => heard.onopen());
      else socket.onopen = () => heard.onopen();
      socket.onmessage = ({ data }) => heard.onmessage(String(data));
      socket.onclose = () => heard.onclose();
      return {
        send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
        close: () => socket.close(),
      };
    },
    after(ms, what) {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    id: uuid,
    now: () => Date.now(),
  };
}

/** Browsers offer `randomUUID` only where the page came by TLS or from this machine. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
