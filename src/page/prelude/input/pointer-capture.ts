import { replaceMethod } from "../native/native-look.ts";
import type { PageInput } from "./page-input.ts";

/** The element that has captured the mouse. */
export interface PointerCapture {
  element(): Element | null;
  release(): void;
}

/** The `pointerId` of the mouse. */
const mousePointerId = 1;

/** Replaces pointer capture for the mouse. The native one only knows pointers that the browser has seen itself. */
export function installPointerCapture(
  { realm, isReal }: Pick<PageInput, "realm" | "isReal">,
  tell: (target: Element, type: "gotpointercapture" | "lostpointercapture") => void,
): PointerCapture {
  let captured: Element | null = null;

  function change(next: Element | null): void {
    const former = captured;
    if (former === next) return;
    captured = next;
    if (former?.isConnected === true) tell(former, "lostpointercapture");
    if (next !== null) tell(next, "gotpointercapture");
  }

  const { prototype } = realm.Element;
  replaceMethod(prototype, "setPointerCapture", (original) => {
    return function replacement(this: Element, pointerId: number): void {
      if (isReal()) Reflect.apply(original, this, [pointerId]);
      else if (pointerId === mousePointerId) change(this);
    };
  });
  replaceMethod(prototype, "releasePointerCapture", (original) => {
    return function replacement(this: Element, pointerId: number): void {
      if (isReal()) Reflect.apply(original, this, [pointerId]);
      else if (pointerId === mousePointerId && captured === this) change(null);
    };
  });
  replaceMethod(prototype, "hasPointerCapture", (original) => {
    return function replacement(this: Element, pointerId: number): unknown {
      if (isReal()) return Reflect.apply(original, this, [pointerId]);
      return pointerId === mousePointerId && captured === this;
    };
  });
  return {
    element: () => (captured?.isConnected === true ? captured : null),
    release() {
      change(null);
    },
  };
}
