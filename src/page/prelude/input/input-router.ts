import type { PlayedEvent } from "../../../formats/tape.ts";
import type { HeardInput } from "../../realm-agent.ts";
import { placeWithin, seenAround } from "./frame-places.ts";
import { elementAt, focusedElement, type MousePlace } from "./page-input.ts";

export type MouseTapeEvent = Extract<PlayedEvent, { readonly type: "mouse_move" | "mouse_button" | "wheel" }>;

export interface Aim {
  readonly place: MousePlace;
  /** Whether its position differs from that of the event before. */
  readonly hasMoved: boolean;
  /** The iframe that received the event; null for an event of the page itself. */
  readonly frame: HTMLIFrameElement | null;
}

const nothing: readonly PlayedEvent[] = [];

/**
 * Follows the mouse of a realm and passes events on into the page's iframes. The mouse starts in the middle of the
 * viewport, and stays where it is while the pointer is locked.
 */
export class InputRouter {
  readonly #realm: Window & typeof globalThis;
  // Captured when the realm is new: pages overwrite globals.
  readonly #HTMLIFrameElement: typeof HTMLIFrameElement;
  readonly #lockedWhere: () => "here" | "below" | "nowhere";
  readonly #waiting = new Map<MessageEventSource, PlayedEvent[]>();
  #x = Number.NaN;
  #y = Number.NaN;
  /** The iframe of the last press, which gets the mouse events until the release, wherever the mouse is. */
  #heldFrame: HTMLIFrameElement | null = null;

  constructor(realm: Window & typeof globalThis, lockedWhere: () => "here" | "below" | "nowhere") {
    this.#realm = realm;
    this.#HTMLIFrameElement = realm.HTMLIFrameElement;
    this.#lockedWhere = lockedWhere;
  }

  /** Where the mouse is, in CSS pixels of the viewport. */
  place(): Readonly<{ x: number; y: number }> {
    return { x: this.#x, y: this.#y };
  }

  /** Passes an event on if an iframe has the focus. Returns whether it did. */
  toFocused(event: PlayedEvent): boolean {
    const focused = focusedElement(this.#realm);
    if (!(focused instanceof this.#HTMLIFrameElement)) return false;
    this.#pass(focused, event);
    return true;
  }

  /** Passes an event on to every iframe. */
  toAll(event: PlayedEvent): void {
    for (const frame of this.#realm.document.querySelectorAll("iframe")) this.#pass(frame, event);
  }

  /** Follows the mouse, and passes the event on if it is over an iframe. */
  aim(event: MouseTapeEvent): Aim {
    const { place, hasMoved } = this.#follow(event);
    const frame = this.#frameUnder(place);
    if (event.type === "mouse_button") this.#heldFrame = event.pressed ? frame : null;
    if (frame !== null) this.#pass(frame, within(frame, event, place));
    return { place, hasMoved, frame };
  }

  /** Takes the events passed on to this window since the last call. */
  takeFor(source: MessageEventSource): readonly PlayedEvent[] {
    const events = this.#waiting.get(source);
    if (events === undefined) return nothing;
    this.#waiting.delete(source);
    return events;
  }

  /** Converts input heard in an iframe to the page's coordinates, in which the router sends it to the same iframe. */
  comingFrom(source: MessageEventSource, heard: readonly HeardInput[]): readonly HeardInput[] {
    if (heard.length === 0) return heard;
    const frames = [...this.#realm.document.querySelectorAll("iframe")];
    const frame = frames.find(({ contentWindow }) => contentWindow === source);
    if (frame === undefined) return heard;
    return heard.map(({ atMs, event }) => ({ atMs, event: seenAround(frame, event) }));
  }

  #pass(frame: HTMLIFrameElement, event: PlayedEvent): void {
    const { contentWindow } = frame;
    if (contentWindow === null) return;
    const events = this.#waiting.get(contentWindow);
    if (events === undefined) this.#waiting.set(contentWindow, [event]);
    else events.push(event);
  }

  #follow(event: MouseTapeEvent): { readonly place: MousePlace; readonly hasMoved: boolean } {
    const { innerWidth, innerHeight } = this.#realm;
    if (Number.isNaN(this.#x)) [this.#x, this.#y] = [innerWidth / 2, innerHeight / 2];
    const next = placeAfter(event, { x: this.#x, y: this.#y });
    const hasMoved = (next.x !== this.#x || next.y !== this.#y) && this.#lockedWhere() === "nowhere";
    if (hasMoved) {
      // A relative movement stops at the edge of the viewport, as a real mouse does at the edge of the screen.
      this.#x = next.isPlaced ? next.x : clamp(next.x, innerWidth - 1);
      this.#y = next.isPlaced ? next.y : clamp(next.y, innerHeight - 1);
    }
    return { place: { x: this.#x, y: this.#y, movementX: next.movementX, movementY: next.movementY }, hasMoved };
  }

  #frameUnder(place: MousePlace): HTMLIFrameElement | null {
    if (this.#lockedWhere() === "here") return null;
    if (this.#heldFrame?.isConnected === true) return this.#heldFrame;
    const target = elementAt(this.#realm, place.x, place.y);
    return target instanceof this.#HTMLIFrameElement ? target : null;
  }
}

interface NextPlace extends MousePlace {
  /** Whether the event has a place of its own. */
  readonly isPlaced: boolean;
}

/** The place to which an event moves a mouse that was at `from`. Missing fields follow from the others. */
function placeAfter(event: MouseTapeEvent, from: { readonly x: number; readonly y: number }): NextPlace {
  if (event.type === "wheel") return { ...from, movementX: 0, movementY: 0, isPlaced: false };
  const { dx, dy } = event.type === "mouse_move" ? event : { dx: undefined, dy: undefined };
  if (event.x === undefined || event.y === undefined) {
    const [movementX, movementY] = [dx ?? 0, dy ?? 0];
    return { x: from.x + movementX, y: from.y + movementY, movementX, movementY, isPlaced: false };
  }
  const { x, y } = event;
  return { x, y, movementX: dx ?? x - from.x, movementY: dy ?? y - from.y, isPlaced: true };
}

/** The event in the coordinates of the iframe's own page. */
function within(frame: HTMLIFrameElement, event: MouseTapeEvent, place: MousePlace): PlayedEvent {
  if (event.type === "wheel") return event;
  const { x, y } = placeWithin(frame, place);
  if (event.type === "mouse_button") return { ...event, x, y };
  return { ...event, x, y, dx: place.movementX, dy: place.movementY };
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, 0), Math.max(0, limit));
}
