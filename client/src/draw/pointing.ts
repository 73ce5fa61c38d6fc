// A pointer on the table: what it taps, drags, presses for a while or rests on. What lies under it is found by
// geometry; it knows no component.

import type { Box, Scene } from "../pure/scene";
import { idOf, isIn, type Spot, thingOf, under } from "../pure/spots";

/** What the pointer is told, and asks. */
export interface Pointed {
  scene: () => Scene;
  spots: () => readonly Spot[];
  lit: () => ReadonlySet<string>;
  picked: () => ReadonlySet<string>;
  /** What may be picked in place of what was. */
  others: () => ReadonlySet<string>;
  /** One's own hand, in which things can be laid in another order. */
  hand: () => string | null;
  surface: () => HTMLElement;
  elementOf: (key: string) => HTMLElement | undefined;
  /** Whether a pick would make the move: then dragging waits until it is dropped. */
  endsWith: (key: string) => boolean;
  onpick: (key: string) => void;
  onrefused: (key: string) => void;
  oninspect: (key: string) => void;
  /** It rests on a thing, or on none any more. */
  onhover: (id: number | null, x: number, y: number) => void;
  onlay?: ((id: number, before: number | null) => void) | undefined;
}

interface Drag {
  key: string;
  element: HTMLElement | undefined;
  /** Where it comes from: there, dropping it does no move. */
  home: Box | null;
  isOfHand: boolean;
  x: number;
  y: number;
  isFar: boolean;
  pointer: number;
}

/** How far a pointer goes before it drags, and how far around lit places it reaches, in pixels of the table. */
const FAR = { mouse: 4, finger: 8 };
const NEAR = { mouse: 4, finger: 14, dropping: 30 };
/** How long it presses or rests before one looks closely, in milliseconds. */
const [PRESS, REST] = [450, 600];

const kindOf = (e: PointerEvent) => (e.pointerType === "mouse" ? "mouse" : "finger");

export class Pointing {
  #drag: Drag | null = null;
  #pressing: ReturnType<typeof setTimeout> | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;
  readonly #of: Pointed;

  constructor(of: Pointed) {
    this.#of = of;
  }

  down = (e: PointerEvent): void => {
    // A second finger is for looking closer, not for playing.
    if (e.button > 0 || !e.isPrimary) return this.release();
    const { scene, hand, elementOf, oninspect, onlay } = this.#of;
    const [x, y] = this.#local(e);
    const spot = this.#under(x, y, NEAR[kindOf(e)]);
    const thing = spot ? thingOf(scene(), spot.key) : undefined;
    this.#drag = {
      key: spot?.key ?? "",
      element: thing && elementOf(thing.key),
      home: thing ? (scene().zones.find((zone) => zone.key === thing.place) ?? thing) : null,
      isOfHand: thing !== undefined && thing.place === hand() && onlay !== undefined,
      x,
      y,
      isFar: false,
      pointer: e.pointerId,
    };
    clearTimeout(this.#pressing);
    if (spot && kindOf(e) === "finger") {
      this.#pressing = setTimeout(() => {
        this.release();
        oninspect(spot.key);
      }, PRESS);
    }
  };

  move = (e: PointerEvent): void => {
    this.#rest(e);
    const drag = this.#drag;
    if (!drag || drag.pointer !== e.pointerId) return;
    const { picked, endsWith, onpick, surface } = this.#of;
    const [x, y] = this.#local(e);
    const far = Math.hypot(x - drag.x, y - drag.y);
    if (far > FAR.finger) clearTimeout(this.#pressing);
    const mayGo = this.#may(drag.key) || drag.isOfHand;
    if (!drag.isFar && far > FAR[kindOf(e)] && mayGo && drag.element) {
      drag.isFar = true;
      surface().setPointerCapture(e.pointerId);
    }
    if (!drag.isFar || !drag.element) return;
    const isAway = !drag.isOfHand || !isIn(drag.home, x, y);
    if (isAway && this.#may(drag.key) && !picked().has(drag.key) && !endsWith(drag.key)) onpick(drag.key);
    e.preventDefault();
    drag.element.style.translate = `${x - drag.x}px ${y - drag.y}px`;
    drag.element.classList.add("dragged");
  };

  up = (e: PointerEvent): void => {
    const was = this.#drag;
    if (!was || was.pointer !== e.pointerId) return;
    const { picked, onpick, onrefused } = this.#of;
    this.release();
    const [x, y] = this.#local(e);
    if (was.isFar) this.#drop(was, x, y);
    else if (!was.key) return;
    else if (this.#may(was.key) || picked().has(was.key)) onpick(was.key);
    else onrefused(was.key);
  };

  /** Gives back what is dragged. */
  release = (): void => {
    clearTimeout(this.#pressing);
    const element = this.#drag?.element;
    if (element) {
      element.style.translate = "";
      element.classList.remove("dragged");
    }
    this.#drag = null;
  };

  leave = (): void => {
    clearTimeout(this.#resting);
    this.#of.onhover(null, 0, 0);
  };

  /** The other button of a mouse looks closely. */
  inspect = (e: MouseEvent): void => {
    e.preventDefault();
    const spot = this.#under(...this.#local(e), 0);
    if (spot) this.#of.oninspect(spot.key);
  };

  /** A mouse that rests on a card for a while looks at it closely. */
  #rest(e: PointerEvent): void {
    this.leave();
    if (kindOf(e) === "finger" || this.#drag?.isFar) return;
    const [x, y] = this.#local(e);
    const [left, top] = [e.clientX, e.clientY];
    this.#resting = setTimeout(() => {
      const key = this.#under(x, y, 0)?.key ?? "";
      const shape = thingOf(this.#of.scene(), key)?.shape;
      if (shape === "card" || shape === "tile") this.#of.onhover(idOf(key), left, top);
    }, REST);
  }

  #drop(was: Drag, x: number, y: number): void {
    const { scene, lit, endsWith, onpick } = this.#of;
    const isHome = isIn(was.home, x, y);
    if (was.isOfHand && isHome) return this.#lay(was.key, x, y);
    // A move that needs no more is made by dropping its thing anywhere else on the table.
    if (this.#may(was.key) && endsWith(was.key)) {
      const isOnTable = isIn({ x: 0, y: 0, w: scene().width, h: scene().height }, x, y);
      if (!isHome && isOnTable) onpick(was.key);
      return;
    }
    const target = this.#under(x, y, NEAR.dropping);
    if (target && target.key !== was.key && lit().has(target.key)) onpick(target.key);
  }

  /** Lays a thing of the hand before the one whose middle is right of where it was dropped. */
  #lay(key: string, x: number, y: number): void {
    const { scene, hand, onlay } = this.#of;
    const row = scene().things.filter(
      (t) => t.place === hand() && `t${t.id}` !== key && y >= t.y - 8 && y <= t.y + t.h,
    );
    const after = row.filter((t) => t.x + Math.min(t.w / 2, 20) > x).sort((a, b) => a.x - b.x)[0];
    const id = idOf(key);
    if (id !== null) onlay?.(id, after?.id ?? null);
  }

  #may(key: string): boolean {
    return this.#of.lit().has(key) || this.#of.others().has(key);
  }

  #under(x: number, y: number, reach: number): Spot | null {
    return under(this.#of.spots(), this.#of.lit(), x, y, reach);
  }

  /** Where an event is on the table, in its own pixels, however large it is shown. */
  #local(e: MouseEvent): [number, number] {
    const box = this.#of.surface().getBoundingClientRect();
    const scale = box.width / this.#of.scene().width || 1;
    return [(e.clientX - box.left) / scale, (e.clientY - box.top) / scale];
  }
}
