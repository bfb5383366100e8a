import { deviceEventInit, elementAt, type MousePlace, type PageInput } from "./page-input.ts";

/** As in Chromium: how far the mouse must move with its button down before it drags, in CSS pixels. */
const thresholdPixels = 3;

type Effect = DataTransfer["dropEffect"];

interface Drag {
  readonly source: HTMLElement;
  readonly data: DataTransfer;
  /** Where the mouse is. */
  place: MousePlace;
  target: Element | null;
  /** The drop effect of a release on the target; "none" if the target refuses the drop. */
  effect: Effect;
  /** Whether the target knows that the mouse is over it, besides that it has entered. */
  isOver: boolean;
}

interface Sent {
  readonly isHeard: boolean;
  readonly isPrevented: boolean;
}

/**
 * Drags elements by the mouse and drops them, with the events of Chromium in their order. While it drags, a page gets no
 * other events of the mouse. Events carry one `DataTransfer`, which a page can read in all of them.
 */
export class DragAndDrop {
  readonly #input: PageInput;
  // Captured when the realm is new: pages overwrite globals.
  readonly #classes: Pick<Window & typeof globalThis, "DataTransfer" | "DragEvent" | "HTMLElement">;
  #armed: { readonly source: HTMLElement; readonly place: MousePlace } | null = null;
  #drag: Drag | null = null;

  constructor(input: PageInput) {
    const { DataTransfer, DragEvent, HTMLElement } = input.realm;
    this.#input = input;
    this.#classes = { DataTransfer, DragEvent, HTMLElement };
  }

  isDragging(): boolean {
    return this.#drag !== null;
  }

  /** After a press that the page has not prevented. */
  arm(pressedOn: Element, place: MousePlace): void {
    const source = this.#draggableAround(pressedOn);
    this.#armed = source === null ? null : { source, place };
  }

  disarm(): void {
    this.#armed = null;
  }

  /** Begins to drag if the mouse has moved far enough. Returns the element that is dragged from now on. */
  begin(place: MousePlace): HTMLElement | null {
    if (this.#armed === null) return null;
    const { source, place: from } = this.#armed;
    if (Math.max(Math.abs(place.x - from.x), Math.abs(place.y - from.y)) <= thresholdPixels) return null;
    this.#armed = null;
    const data = withEffects(new this.#classes.DataTransfer());
    const drag: Drag = { source, data, place: from, target: null, effect: "none", isOver: false };
    if (this.#send(drag, source, "dragstart").isPrevented) return null;
    this.#drag = drag;
    return source;
  }

  /** Moves what is dragged. Returns whether a listener heard it. */
  move(place: MousePlace): boolean {
    const drag = this.#drag;
    if (drag === null) return false;
    drag.place = place;
    const isFirst = drag.target === null;
    const heard = [this.#send(drag, drag.source, "drag").isHeard, this.#enter(drag)];
    if (isFirst || heard[1] === null) heard.push(this.#hover(drag));
    return heard.includes(true);
  }

  /** Drops what is dragged. Returns whether a listener heard it. */
  release(place: MousePlace): boolean {
    const drag = this.#drag;
    if (drag === null) return false;
    drag.place = place;
    const heard = [this.#enter(drag) === true];
    // Chromium repeats the event with time, so a target that was entered hears it before a drop.
    if (!drag.isOver) heard.push(this.#hover(drag));
    this.#drag = null;
    const { source, target, effect } = drag;
    if (target !== null && effect !== "none") {
      drag.data.dropEffect = effect;
      heard.push(this.#send(drag, target, "drop").isHeard);
    } else {
      heard.push(this.#send(drag, source, "drag", { buttons: 0 }).isHeard);
      if (target !== null) heard.push(this.#send(drag, target, "dragleave", { buttons: 0 }).isHeard);
    }
    drag.data.dropEffect = effect;
    if (source.isConnected) heard.push(this.#send(drag, source, "dragend", { buttons: 0 }).isHeard);
    return heard.includes(true);
  }

  /** Lets go without a drop. */
  cancel(): void {
    const drag = this.#drag;
    this.#drag = null;
    this.#armed = null;
    if (drag === null) return;
    drag.data.dropEffect = "none";
    if (drag.source.isConnected) this.#send(drag, drag.source, "dragend", { buttons: 0 });
  }

  #draggableAround(pressedOn: Element): HTMLElement | null {
    for (let one: Element | null = pressedOn; one !== null; one = one.parentElement) {
      if (one instanceof this.#classes.HTMLElement && one.draggable) return one;
    }
    return null;
  }

  /** Enters the element under the mouse and leaves the one before. Null if it is the same one. */
  #enter(drag: Drag): boolean | null {
    const last = drag.target;
    const next = elementAt(this.#input.realm, drag.place.x, drag.place.y);
    if (next === last) return null;
    drag.target = next;
    drag.isOver = false;
    const entered = this.#offer(drag, "dragenter", last);
    if (last?.isConnected !== true) return entered;
    return this.#send(drag, last, "dragleave", { relatedTarget: next }).isHeard || entered;
  }

  #hover(drag: Drag): boolean {
    drag.isOver = true;
    return this.#offer(drag, "dragover", null);
  }

  /** Asks the target whether it takes what is dragged: it prevents the event if so. */
  #offer(drag: Drag, type: string, relatedTarget: Element | null): boolean {
    const { data, target } = drag;
    if (target === null) return false;
    data.dropEffect = "none";
    const { isHeard, isPrevented } = this.#send(drag, target, type, { relatedTarget });
    const chosen = data.dropEffect === "none" ? usualEffect(data.effectAllowed) : data.dropEffect;
    drag.effect = isPrevented && isAllowed(data.effectAllowed, chosen) ? chosen : "none";
    return isHeard;
  }

  #send({ data, place: { x, y } }: Drag, target: Element, type: string, init: DragEventInit = {}): Sent {
    const { realm, modifiers, listeners } = this.#input;
    const event = new this.#classes.DragEvent(type, {
      ...{ ...deviceEventInit(realm), ...modifiers(), clientX: x, clientY: y, screenX: x, screenY: y, buttons: 1 },
      ...{ cancelable: type !== "dragleave" && type !== "dragend", dataTransfer: data, ...init },
    });
    const isHeard = listeners.send(target, event);
    return { isHeard, isPrevented: event.defaultPrevented };
  }
}

/** The data with effects of its own, because the browser keeps those of a made `DataTransfer` at "none". */
function withEffects(data: DataTransfer): DataTransfer {
  for (const [name, values, first] of effectProperties) {
    let value: string = first;
    const set = (next: unknown): void => {
      const text = String(next);
      if (values.includes(text)) value = text;
    };
    Object.defineProperty(data, name, { get: () => value, set, configurable: true, enumerable: true });
  }
  return data;
}

const effects = ["none", "copy", "link", "move"];
const effectProperties = [
  ["dropEffect", effects, "none"],
  ["effectAllowed", [...effects, "copyLink", "copyMove", "linkMove", "all", "uninitialized"], "uninitialized"],
] as const;

/** What a drop does if the target does not say. */
function usualEffect(allowed: DataTransfer["effectAllowed"]): Effect {
  if (allowed === "all" || allowed === "uninitialized") return "copy";
  return (["move", "copy", "link"] as const).find((effect) => isAllowed(allowed, effect)) ?? "none";
}

function isAllowed(allowed: DataTransfer["effectAllowed"], effect: Effect): boolean {
  return allowed === "all" || allowed === "uninitialized" || allowed.toLowerCase().includes(effect);
}
