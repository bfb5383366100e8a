import { parentOf } from "./page-input.ts";

type Axis = "X" | "Y";

/** A turn of the wheel, in CSS pixels. */
interface Turn {
  readonly dx: number;
  readonly dy: number;
}

/**
 * Scrolls what a turn of the wheel over an element scrolls: the closest element that can still move that way, or the
 * document. Without the animation of a browser. False if nothing can move.
 */
export function scrollByWheel(realm: Window & typeof globalThis, target: Element, turn: Turn): boolean {
  const { scrollingElement, documentElement, body } = realm.document;
  const overflowOf = (element: Element, axis: Axis): string => realm.getComputedStyle(element)[`overflow${axis}`];
  for (let one: Node | null = target; one !== null; one = parentOf(one)) {
    // Their scrolling is that of the document.
    if (one === body || one === documentElement) break;
    const element = one;
    if (isElement(element) && scroll(element, turn, (axis) => /^(?:auto|scroll)$/u.test(overflowOf(element, axis))))
      return true;
  }
  if (scrollingElement === null) return false;
  const roots = body === null ? [documentElement] : [documentElement, body];
  return scroll(scrollingElement, turn, (axis) => !roots.some((root) => /hidden|clip/u.test(overflowOf(root, axis))));
}

/** Scrolls on the axes of which `mayMove` is true. False if the element is at its end there. */
function scroll(element: Element, { dx, dy }: Turn, mayMove: (axis: Axis) => boolean): boolean {
  const { scrollLeft, scrollTop } = element;
  const left = dx !== 0 && mayMove("X") ? dx : 0;
  const top = dy !== 0 && mayMove("Y") ? dy : 0;
  if (left !== 0 || top !== 0) element.scrollBy({ left, top, behavior: "instant" });
  return element.scrollLeft !== scrollLeft || element.scrollTop !== scrollTop;
}

const elementNode = 1;

/** Checked by its type, because each realm has a class of its own. */
function isElement(node: Node): node is Element {
  return node.nodeType === elementNode;
}
