import type { AsyncOrder } from "./async-order.ts";

/** Says when what a page asks for may be handed to it. */
export interface LoadGate {
  isOpen(): boolean;
  /** Gives the page's `load` event its place in the order. Call once. */
  orderLoadEvent(order: AsyncOrder): void;
}

/**
 * Watches the loading of `realm`'s document. How far the parser has got when an answer arrives is the network's
 * business, so no answer is handed over before all scripts of the document have run; and `load` comes after the answers
 * to what those scripts asked for, wherever the browser puts it.
 */
export function watchLoad(realm: Window & typeof globalThis): LoadGate {
  // A worker's script runs to its end before anything else does.
  if (!("document" in realm)) return { isOpen: () => true, orderLoadEvent: () => undefined };
  const { Event } = realm;
  let isParsed = realm.document.readyState === "complete";
  let deliverLoad: ((deliver: () => void) => void) | null = null;
  let order: AsyncOrder | null = null;

  /** Once, whatever comes first: the turn after DOMContentLoaded, or `load` itself. */
  function orderLoad(): void {
    isParsed = true;
    if (order === null || deliverLoad !== null) return;
    deliverLoad = order.expect("the load of the document");
  }

  const { port1, port2 } = new realm.MessageChannel();
  port1.onmessage = orderLoad;
  const onParsed = (): void => {
    // In a task of its own, so that what the page's own listeners ask for comes before.
    port2.postMessage(0);
  };
  realm.addEventListener("DOMContentLoaded", onParsed, { capture: true, once: true });

  function onLoad(event: Event): void {
    if (event.target !== realm.document) return;
    realm.removeEventListener("load", onLoad, true);
    if (order === null) return;
    event.stopImmediatePropagation();
    orderLoad();
    deliverLoad?.(() => {
      realm.dispatchEvent(new Event("load"));
    });
  }
  realm.addEventListener("load", onLoad, true);

  return {
    isOpen: () => isParsed || realm.document.readyState === "complete",
    orderLoadEvent(value) {
      order = value;
    },
  };
}
