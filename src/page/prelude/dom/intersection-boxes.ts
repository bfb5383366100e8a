/** Edges in CSS pixels of a viewport. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Realm = Window & typeof globalThis;

/** The options of an observer, as the browser shows them. */
export interface IntersectionOptions {
  readonly root: Element | Document | null;
  readonly rootMargin: string;
  readonly scrollMargin: string;
}

export const emptyBox: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** The bounds of an observer's root in the viewport of the root's document, margins included. */
export function boundsOf(realm: Realm, { root, rootMargin }: IntersectionOptions): Box {
  return addMargins(rootBox(realm, root), rootMargin);
}

/** The visible share of a target. A target without an area counts as fully visible. */
export function visibleShare(visible: Box, whole: Box): number {
  const area = areaOf(whole);
  return area === 0 ? 1 : Math.min(1, areaOf(visible) / area);
}

/**
 * The part of `target` that is left, in the viewport of its own document, after clipping by every box around it up to
 * the root, out of frames too, and by the root itself. Null if nothing is left, or the root is not around the target.
 */
export function clip(target: Element, options: IntersectionOptions, rootBounds: Box): Box | null {
  if (target === options.root || target.getClientRects().length === 0) return null;
  const visible = target.getBoundingClientRect();
  let shown = clipInDocument({ visible, x: 0, y: 0, within: containerOf(target) }, options);
  if (shown !== null && !isAt(shown, options.root)) return null;
  let frame = frameOf(target);
  while (options.root === null && frame !== null && shown !== null) {
    shown = leaveFrame(shown, frame, options);
    shown = shown === null ? null : clipInDocument(shown, options);
    frame = frameOf(frame);
  }
  const left = shown === null ? null : intersect(shown.visible, rootBounds);
  return left === null || shown === null ? null : moved(left, -shown.x, -shown.y);
}

/** Whether the root is around the target: the viewport is, unless the root is an element. */
function isAt({ within }: Shown, root: Element | Document | null): boolean {
  return root === null || "defaultView" in root ? within === null : within === root;
}

function frameOf({ ownerDocument }: Element): Element | null {
  return ownerDocument.defaultView?.frameElement ?? null;
}

/** The visible part of a target, on the way out to the root. */
interface Shown {
  readonly visible: Box;
  /** How far it has been moved on the way out of frames. */
  readonly x: number;
  readonly y: number;
  /** The next box around it; null for the viewport. */
  readonly within: Element | null;
}

/** Clips up to the root or the viewport. */
function clipInDocument(shown: Shown, { root, scrollMargin }: IntersectionOptions): Shown | null {
  let { visible, within } = shown;
  while (within !== null && within !== root) {
    if (isClipping(within)) {
      const left = intersect(visible, addMargins(clientBox(within), scrollMargin));
      if (left === null) return null;
      visible = left;
    }
    within = containerOf(within);
  }
  return { ...shown, visible, within };
}

/** Clips at the viewport of a frame, and continues in the document around it. */
function leaveFrame({ visible, x, y }: Shown, frame: Element, { scrollMargin }: IntersectionOptions): Shown | null {
  const origin = contentOrigin(frame);
  const { width, height } = sizeInside(frame);
  const viewport = addMargins({ left: 0, top: 0, right: width, bottom: height }, scrollMargin);
  const left = intersect(visible, viewport);
  if (left === null) return null;
  const placed = moved(left, origin.x, origin.y);
  return { visible: placed, x: x + origin.x, y: y + origin.y, within: containerOf(frame) };
}

function rootBox(realm: Realm, root: Element | Document | null): Box {
  if (root === null) return viewportOf(outermost(realm).document);
  if ("defaultView" in root) return viewportOf(root);
  return isClipping(root) ? clientBox(root) : root.getBoundingClientRect();
}

/** The window of the game's own page; the page that embeds it has another origin. */
function outermost(realm: Window): Window {
  let found = realm;
  while (found.frameElement !== null) found = found.parent;
  return found;
}

/** The viewport without its scroll bars. */
function viewportOf({ documentElement, body, compatMode, defaultView }: Document): Box {
  const isQuirky = compatMode === "BackCompat";
  const shown: Element | null = isQuirky ? body : documentElement;
  const { clientWidth, clientHeight } = shown ?? { clientWidth: 0, clientHeight: 0 };
  return {
    ...{ left: 0, top: 0 },
    ...{
      right: clientWidth || (defaultView?.innerWidth ?? 0),
      bottom: clientHeight || (defaultView?.innerHeight ?? 0),
    },
  };
}

/** The box within the borders and scroll bars. */
function clientBox(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { clientLeft, clientTop, clientWidth, clientHeight } = element;
  const { offsetWidth, offsetHeight } = "offsetWidth" in element ? sizes(element) : { offsetWidth: 0, offsetHeight: 0 };
  // A transformed box is larger or smaller than its layout.
  const scaleX = offsetWidth > 0 ? width / offsetWidth : 1;
  const scaleY = offsetHeight > 0 ? height / offsetHeight : 1;
  const from = { x: left + clientLeft * scaleX, y: top + clientTop * scaleY };
  return {
    left: from.x,
    top: from.y,
    right: from.x + clientWidth * scaleX,
    bottom: from.y + clientHeight * scaleY,
  };
}

function sizes(element: Element): { readonly offsetWidth: number; readonly offsetHeight: number } {
  return {
    offsetWidth: Number(Reflect.get(element, "offsetWidth")),
    offsetHeight: Number(Reflect.get(element, "offsetHeight")),
  };
}

function sizeInside(frame: Element): { readonly width: number; readonly height: number } {
  const inside: unknown = Reflect.get(frame, "contentDocument");
  if (!isDocument(inside)) return { width: frame.clientWidth, height: frame.clientHeight };
  const { right, bottom } = viewportOf(inside);
  return { width: right, height: bottom };
}

function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null;
}

function contentOrigin(frame: Element): { readonly x: number; readonly y: number } {
  const { left, top } = clientBox(frame);
  const style = frame.ownerDocument.defaultView?.getComputedStyle(frame);
  const pixels = (text: string | undefined): number => Number.parseFloat(text ?? "") || 0;
  return { x: left + pixels(style?.paddingLeft), y: top + pixels(style?.paddingTop) };
}

/** Whether an element clips its contents. For the outermost elements the viewport does that. */
function isClipping(element: Element): boolean {
  const { documentElement, body, defaultView } = element.ownerDocument;
  if (element === documentElement || element === body || defaultView === null) return false;
  const { overflowX, overflowY, contain } = defaultView.getComputedStyle(element);
  return overflowX !== "visible" || overflowY !== "visible" || /paint|strict|content/u.test(contain);
}

/** The next box out that positions and clips an element; null for the viewport. */
function containerOf(element: Element): Element | null {
  const position = styleOf(element)?.position ?? "static";
  let parent = parentOf(element);
  while (parent !== null && (position === "fixed" || position === "absolute")) {
    const style = styleOf(parent);
    if (style === undefined || holdsFixed(style) || (position === "absolute" && style.position !== "static")) break;
    parent = parentOf(parent);
  }
  return parent;
}

function holdsFixed({ transform, perspective, filter, contain, willChange }: CSSStyleDeclaration): boolean {
  if (transform !== "none" || perspective !== "none" || filter !== "none") return true;
  return /paint|layout|strict|content/u.test(contain) || /transform|perspective|filter/u.test(willChange);
}

function styleOf(element: Element): CSSStyleDeclaration | undefined {
  return element.ownerDocument.defaultView?.getComputedStyle(element);
}

/** The parent in the flat tree. */
function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  if (element.parentElement !== null) return element.parentElement;
  const { parentNode } = element;
  return parentNode !== null && "host" in parentNode && isElement(parentNode.host) ? parentNode.host : null;
}

function isElement(value: unknown): value is Element {
  return typeof value === "object" && value !== null;
}

/** The box with the margins added. They come from the browser: four lengths in pixels or percent, top first. */
function addMargins(box: Box, margins: string): Box {
  const [top = 0, right = 0, bottom = 0, left = 0] = margins.split(" ").map((text, side) => {
    const extent = side % 2 === 0 ? box.bottom - box.top : box.right - box.left;
    const value = Number.parseFloat(text);
    return text.endsWith("%") ? (value * extent) / 100 : value;
  });
  const grown = { left: box.left - left, top: box.top - top, right: box.right + right, bottom: box.bottom + bottom };
  // Two margins that meet leave a line, regardless of the last digits of their sum.
  return { ...grown, right: atLeast(grown.right, grown.left), bottom: atLeast(grown.bottom, grown.top) };
}

function atLeast(edge: number, other: number): number {
  return edge < other && other - edge < 1e-6 ? other : edge;
}

function moved({ left, top, right, bottom }: Box, x: number, y: number): Box {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
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
