import { ownDocument } from "../native/own-documents.ts";
import type { VirtualTimers } from "../time/virtual-timers.ts";

/** Called with each element that is inserted, by markup or by a script. */
export type NoteInserted = (element: Element) => void;

/**
 * Gives the focus to the first inserted element with the attribute `autofocus`, before the animation frames. The browser
 * does so in a window of its own, but not in a page that another origin embeds.
 */
export function giveAutofocus(
  realm: Window & typeof globalThis,
  timers: Pick<VirtualTimers, "runEarly">,
): NoteInserted {
  const { HTMLElement } = realm;
  const { focus, hasAttribute } = HTMLElement.prototype;
  let inserted: HTMLElement[] = [];
  // The window around a frame of the same origin would give it.
  let isDone = realm.frameElement !== null;
  function give(candidates: readonly HTMLElement[]): void {
    const { activeElement, body, documentElement } = ownDocument();
    isDone ||= activeElement !== null && activeElement !== body && activeElement !== documentElement;
    for (const candidate of candidates) {
      if (isDone) return;
      Reflect.apply(focus, candidate, []);
      // An element may be hidden, or take no focus.
      isDone = ownDocument().activeElement === candidate;
    }
  }
  timers.runEarly({
    areDue: () => inserted.length > 0,
    take() {
      const candidates = inserted;
      inserted = [];
      return candidates.length === 0
        ? []
        : [
            () => {
              give(candidates);
            },
          ];
    },
  });
  return (element) => {
    if (isDone || !(element instanceof HTMLElement)) return;
    if (Reflect.apply(hasAttribute, element, ["autofocus"])) inserted.push(element);
  };
}
