import type { SourceEvent } from "../../../formats/tape.ts";

// Converts between the coordinates of a page and those of an iframe in it, both in CSS pixels of the own viewport.

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Converts a position in the page to the iframe's coordinates. */
export function placeWithin(frame: HTMLIFrameElement, place: Place): Place {
  const { left, top, scaleX, scaleY } = viewportOf(frame);
  return { x: rounded((place.x - left) / scaleX), y: rounded((place.y - top) / scaleY) };
}

/** Converts a position in the iframe to the page's coordinates. */
export function placeAround(frame: HTMLIFrameElement, { x, y }: Place): Place {
  const { left, top, scaleX, scaleY } = viewportOf(frame);
  return { x: rounded(x * scaleX + left), y: rounded(y * scaleY + top) };
}

/** Converts an event in the iframe to the page's coordinates. */
export function seenAround(frame: HTMLIFrameElement, event: SourceEvent): SourceEvent {
  if (event.type !== "mouse_move" && event.type !== "mouse_button") return event;
  if (event.x === undefined || event.y === undefined) return event;
  return { ...event, ...placeAround(frame, { x: event.x, y: event.y }) };
}

/** An iframe cannot know the scale at which its page shows it. */
function viewportOf(frame: HTMLIFrameElement): Readonly<Record<"left" | "top" | "scaleX" | "scaleY", number>> {
  const { offsetWidth, offsetHeight, clientLeft, clientTop } = frame;
  const box = frame.getBoundingClientRect();
  const scaleX = offsetWidth === 0 ? 1 : box.width / offsetWidth;
  const scaleY = offsetHeight === 0 ? 1 : box.height / offsetHeight;
  return { left: box.left + clientLeft * scaleX, top: box.top + clientTop * scaleY, scaleX, scaleY };
}

/** A round trip must not change a coordinate: mouse events truncate fractions, so 99.999... would become 99. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
