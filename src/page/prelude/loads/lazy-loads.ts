// The browser loads a lazy image when it is at most this far from the viewport, on any connection, and a frame from
// further away.
const lazyPixels = 1250;

/**
 * True if a lazy image or frame is so near to the viewport that the browser loads it. An ancestor that clips it may
 * prevent that.
 */
export function isNear(element: Element): boolean {
  const { defaultView } = element.ownerDocument;
  if (defaultView === null || !element.isConnected || element.getClientRects().length === 0) return false;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const { innerWidth, innerHeight } = defaultView;
  const isInReach = bottom >= -lazyPixels && top <= innerHeight + lazyPixels;
  return isInReach && right >= -lazyPixels && left <= innerWidth + lazyPixels && !isClipped(element, defaultView);
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
