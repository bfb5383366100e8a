import type { Registered } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { eachDocument } from "../native/own-documents.ts";

type GateParts = Pick<LoadParts, "real" | "order" | "events" | "openDocuments" | "tellOpen" | "afterFrames">;

/** Decides when responses may be delivered to a page. */
export interface LoadGate {
  isOpen(): boolean;
  /** Puts the page's `load` and `pageshow` events into the order. Call once. */
  orderLoadEvent(parts: GateParts): void;
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
  let isParsed = false;
  eachDocument(({ readyState }) => {
    isParsed = readyState === "complete";
  });
  let load: Registered | null = null;
  let pageshow: Registered | null = null;
  let parts: GateParts | null = null;

  /** Runs once, at the first of two events: the turn after DOMContentLoaded, or `load` itself. */
  function orderLoad(): void {
    isParsed = true;
    if (parts === null || load !== null) return;
    load = parts.order.expect("the load of the document");
    leaveOpen(parts);
  }

  /** The load does not come while a document in this one is open. */
  function leaveOpen({ openDocuments, tellOpen }: GateParts): void {
    if (load === null || realm.document.readyState === "complete" || !openDocuments.areIn(realm)) return;
    load.leaveToPage(() => !openDocuments.areIn(realm));
    tellOpen();
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
    if (parts === null) return;
    event.stopImmediatePropagation();
    orderLoad();
    const { real, events, openDocuments } = parts;
    load?.complete(() =>
      parts?.order.deliverInTurn(() => {
        const endLoad = openDocuments.beginLoad(realm);
        const running = events.letGo(realm, event);
        void Promise.resolve(running).then(real.turn).then(endLoad);
        return running;
      }),
    );
  }
  realm.addEventListener("load", onLoad, true);

  // The browser sends it in the same task.
  function onPageshow(event: Event): void {
    if (event.target !== realm.document || parts === null || load === null) return;
    realm.removeEventListener("pageshow", onPageshow, true);
    event.stopImmediatePropagation();
    const { events } = parts;
    const after = realm.frameElement === null ? undefined : parts.afterFrames.get(realm.frameElement);
    if (after !== undefined) {
      after.push(() => events.letGo(realm, event));
      return;
    }
    pageshow = parts.order.expect("the event pageshow", { after: load });
    pageshow.complete(() => parts?.order.deliverInTurn(() => events.letGo(realm, event)));
  }
  realm.addEventListener("pageshow", onPageshow, true);

  return {
    isOpen: () => isParsed || realm.document.readyState === "complete",
    orderLoadEvent(given) {
      parts = given;
      given.openDocuments.onOpened(() => {
        leaveOpen(given);
      });
    },
    forgetLoadEvent() {
      load?.release();
      pageshow?.release();
    },
  };
}
