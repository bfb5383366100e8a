interface Size {
  readonly width: number;
  readonly height: number;
}

/** The boxes of an element that a ResizeObserver reports, in CSS pixels except for `device`. */
export interface ElementBoxes {
  readonly content: Size;
  readonly border: Size;
  readonly device: Size;
  /** Position of the content box within the padding box. */
  readonly left: number;
  readonly top: number;
}

const noSize: Size = { width: 0, height: 0 };

/** Measures `target` as https://drafts.csswg.org/resize-observer/#calculate-box-size does. Forces layout. */
export function boxesOf(realm: Window & typeof globalThis, target: Element): ElementBoxes {
  const ratio = realm.devicePixelRatio;
  if (target instanceof realm.SVGGraphicsElement && !(target instanceof realm.SVGSVGElement)) {
    const { width, height } = target.getBBox();
    const device = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    return { content: { width, height }, border: { width, height }, device, left: 0, top: 0 };
  }
  const style = realm.getComputedStyle(target);
  const pixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const styled = { width: pixels("width"), height: pixels("height") };
  // Elements that are not rendered or are inline have no used width.
  const isBoxed = style.width !== "auto" && target.getClientRects().length > 0;
  if (!isBoxed) return { content: noSize, border: noSize, device: noSize, left: 0, top: 0 };
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
  const device = { width: Math.round(content.width * ratio), height: Math.round(content.height * ratio) };
  return { content, border, device, left, top };
}

/** The entry that a ResizeObserver passes to its callback. */
export function entryOf(realm: Window & typeof globalThis, target: Element, boxes: ElementBoxes): ResizeObserverEntry {
  const { content, border, device, left, top } = boxes;
  const isVertical = realm.getComputedStyle(target).writingMode.startsWith("vertical");
  const toSizes = ({ width, height }: Size): readonly ResizeObserverSize[] =>
    Object.freeze([isVertical ? { inlineSize: height, blockSize: width } : { inlineSize: width, blockSize: height }]);
  const entry: ResizeObserverEntry = {
    target,
    contentRect: new realm.DOMRectReadOnly(left, top, content.width, content.height),
    contentBoxSize: toSizes(content),
    borderBoxSize: toSizes(border),
    devicePixelContentBoxSize: toSizes(device),
  };
  Object.setPrototypeOf(entry, realm.ResizeObserverEntry.prototype);
  return entry;
}
