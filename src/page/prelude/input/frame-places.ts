import type { SourceEvent } from "../../../formats/tape.ts";

// Between the coordinates of a page and those of a frame in it, CSS pixels of the viewport of each.

interface Place {
  readonly x: number;
  readonly y: number;
}

/** What lies at `place` of the page, as the frame there sees it. */
export function placeWithin(frame: HTMLIFrameElement, place: Place): Place {
  const { left, top, scaleX, scaleY } = viewportOf(frame);
  return { x: rounded((place.x - left) / scaleX), y: rounded((place.y - top) / scaleY) };
}

/** What a device did in the frame, as the page around it would have seen it. */
export function seenAround(frame: HTMLIFrameElement, event: SourceEvent): SourceEvent {
  if (event.type !== "mouse_move" && event.type !== "mouse_button") return event;
  if (event.x === undefined || event.y === undefined) return event;
  const { left, top, scaleX, scaleY } = viewportOf(frame);
  return { ...event, x: rounded(event.x * scaleX + left), y: rounded(event.y * scaleY + top) };
}

/** A frame that its page shows larger or smaller knows nothing of it. */
function viewportOf(frame: HTMLIFrameElement): Readonly<Record<"left" | "top" | "scaleX" | "scaleY", number>> {
  const { offsetWidth, offsetHeight, clientLeft, clientTop } = frame;
  const box = frame.getBoundingClientRect();
  const scaleX = offsetWidth === 0 ? 1 : box.width / offsetWidth;
  const scaleY = offsetHeight === 0 ? 1 : box.height / offsetHeight;
  return { left: box.left + clientLeft * scaleX, top: box.top + clientTop * scaleY, scaleX, scaleY };
}

/** There and back again must be where it was: mouse events cut fractions off, and 99.999... would become 99. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
