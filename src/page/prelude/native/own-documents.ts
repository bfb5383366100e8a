/** Called with a document of this window. */
type Begin = (document: Document) => void;

// Captured now: `window` is that of the next document of the frame once this one is left.
const { addEventListener, Document, document: first, MessageChannel } = globalThis;
const { postMessage } = globalThis.MessagePort.prototype;
const begins: Begin[] = [];
let current = first;

// The new document is there in the task after that in which the first one is left.
const swapTurns = 4;

// A worker has no documents.
const readState =
  typeof Document === "function" ? Object.getOwnPropertyDescriptor(Document.prototype, "readyState")?.get : undefined;

/** The document of this realm's window. */
export function ownDocument(): Document {
  return current;
}

/** True while the browser parses the document of this realm's window. */
export function isBeingParsed(): boolean {
  return stateOfDocument() === "loading";
}

/** True once the browser has loaded the document of this realm's window, which the page may be told later. */
export function isComplete(): boolean {
  return stateOfDocument() === "complete";
}

function stateOfDocument(): unknown {
  return readState === undefined ? null : Reflect.apply(readState, current, []);
}

/** Calls `begin` with the document of this realm's window, and with each that takes its place. */
export function eachDocument(begin: Begin): void {
  begins.push(begin);
  begin(current);
}

/**
 * Follows the documents of a frame's window. Once a page has used the window of a frame, that window goes on with the
 * frame's first document of the same origin. No script of the harness runs then. The browser tells only that the empty
 * document is left; the next task comes before the parser of the new one.
 */
export function followDocuments(realm: Window & typeof globalThis): void {
  if (first.URL !== "about:blank") return;
  const { port1, port2 } = new MessageChannel();
  let turnsLeft = swapTurns;
  const turn = (): void => {
    turnsLeft -= 1;
    Reflect.apply(postMessage, port2, [0]);
  };
  port1.onmessage = () => {
    const next = documentOf(realm);
    if (next === current) {
      if (turnsLeft > 0) turn();
      return;
    }
    // A document that a javascript URL has made has a window of its own.
    if (!(next instanceof Document)) return;
    current = next;
    for (const begin of begins) begin(current);
  };
  Reflect.apply(addEventListener, realm, ["pagehide", turn, { capture: true, once: true }]);
}

/** Null if the frame shows a document of another origin by now. */
function documentOf(realm: Window): Document | null {
  try {
    return realm.document;
  } catch {
    return null;
  }
}
