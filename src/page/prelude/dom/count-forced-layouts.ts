import { globalOwner, prototypeOf, replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { DomChanges } from "./dom-changes.ts";

/** Counts how often a page makes the browser lay it out in the middle of a frame. */
export interface ForcedLayouts {
  /** Call where the browser lays the page out anyway: what has changed until now forces nothing. */
  settle(): void;
  count(): number;
}

/** The members that are only known once the page is laid out, by class. A window's own are those of the realm. */
const measured: Readonly<Record<string, readonly string[]>> = {
  Element: [
    ...["clientHeight", "clientLeft", "clientTop", "clientWidth"],
    ...["scrollHeight", "scrollLeft", "scrollTop", "scrollWidth"],
  ],
  HTMLElement: ["innerText", "offsetHeight", "offsetLeft", "offsetParent", "offsetTop", "offsetWidth"],
};
const measuring: Readonly<Record<string, readonly string[]>> = {
  Document: ["elementFromPoint", "elementsFromPoint"],
  Element: ["getBoundingClientRect", "getClientRects", "scrollIntoView"],
  Range: ["getBoundingClientRect", "getClientRects"],
  ShadowRoot: ["elementFromPoint", "elementsFromPoint"],
  SVGGraphicsElement: ["getBBox"],
};
const measuredOfWindow = ["pageXOffset", "pageYOffset", "scrollX", "scrollY"];

/**
 * Counts reads of the layout that follow a change of the document since the layout was last known. Call when everything
 * else is installed, so that Framegate's own reads are not seen.
 *
 * The changes are those of `changes`. A change that turns out not to matter for the layout counts like any other: what
 * matters is the browser's secret.
 */
export function countForcedLayouts(realm: Window & typeof globalThis, changes: DomChanges): ForcedLayouts {
  let [count, settled] = [0, 0];

  function settle(): void {
    changes.flush();
    settled = changes.count();
  }

  function read(): void {
    const before = settled;
    settle();
    if (settled !== before) count += 1;
  }

  function watchGetter(owner: object, name: string): void {
    replaceGetter(owner, name, (original) => {
      read();
      return original();
    });
  }

  function watchMethod(owner: object, name: string): void {
    replaceMethod(owner, name, (method) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        read();
        return Reflect.apply(method, this, parameters);
      }
      return replacement;
    });
  }

  for (const [name, members] of Object.entries(measured)) {
    const prototype = prototypeOf(realm, name);
    for (const member of members) if (prototype !== null) watchGetter(prototype, member);
  }
  for (const [name, members] of Object.entries(measuring)) {
    const prototype = prototypeOf(realm, name);
    for (const member of members) if (prototype !== null) watchMethod(prototype, member);
  }
  for (const member of measuredOfWindow) watchGetter(realm, member);
  watchMethod(globalOwner(realm, "getComputedStyle"), "getComputedStyle");
  return { settle, count: () => count };
}
