import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import type { LoadParts } from "./load-parts.ts";

/** Decides when responses may be delivered to a page. */
export interface LoadGate {
  isOpen(): boolean;
  /** Puts the page's `load` and `pageshow` events into the order. Call once. */
  orderLoadEvent(order: AsyncOrder, events: HeldEvents, afterFrames: LoadParts["afterFrames"]): void;
  /** Drops those that are still held. Call when a script writes the document anew: its listeners are new, too. */
  forgetLoadEvent(): void;
}

/**
 * Follows the loading of `realm`'s document. The network decides how far the parser is when a response arrives, so
 * nothing is delivered before all scripts of the document have run. The `load` event comes after the responses to those
 * scripts' requests, wherever the browser puts it, and after the `load` events of the document's frames. Then comes
 * `pageshow`, after the `load` event of the frame's element.
 */
export function watchLoad(realm: Window & typeof globalThis): LoadGate {
  // A worker's script always runs to its end first.
  if (!("document" in realm)) {
    const nothing = (): void => undefined;
    return { isOpen: () => true, orderLoadEvent: nothing, forgetLoadEvent: nothing };
  }
  let isParsed = realm.document.readyState === "complete";
  let load: Registered | null = null;
  let pageshow: Registered | null = null;
  let order: AsyncOrder | null = null;
  let events: HeldEvents | null = null;
  let afterFrames: LoadParts["afterFrames"] | null = null;

  /** Runs once, at the first of two events: the turn after DOMContentLoaded, or `load` itself. */
  function orderLoad(): void {
    isParsed = true;
    if (order === null || load !== null) return;
    load = order.expect("the load of the document");
  }

  const { port1, port2 } = new realm.MessageChannel();
  const post = port2.postMessage.bind(port2);
  port1.onmessage = orderLoad;
  const onParsed = (): void => {
    // In a task of its own, so that requests of the page's own listeners come first.
    post(0);
  };
  realm.addEventListener("DOMContentLoaded", onParsed, { capture: true, once: true });

  function onLoad(event: Event): void {
    if (event.target !== realm.document) return;
    realm.removeEventListener("load", onLoad, true);
    if (order === null) return;
    event.stopImmediatePropagation();
    orderLoad();
    deliver(load, event);
  }
  realm.addEventListener("load", onLoad, true);

  // The browser sends it in the same task.
  function onPageshow(event: Event): void {
    if (event.target !== realm.document || order === null || load === null) return;
    realm.removeEventListener("pageshow", onPageshow, true);
    event.stopImmediatePropagation();
    const after = realm.frameElement === null ? undefined : afterFrames?.get(realm.frameElement);
    if (after !== undefined) {
      after.push(() => events?.letGo(realm, event));
      return;
    }
    pageshow = order.expect("the event pageshow", { after: load });
    deliver(pageshow, event);
  }
  realm.addEventListener("pageshow", onPageshow, true);

  function deliver(registered: Registered | null, event: Event): void {
    registered?.complete(() => order?.deliverInTurn(() => events?.letGo(realm, event)));
  }

  return {
    isOpen: () => isParsed || realm.document.readyState === "complete",
    orderLoadEvent(theOrder, theEvents, theAfterFrames) {
      afterFrames = theAfterFrames;
      order = theOrder;
      events = theEvents;
    },
    forgetLoadEvent() {
      load?.release();
      pageshow?.release();
    },
  };
}
