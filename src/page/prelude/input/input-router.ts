import type { TapeEvent } from "../../../formats/tape.ts";
import type { HeardInput } from "../../realm-agent.ts";
import { placeWithin, seenAround } from "./frame-places.ts";
import { elementAt, focusedElement, type MousePlace } from "./page-input.ts";

type MouseTapeEvent = Extract<TapeEvent, { readonly type: "mouse_move" | "mouse_button" | "wheel" }>;

/** Where the mouse of a realm is, and which events go on into the frames of its page. */
export interface InputRouter {
  /** Passes an event on if a frame has the focus; says whether it did. */
  toFocused(event: TapeEvent): boolean;
  /** Passes an event on to every frame. */
  toAll(event: TapeEvent): void;
  /** Follows the mouse, and passes the event on if it is over a frame. */
  readonly aim: (event: MouseTapeEvent) => Aim;
  takeFor(source: MessageEventSource): readonly TapeEvent[];
  /** What was heard in a frame, by the coordinates of the page: routed again, it comes to the same frame. */
  comingFrom(source: MessageEventSource, heard: readonly HeardInput[]): readonly HeardInput[];
}

export interface Aim {
  readonly place: MousePlace;
  /** Whether the event says another place than the one before. */
  readonly hasMoved: boolean;
  /** The frame that was given the event; null where it is for the page itself. */
  readonly frame: Element | null;
}

/** Creates the router of a realm, with the mouse in the middle of its viewport. While it is locked the mouse stays put. */
export function createInputRouter(
  realm: Window & typeof globalThis,
  lockedWhere: () => "here" | "below" | "nowhere",
): InputRouter {
  const { HTMLIFrameElement } = realm;
  const waiting = new Map<MessageEventSource, TapeEvent[]>();
  let x = Number.NaN;
  let y = Number.NaN;
  // What a press began in a frame goes on there until the release, wherever the mouse is.
  let heldFrame: HTMLIFrameElement | null = null;

  function pass(frame: HTMLIFrameElement, event: TapeEvent): void {
    const { contentWindow } = frame;
    if (contentWindow === null) return;
    const events = waiting.get(contentWindow);
    if (events === undefined) waiting.set(contentWindow, [event]);
    else events.push(event);
  }

  function follow(event: MouseTapeEvent): { readonly place: MousePlace; readonly hasMoved: boolean } {
    if (Number.isNaN(x)) [x, y] = [realm.innerWidth / 2, realm.innerHeight / 2];
    const next = placeAfter(event, { x, y });
    const hasMoved = (next.x !== x || next.y !== y) && lockedWhere() === "nowhere";
    if (hasMoved) {
      // Without a place of its own the event stops at the border, as a real mouse does at that of the screen.
      x = next.isPlaced ? next.x : clamp(next.x, realm.innerWidth - 1);
      y = next.isPlaced ? next.y : clamp(next.y, realm.innerHeight - 1);
    }
    return { place: { x, y, movementX: next.movementX, movementY: next.movementY }, hasMoved };
  }

  function frameUnder(place: MousePlace): HTMLIFrameElement | null {
    if (lockedWhere() === "here") return null;
    if (heldFrame?.isConnected === true) return heldFrame;
    const target = elementAt(realm, place.x, place.y);
    return target instanceof HTMLIFrameElement ? target : null;
  }

  return {
    toFocused(event) {
      const focused = focusedElement(realm);
      if (!(focused instanceof HTMLIFrameElement)) return false;
      pass(focused, event);
      return true;
    },
    toAll(event) {
      for (const frame of realm.document.querySelectorAll("iframe")) pass(frame, event);
    },
    aim(event) {
      const { place, hasMoved } = follow(event);
      const frame = frameUnder(place);
      if (event.type === "mouse_button") heldFrame = event.pressed ? frame : null;
      if (frame !== null) pass(frame, within(frame, event, place));
      return { place, hasMoved, frame };
    },
    takeFor(source) {
      const events = waiting.get(source);
      if (events === undefined) return nothing;
      waiting.delete(source);
      return events;
    },
    comingFrom(source, heard) {
      if (heard.length === 0) return heard;
      const frame = [...realm.document.querySelectorAll("iframe")].find(
        ({ contentWindow }) => contentWindow === source,
      );
      if (frame === undefined) return heard;
      return heard.map(({ atMs, event }) => ({ atMs, event: seenAround(frame, event) }));
    },
  };
}

interface NextPlace extends MousePlace {
  /** Whether the event says where it is. */
  readonly isPlaced: boolean;
}

/** Where an event takes a mouse that was at `from`; what it leaves out follows from the rest. */
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

const nothing: readonly TapeEvent[] = [];

/** The event as the frame's page sees it: by its own coordinates. */
function within(frame: HTMLIFrameElement, event: MouseTapeEvent, place: MousePlace): TapeEvent {
  if (event.type === "wheel") return event;
  const { x, y } = placeWithin(frame, place);
  if (event.type === "mouse_button") return { ...event, x, y };
  return { ...event, x, y, dx: place.movementX, dy: place.movementY };
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, 0), Math.max(0, limit));
}
