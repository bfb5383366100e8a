import { replaceMethod } from "../native/native-look.ts";
import { nativeGetter } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/** How far the parts of a page are scrolled. */
export interface ScrolledPlaces {
  /** Call for an element or a document that has been scrolled. */
  note(target: unknown): void;
  /** True if a scroll position has changed since, for example by a layout whose content has become shorter. */
  haveMoved(): boolean;
  /** Where an element is scrolled to, or the page for anything else. */
  placeOf(target: unknown): string;
}

const start = "0 0";

/** Follows the places in `realm` that have been scrolled. Call before its getters are replaced. */
export function followScrolls(realm: Realm): ScrolledPlaces {
  const { Element } = realm;
  const [top, left] = (["scrollTop", "scrollLeft"] as const).map((key) => nativeGetter(Element.prototype, key));
  const [y, x] = (["scrollY", "scrollX"] as const).map((key) => nativeGetter(realm, key));
  // The page itself is also scrolled by steps in its history and by a fragment in its address.
  const places = new Map<object, string>([[realm, start]]);

  function placeOf(target: unknown): string {
    return target instanceof Element
      ? `${String(left?.(target))} ${String(top?.(target))}`
      : `${String(x?.(realm))} ${String(y?.(realm))}`;
  }

  function note(target: unknown): void {
    const box = target instanceof Element ? target : realm;
    places.set(box, placeOf(box));
  }

  /** A focused element scrolls into view at once, and whatever is around it has a new place. */
  function onFocus(focused: unknown): void {
    if (!(focused instanceof Element)) return;
    for (let box = focused.parentElement; box !== null; box = box.parentElement) {
      if (!places.has(box) && placeOf(box) !== start) places.set(box, start);
    }
  }

  for (const { prototype } of [realm.HTMLElement, realm.SVGElement]) {
    replaceMethod(prototype, "focus", (focus) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(focus, this, parameters);
        onFocus(this);
        return result;
      }
      return replacement;
    });
  }

  return {
    note,
    placeOf,
    haveMoved() {
      let haveMoved = false;
      for (const [box, before] of places) {
        const place = placeOf(box);
        if (place !== before) haveMoved = true;
        const isGone = box instanceof Element && (place === start || !box.isConnected);
        if (isGone) places.delete(box);
        else places.set(box, place);
      }
      return haveMoved;
    },
  };
}
