import { keptDocumentType } from "../../../formats/page-port.ts";
import { isMessage, readMessage } from "../native/own-messages.ts";
import { listenAlways } from "../native/own-listeners.ts";

/**
 * Calls `listener` with each frame that was to load a URL and keeps its document, because the answer has none: it has no
 * content, or it is a download. The browser tells so to the harness alone, which sends an event of a secret type.
 */
export type HearKept = (listener: (frame: Element, url: string) => void) => void;

/** Call before anything of the realm is replaced. */
export function hearKeptDocuments(realm: Window & typeof globalThis, secret: string | null): HearKept {
  const { Element } = realm;
  const { composedPath } = realm.Event.prototype;
  const listeners: Parameters<HearKept>[0][] = [];
  if (secret !== null) {
    listenAlways(realm, keptDocumentType + secret, (event) => {
      event.stopImmediatePropagation();
      const [frame] = Reflect.apply(composedPath, event, []);
      if (!(frame instanceof Element) || !isMessage(event)) return;
      for (const listener of listeners) listener(frame, String(readMessage.data(event)));
    });
  }
  return (listener) => {
    listeners.push(listener);
  };
}
