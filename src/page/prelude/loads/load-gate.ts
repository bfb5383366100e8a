import type { Registered } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { eachDocument, isComplete } from "../native/own-documents.ts";
import { ParsingEnd, type ParsingParts } from "./parsing-end.ts";
import { type HeldReadyState, holdReadyState } from "./ready-state.ts";

type GateParts = Pick<LoadParts, "openDocuments" | "tellOpen" | "afterFrames"> & ParsingParts;

/** Decides when responses may be delivered to a page. */
export interface LoadGate {
  isOpen(): boolean;
  /** True while tasks run that come before the page is told that its document is parsed. */
  isEndHeld(): boolean;
  /** Puts the page's `load` and `pageshow` events into the order. Call once. */
  orderLoadEvent(parts: GateParts): void;
  /** Drops those that are still held. Call when a script writes the document anew: its listeners are new, too. */
  forgetLoadEvent(): void;
}

const openGate: LoadGate = {
  isOpen: () => true,
  isEndHeld: () => false,
  orderLoadEvent: () => undefined,
  forgetLoadEvent: () => undefined,
};

/**
 * Follows the loading of `realm`'s document. The network decides how far the parser is when a response arrives, so
 * nothing is delivered before all scripts of the document have run. The `load` event comes after those of the document's
 * pictures, style sheets and frames, and before the responses to the scripts' requests: those take a time that the
 * document does not wait for. Directly before it the document is complete. Then comes `pageshow`, after the `load` event
 * of the frame's element.
 */
export function watchLoad(realm: Window & typeof globalThis): LoadGate {
  // A worker's script always runs to its end first.
  if (!("document" in realm)) return openGate;
  let isParsed = false;
  eachDocument(() => {
    isParsed = isComplete();
  });
  let load: Registered | null = null;
  let isHeard = false;
  let isUnheld = false;
  /** The event that follows the load. */
  let pageshow: Event | null = null;
  let parts: GateParts | null = null;
  const drawings = holdDrawings(realm);
  // The first document of a frame loads within the call that inserts it, before any script could listen.
  const isEmpty = (): boolean => realm.location.href === "about:blank" && load === null;
  const parsing = new ParsingEnd(realm);
  const state = holdReadyState(realm, {
    isParsingHeld: () => parsing.isStateHeld(),
    mayHold: () => parts !== null && !isHeard && !isEmpty(),
    onStopped: () => load?.release(),
  });

  /** Runs once, at the first of two events: the turn after DOMContentLoaded, or `load` itself. */
  function orderLoad(): void {
    isParsed = true;
    if (parts === null || load !== null || isUnheld || state.isStopped()) return;
    expectLoad(parts);
  }

  function expectLoad(given: GateParts): void {
    load = given.order.expectLoad();
    leaveOpen(realm, load, given);
  }

  afterParsing(realm, orderLoad);

  function onLoad(event: Event): void {
    if (event.target !== realm.document) return;
    isHeard = true;
    realm.removeEventListener("load", onLoad, true);
    const given = parts;
    isUnheld = isEmpty();
    if (given === null || isUnheld) return;
    event.stopImmediatePropagation();
    const held = drawings.take();
    const complete = (): void => {
      orderLoad();
      load?.complete(() => given.order.deliverLoad(letGoInTurn));
    };
    const letGoInTurn = (): Promise<void> | undefined => {
      if (!given.order.isLoadDelayed()) return letGo(realm, given, { state, held, event, pageshow: () => pageshow });
      // A listener of a frame's load has begun another.
      expectLoad(given);
      complete();
      return undefined;
    };
    parsing.whenTold(complete);
  }
  realm.addEventListener("load", onLoad, true);

  // The browser sends it in the same task.
  function onPageshow(event: Event): void {
    if (event.target !== realm.document || parts === null || (load === null && !parsing.isHeld())) return;
    realm.removeEventListener("pageshow", onPageshow, true);
    event.stopImmediatePropagation();
    const { events } = parts;
    const after = realm.frameElement === null ? undefined : parts.afterFrames.get(realm.frameElement);
    if (after === undefined) pageshow = event;
    else after.push(() => events.letGo(realm, event));
  }
  realm.addEventListener("pageshow", onPageshow, true);

  return {
    isOpen: () => !parsing.isHeld() && (isParsed || isComplete()),
    isEndHeld: () => parsing.isHeld(),
    orderLoadEvent(given) {
      parts = given;
      parsing.follow(given);
      given.openDocuments.onOpened(() => {
        if (load !== null || parsing.isForgotten()) leaveOpen(realm, load, given);
      });
    },
    forgetLoadEvent() {
      load?.release();
      parsing.forget();
      state.show();
      pageshow = null;
    },
  };
}

/** The load does not come while a document in this one is open. */
function leaveOpen(realm: Window, load: Registered | null, { openDocuments, tellOpen }: GateParts): void {
  if (isComplete() || !openDocuments.areIn(realm)) return;
  load?.leaveToPage(() => !openDocuments.areIn(realm));
  tellOpen();
}

/** Runs something once the document is parsed, in a task of its own: requests of the page's own listeners come first. */
function afterParsing(realm: Window & typeof globalThis, run: () => void): void {
  const { port1, port2 } = new realm.MessageChannel();
  const post = port2.postMessage.bind(port2);
  port1.onmessage = run;
  const onParsed = (): void => {
    post(0);
  };
  realm.addEventListener("DOMContentLoaded", onParsed, { capture: true, once: true });
}

interface HeldLoad {
  readonly state: HeldReadyState;
  readonly held: readonly HeldDrawing[];
  readonly event: Event;
  /** The event that follows; null if it comes after the frame's element. */
  readonly pageshow: () => Event | null;
}

/** Lets go a document's `load`, what comes before it, and `pageshow` directly after it. */
async function letGo(
  realm: Window & typeof globalThis,
  { real, events, openDocuments }: GateParts,
  { state, held, event, pageshow }: HeldLoad,
): Promise<void> {
  const complete = state.show();
  if (complete !== null) {
    await events.letGo(realm.document, complete);
    await real.runInTurn([]);
  }
  if (held.length > 0) await letGoDrawings(held, { real, events });
  const endLoad = openDocuments.beginLoad(realm);
  const running = events.letGo(realm, event);
  void Promise.resolve(running).then(real.turn).then(endLoad);
  await runDirectlyAfter(running, real, () => {
    const shown = pageshow();
    return shown === null ? undefined : events.letGo(realm, shown);
  });
}

interface HeldDrawing {
  readonly svg: SVGSVGElement;
  readonly event: Event;
}

/** Keeps the `load` events of the SVG elements in the document. The browser sends them just before that of the document. */
function holdDrawings({ document, Node, SVGSVGElement }: typeof globalThis): { take: () => readonly HeldDrawing[] } {
  const preceding = Node.DOCUMENT_POSITION_PRECEDING;
  const { compareDocumentPosition } = Node.prototype;
  const isAfter = (one: Node, other: Node): boolean =>
    (Reflect.apply(compareDocumentPosition, one, [other]) & preceding) !== 0;
  const held: HeldDrawing[] = [];
  const onLoad = (event: Event): void => {
    const { target } = event;
    if (!event.isTrusted || !(target instanceof SVGSVGElement) || !isComplete()) return;
    event.stopImmediatePropagation();
    held.push({ svg: target, event });
  };
  document.addEventListener("load", onLoad, true);
  return {
    take() {
      document.removeEventListener("load", onLoad, true);
      // The browser takes them from a hash table.
      return held.toSorted((one, other) => (isAfter(one.svg, other.svg) ? 1 : -1));
    },
  };
}

async function letGoDrawings(
  held: readonly HeldDrawing[],
  { real, events }: Pick<GateParts, "real" | "events">,
): Promise<void> {
  for (const { svg, event } of held) {
    await events.letGo(svg, event);
    await real.runInTurn([]);
  }
}

/** Runs the next step in the same task: a script that the page has inserted meanwhile runs as it arrives. */
async function runDirectlyAfter(
  running: Promise<void> | undefined,
  { runInTurn }: Pick<LoadParts["real"], "runInTurn">,
  step: () => Promise<void> | undefined,
): Promise<void> {
  await running;
  let next: Promise<void> | undefined;
  await runInTurn([
    () => {
      next = step();
    },
  ]);
  await next;
}
