/** Edges in CSS pixels of the viewport. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One side of a root margin. */
export interface Margin {
  readonly value: number;
  readonly unit: string;
}

/** Parses the four margins, top first and clockwise. Like the browser, throws for units other than pixels and percent. */
export function parseMargins(realm: Window & typeof globalThis, text: string): readonly Margin[] {
  const lengths = text
    .trim()
    .split(/\s+/u)
    .filter((part) => part !== "")
    .map((part): Margin => {
      const [, value, unit] = /^(-?\d*\.?\d+)(px|%)$/u.exec(part) ?? [];
      if (value === undefined || unit === undefined) {
        if (part === "0") return { value: 0, unit: "px" };
        throw new realm.DOMException("rootMargin must be specified in pixels or percent.", "SyntaxError");
      }
      return { value: Number(value), unit };
    });
  const [top = { value: 0, unit: "px" }, right = top, bottom = top, left = right] = lengths;
  return [top, right, bottom, left];
}

/** The box with the margins added; percentages are of the box. */
export function addMargins(box: Box, margins: readonly Margin[]): Box {
  const [top = 0, right = 0, bottom = 0, left = 0] = margins.map(({ value, unit }, side) => {
    const extent = side % 2 === 0 ? box.bottom - box.top : box.right - box.left;
    return unit === "%" ? (value * extent) / 100 : value;
  });
  return { left: box.left - left, top: box.top - top, right: box.right + right, bottom: box.bottom + bottom };
}

/** The visible share of a target. A target without an area counts as fully visible. */
export function visibleShare(visible: Box, whole: Box): number {
  const area = areaOf(whole);
  return area === 0 ? 1 : Math.min(1, areaOf(visible) / area);
}

/**
 * The part of `target` that is left after clipping by every scrolling or clipping ancestor up to `root`, and by `root`
 * itself. Null if nothing is left or the target is not rendered.
 */
export function clip(
  realm: Window & typeof globalThis,
  target: Element,
  root: Element | Document | null,
  rootBounds: Box,
): Box | null {
  if (target.getClientRects().length === 0) return null;
  let visible: Box | null = target.getBoundingClientRect();
  for (
    let parent = target.parentElement;
    parent !== null && parent !== root && visible !== null;
    parent = parent.parentElement
  ) {
    const { overflowX, overflowY } = realm.getComputedStyle(parent);
    const isRoot = parent === realm.document.documentElement || parent === realm.document.body;
    if (!isRoot && (overflowX !== "visible" || overflowY !== "visible")) {
      visible = intersect(visible, parent.getBoundingClientRect());
    }
  }
  return visible === null ? null : intersect(visible, rootBounds);
}

function intersect(one: Box, other: Box): Box | null {
  const box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  // Boxes that only touch count as intersecting, as in the standard.
  return box.right < box.left || box.bottom < box.top ? null : box;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
