import { replaceMethod } from "../native/native-look.ts";
import type { PageInput } from "./page-input.ts";

/** The element that has captured the mouse. */
export interface PointerCapture {
  element(): Element | null;
  /** Call before each event of the pointer: the page's last call takes effect, with its events. */
  settle(): void;
  /** Call when the last button is up. */
  release(): void;
}

export interface PointerCaptureParts extends Pick<PageInput, "realm" | "isReal"> {
  /** True while a button is down: the mouse cannot be captured otherwise. */
  readonly isPressed: () => boolean;
}

/** The `pointerId` of the mouse. */
export const mousePointerId = 1;
/** No pointer has it, so the browser refuses it. */
const unknownPointerId = -1;

/** Replaces pointer capture for the mouse. The native one only knows pointers that the browser has seen itself. */
export function installPointerCapture(
  { realm, isReal, isPressed }: PointerCaptureParts,
  tell: (target: Element, type: "gotpointercapture" | "lostpointercapture") => void,
): PointerCapture {
  let captured: Element | null = null;
  /** The element by the page's last call. */
  let wanted: Element | null = null;

  function settle(): void {
    const former = captured;
    if (former === wanted) return;
    captured = wanted;
    if (former?.isConnected === true) tell(former, "lostpointercapture");
    if (captured !== null) tell(captured, "gotpointercapture");
  }

  const { prototype } = realm.Element;
  /** Replaces a method that throws for pointers which there are not. `act` does its work for the mouse. */
  const replace = (name: string, act: (element: Element) => void): void => {
    replaceMethod(prototype, name, (original) => {
      return function replacement(this: Element, ...parameters: unknown[]): void {
        if (isReal() || parameters.length === 0) Reflect.apply(original, this, parameters);
        else if (Number(parameters[0]) !== mousePointerId) Reflect.apply(original, this, [unknownPointerId]);
        // The browser throws for an element that is in no document.
        else if (!this.isConnected) Reflect.apply(original, this, [mousePointerId]);
        else act(this);
      };
    });
  };
  replace("setPointerCapture", (element) => {
    if (isPressed()) wanted = element;
  });
  replace("releasePointerCapture", (element) => {
    if (wanted === element) wanted = null;
  });
  replaceMethod(prototype, "hasPointerCapture", (original) => {
    return function replacement(this: Element, pointerId: number): unknown {
      if (isReal()) return Reflect.apply(original, this, [pointerId]);
      return pointerId === mousePointerId && wanted === this;
    };
  });
  return {
    element: () => (captured?.isConnected === true ? captured : null),
    settle,
    release() {
      wanted = null;
      settle();
    },
  };
}
