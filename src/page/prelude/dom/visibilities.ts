/** Points on each side of the grid in which a target is looked for. */
const gridSize = 5;
// A hit test rounds its point, and the edges of a box belong to its neighbours, too.
const insetPx = 1;
const plainScale = /^matrix\((\S+), 0, 0, (\S+), /u;

/**
 * True if a target is shown as it is, without effects and with nothing above it. The browser tests the whole box; here
 * the points of a grid do, because a page has no other means that is the same in every run. What is painted outside of
 * its box, such as a shadow, covers nothing.
 */
export function isShownWhole(target: Element): boolean {
  if (hasEffects(target)) return false;
  const { left, top, width, height } = target.getBoundingClientRect();
  if (width <= 0 || height <= 0) return false;
  for (let row = 0; row < gridSize; row += 1) {
    for (let column = 0; column < gridSize; column += 1) {
      const point = { x: along(left, width, column), y: along(top, height, row) };
      if (!isOnTop(target, point)) return false;
    }
  }
  return true;
}

function along(from: number, extent: number, index: number): number {
  return from + insetPx + ((extent - 2 * insetPx) * index) / (gridSize - 1);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** True if a target is on top at a point of its viewport, and its frame at that point of the document around it. */
function isOnTop(target: Element, { x, y }: Point): boolean {
  const { defaultView } = target.ownerDocument;
  const hit = target.ownerDocument.elementsFromPoint(x, y).find((element) => !isTransparent(element));
  // Nothing covers it outside of the viewport.
  if (hit === undefined) return true;
  if (!target.contains(hit) && !hit.contains(target)) return false;
  const frame = defaultView?.frameElement ?? null;
  return frame === null || isOnTop(frame, placeIn(frame, { x, y }));
}

/** Converts a point in a frame to one of the document around it. */
function placeIn(frame: Element, { x, y }: Point): Point {
  const { left, top, width, height } = frame.getBoundingClientRect();
  const style = styleOf(frame);
  const scaleX = width / (Number(Reflect.get(frame, "offsetWidth")) || width);
  const scaleY = height / (Number(Reflect.get(frame, "offsetHeight")) || height);
  const pixels = (text: string | undefined): number => Number.parseFloat(text ?? "") || 0;
  return {
    x: left + (frame.clientLeft + pixels(style?.paddingLeft) + x) * scaleX,
    y: top + (frame.clientTop + pixels(style?.paddingTop) + y) * scaleY,
  };
}

function isTransparent(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (styleOf(at)?.opacity === "0") return true;
  }
  return false;
}

/** True if the target looks other than its own style says. It may be moved, and enlarged without another shape. */
function hasEffects(target: Element): boolean {
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    const style = styleOf(at);
    if (style === undefined) return true;
    if (style.opacity !== "1" || style.filter !== "none" || style.mixBlendMode !== "normal") return true;
    if (style.transform === "none") continue;
    const [, scaleX, scaleY] = plainScale.exec(style.transform) ?? [];
    if (scaleX === undefined || scaleX !== scaleY || Number(scaleX) < 1) return true;
  }
  return false;
}

function styleOf(element: Element): CSSStyleDeclaration | undefined {
  return element.ownerDocument.defaultView?.getComputedStyle(element);
}
