import { nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/** A lazy image or frame. */
type LazyElement = HTMLImageElement | HTMLIFrameElement;

// The browser loads a lazy image of its outermost page from this far or further, by the connection.
const lazyPixels = 1250;

/**
 * Returns a function that tells whether a lazy image or frame loads by now, and makes it load if it is near. In a page
 * that is embedded by another origin the browser itself waits until the element is seen, but players open the page alone.
 */
export function createLazyLoads({ Element }: Realm): (element: LazyElement) => boolean {
  const getAttribute = nativeMethod(Element.prototype, "getAttribute");
  const setAttribute = nativeMethod(Element.prototype, "setAttribute");
  return (element) => {
    const { defaultView } = element.ownerDocument;
    if (defaultView === null || !element.isConnected) return false;
    // There the browser loads everything at once.
    if (defaultView.matchMedia("(scripting: none)").matches) return true;
    if (!isNear(element, defaultView)) return false;
    const given: unknown = Reflect.apply(getAttribute, element, ["loading"]);
    // A load that has begun goes on.
    if (typeof given === "string")
      for (const value of ["eager", given]) Reflect.apply(setAttribute, element, ["loading", value]);
    return true;
  };
}

/** An ancestor that clips an element may keep it from being near, and so may a frame around it. */
function isNear(element: Element, view: Window): boolean {
  if (element.getClientRects().length === 0) return false;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const { innerWidth, innerHeight } = view;
  const isInReach = bottom >= -lazyPixels && top <= innerHeight + lazyPixels;
  if (!isInReach || right < -lazyPixels || left > innerWidth + lazyPixels || isClipped(element, view)) return false;
  // Null for the outermost frame of an origin.
  const { frameElement } = view;
  const around = frameElement?.ownerDocument.defaultView;
  return !frameElement || !around || isNear(frameElement, around);
}

function isClipped(element: Element, view: Window): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  for (let box = element.parentElement; box !== null && box !== element.ownerDocument.body; box = box.parentElement) {
    if (view.getComputedStyle(box).overflow === "visible") continue;
    const clip = box.getBoundingClientRect();
    if (bottom < clip.top || top > clip.bottom || right < clip.left || left > clip.right) return true;
  }
  return false;
}
