import { replaceMethod } from "../native/native-look.ts";
import { listenUntilOpened, renewListeners } from "../native/own-listeners.ts";
import type { Registered } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeMethod } from "./native-method.ts";
import { eachDocument, isBeingParsed, isComplete, ownDocument } from "../native/own-documents.ts";

type Realm = Window & typeof globalThis;

/** The parser of a document. */
export interface DocumentParser {
  isParsing(): boolean;
  /** True while the page may still write: such a document may never be closed, and so never be parsed. */
  isLeftOpen(): boolean;
}

type ParserParts = Pick<LoadParts, "real" | "order" | "events" | "openDocuments" | "isEndHeld">;

export interface ParserListener {
  begin(): void;
  /** Called when the document is parsed, before the page's listeners. */
  end(): void;
  /** Called when a script has closed the document, and its load is still to come. */
  close(): void;
}

/** Follows the parser of `realm`'s document: while it loads, and whenever a script writes it anew, as into a frame. */
export function followParser(
  realm: Realm,
  { real, order, events, openDocuments, isEndHeld }: ParserParts,
  listener: ParserListener,
): DocumentParser {
  let isParsing = false;
  let isLeftOpen = false;
  let isLoadless = false;
  // That of the frame's last document.
  openDocuments.delete(realm);
  let scripts: Registered | null = null;

  function onParsed(): void {
    isParsing = false;
    scripts?.releaseAfterTask();
    scripts = null;
    listener.end();
  }
  // Opening a document removes all listeners; adding one twice does nothing.
  const listen = (): void => {
    realm.addEventListener("DOMContentLoaded", onParsed, { capture: true, once: true });
  };

  function leaveOpen(): void {
    isLeftOpen = true;
    openDocuments.add(realm);
    void real.turn().then(() => {
      openDocuments.tell(realm);
    });
  }

  function change(call: (isNew: boolean) => unknown): unknown {
    const isNew = !isParsing || isEndHeld();
    if (isNew) {
      listener.begin();
      isLoadless = openDocuments.isInLoad(realm);
    }
    isParsing = true;
    try {
      return call(isNew);
    } finally {
      // Opening a document removes it, too.
      if (isNew && isLoadless) stopLoad(realm, { real, events });
      if (isBeingParsed()) {
        if (isNew) leaveOpen();
        listen();
      } else if (isNew) onParsed();
    }
  }

  function open(call: () => unknown): unknown {
    // A parser whose scripts are still awaited ends here.
    if (scripts !== null) {
      scripts.release();
      scripts = null;
      leaveOpen();
    }
    return change(() => {
      const result = call();
      renewListeners();
      return result;
    });
  }

  const openNow = openerOf(realm);
  function write(call: () => unknown): unknown {
    return change((isNew) => {
      // The scripts of what is written run within the call.
      if (isNew) openNow();
      return call();
    });
  }

  function close(call: () => unknown): unknown {
    const result = call();
    if (!isLeftOpen) return result;
    isLeftOpen = false;
    openDocuments.delete(realm);
    if (!isComplete() && !isLoadless) listener.close();
    // Scripts of its markup are still to come.
    if (isParsing) scripts ??= order.expect("the scripts of a written document", { owner: "script" });
    return result;
  }

  replaceCalls(realm, { open, write, writeln: write, close });
  eachDocument(({ readyState }) => {
    if (readyState !== "loading") return;
    isParsing = true;
    listener.begin();
    listen();
  });
  return { isParsing: () => isParsing, isLeftOpen: () => isLeftOpen };
}

/** Opens the document as writing to it does, unless the browser refuses to. */
function openerOf({ Document }: Realm): () => void {
  const write = nativeMethod(Document.prototype, "write");
  return () => {
    Reflect.apply(write, ownDocument(), [""]);
    renewListeners();
  };
}

type Around = (call: () => unknown) => unknown;

function replaceCalls({ Document }: Realm, calls: Readonly<Record<string, Around>>): void {
  for (const [key, around] of Object.entries(calls)) {
    replaceMethod(Document.prototype, key, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const call = (): unknown => Reflect.apply(original, this, parameters);
        return this === ownDocument() ? around(call) : call();
      }
      return replacement;
    });
  }
}

/** Keeps the event `load` of the open document, and of its frame, from the page. */
function stopLoad(realm: Realm, { real, events }: Pick<LoadParts, "real" | "events">): void {
  const stop = (event: Event): void => {
    if (event.isTrusted) event.stopImmediatePropagation();
  };
  listenUntilOpened(realm, "load", (event) => {
    const { document, frameElement } = realm;
    if (event.target !== document) return;
    stop(event);
    if (frameElement === null) return;
    // The browser sends it in the same task.
    events.hear(frameElement, "load", stop);
    void real.turn().then(() => {
      events.unhear(frameElement, "load", stop);
    });
  });
}
