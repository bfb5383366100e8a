import type { HeldEvents } from "./held-events.ts";
import { hasLoadedScheme } from "./frame-loads.ts";
import type { FrameHolder, LoadParts } from "./load-parts.ts";
import { eachDocument } from "../native/own-documents.ts";

type Realm = Window & typeof globalThis;

/**
 * Makes the document around `realm` wait when the frame leaves for another document by its own location, history or
 * links. The browser tells so in the call, but not while the frame still has its first empty document: then the next
 * one tells it when it begins.
 */
export function watchNavigations(realm: Realm, events: HeldEvents, frameHolders: LoadParts["frameHolders"]): void {
  const { NavigateEvent, navigation } = realm;
  const tell = (call: (holder: FrameHolder, frame: Element) => void): void => {
    const { frameElement } = realm;
    if (frameElement !== null) for (const holder of frameHolders) call(holder, frameElement);
  };

  eachDocument(({ readyState, URL }) => {
    if (readyState !== "loading" || URL === "about:blank") return;
    tell((holder, frame) => {
      holder.onBegun(frame);
    });
  });
  // Such a document has no entry, but it is asked whether it may be left.
  if (navigation.currentEntry === null) {
    events.hear(realm, "beforeunload", ({ isTrusted }) => {
      if (isTrusted) {
        void Promise.resolve().then(() => {
          tell((holder, frame) => {
            holder.onLeaving(frame, null);
          });
        });
      }
    });
  }
  events.hear(navigation, "navigate", (event) => {
    if (!(event instanceof NavigateEvent) || !event.isTrusted) return;
    const { destination, downloadRequest, signal } = event;
    const { url, sameDocument } = destination;
    if (sameDocument || downloadRequest !== null || !(hasLoadedScheme(url) || url === "about:blank")) return;
    // The request begins with the call.
    tell((holder) => {
      holder.onMayLeave();
    });
    // The rest of the task may still prevent, intercept or stop it.
    void Promise.resolve().then(() => {
      if (signal.aborted || navigation.transition !== null) return;
      tell((holder, frame) => {
        holder.onLeaving(frame, url);
      });
    });
  });
  // By `stop()`, or by the next one.
  events.hear(navigation, "navigateerror", (event) => {
    if (!event.isTrusted) return;
    tell((holder, frame) => {
      holder.onStayed(frame);
    });
  });
}
