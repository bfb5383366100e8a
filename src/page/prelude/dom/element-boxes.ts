interface Size {
  readonly width: number;
  readonly height: number;
}

/** A size along and across the lines of text. */
export interface LogicalSize {
  readonly inlineSize: number;
  readonly blockSize: number;
}

/** The boxes of an element that a ResizeObserver reports, in CSS pixels except for `device`. */
export interface ElementBoxes {
  readonly content: Size;
  readonly border: Size;
  readonly device: Size;
  /** Position of the content box within the padding box. */
  readonly left: number;
  readonly top: number;
  readonly isVertical: boolean;
}

/** Make the objects that the page gets. */
export interface EntryMakers {
  createEntry(values: ResizeObserverEntry): ResizeObserverEntry;
  createSize(values: ResizeObserverSize): ResizeObserverSize;
}

const noSize: Size = { width: 0, height: 0 };

/** Measures `target` as https://drafts.csswg.org/resize-observer/#calculate-box-size does. Forces layout. */
export function boxesOf(target: Element): ElementBoxes {
  // The target may belong to another frame.
  const realm = target.ownerDocument.defaultView;
  if (realm === null) return { content: noSize, border: noSize, device: noSize, left: 0, top: 0, isVertical: false };
  const style = realm.getComputedStyle(target);
  const isVertical = /^(?:vertical|sideways)/u.test(style.writingMode);
  // Device pixels per CSS pixel.
  const scale = realm.devicePixelRatio * target.currentCSSZoom;
  const toDevice = ({ width, height }: Size): Size => ({
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  if (isGraphics(target)) {
    const { width, height } = target.getBBox();
    const size = { width, height };
    return { content: size, border: size, device: toDevice(size), left: 0, top: 0, isVertical };
  }
  if (!hasBox(target, style)) {
    return { content: noSize, border: noSize, device: noSize, left: 0, top: 0, isVertical };
  }
  const pixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const styled = { width: pixels("width"), height: pixels("height") };
  const left = pixels("padding-left");
  const top = pixels("padding-top");
  const framed = {
    width: left + pixels("padding-right") + pixels("border-left-width") + pixels("border-right-width"),
    height: top + pixels("padding-bottom") + pixels("border-top-width") + pixels("border-bottom-width"),
  };
  const isBorderBox = style.boxSizing === "border-box";
  const content = isBorderBox
    ? { width: Math.max(0, styled.width - framed.width), height: Math.max(0, styled.height - framed.height) }
    : styled;
  const border = { width: content.width + framed.width, height: content.height + framed.height };
  return { content, border, device: toDevice(content), left, top, isVertical };
}

/** The size by which a box counts as changed. */
export function sizeOf(boxes: ElementBoxes, box: string): LogicalSize {
  const { content, border, device, isVertical } = boxes;
  const { width, height } = box === "border-box" ? border : box === "device-pixel-content-box" ? device : content;
  return isVertical ? { inlineSize: height, blockSize: width } : { inlineSize: width, blockSize: height };
}

/** The entry that a ResizeObserver passes to its callback. */
export function entryOf(
  target: Element,
  boxes: ElementBoxes,
  { createEntry, createSize }: EntryMakers,
): ResizeObserverEntry {
  const { content, left, top } = boxes;
  const toSizes = (box: string): readonly ResizeObserverSize[] => Object.freeze([createSize(sizeOf(boxes, box))]);
  const { DOMRectReadOnly } = target.ownerDocument.defaultView ?? globalThis;
  return createEntry({
    target,
    contentRect: new DOMRectReadOnly(left, top, content.width, content.height),
    contentBoxSize: toSizes("content-box"),
    borderBoxSize: toSizes("border-box"),
    devicePixelContentBoxSize: toSizes("device-pixel-content-box"),
  });
}

/** Whether it is an SVG shape, which has no CSS box. */
function isGraphics(target: Element): target is SVGGraphicsElement {
  return "getBBox" in target && target.localName !== "svg";
}

/** Elements that are not rendered have no box, nor do inline elements, except for images and the like. */
function hasBox(target: Element, style: CSSStyleDeclaration): boolean {
  if (style.width === "auto" || target.getClientRects().length === 0) return false;
  return style.display !== "inline" || target.clientWidth > 0 || target.clientHeight > 0;
}
