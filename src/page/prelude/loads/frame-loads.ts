import type { Registered } from "./async-order.ts";
import { createLazyLoads } from "./lazy-loads.ts";
import type { LoadParts } from "./load-parts.ts";
import { ownDocument } from "../native/own-documents.ts";
import { windowsAround } from "./open-documents.ts";
import { OwnFrames } from "./own-frames.ts";

/** The frames that appear in a document, and those whose source changes there. */
export interface FrameLoads {
  onShown(element: unknown): void;
  onSource(element: unknown): void;
  onRemoved(element: unknown): void;
  /** Call when a frame in the document is about to navigate to a URL that is not its source. */
  onNavigated(frame: HTMLIFrameElement, url: string): void;
}

const loadEvents = ["load", "error"] as const;
// A frame that redirects by script does so a few times.
const leavingsAtOnce = 20;

const lazy = { owner: "page", delaysLoad: false } as const;

interface Loading {
  readonly frame: HTMLIFrameElement;
  readonly registered: Registered;
  readonly stop: () => void;
  /** Of the last request; empty if unknown. */
  url: string;
  /** True when that request has left the frame its document. */
  isKept: boolean;
}

type Parts = Pick<
  LoadParts,
  | "real"
  | "order"
  | "events"
  | "now"
  | "onFrameLeft"
  | "onFrameKept"
  | "onKept"
  | "frameHolders"
  | "openDocuments"
  | "afterFrames"
  | "markUse"
  | "nameUseAt"
>;

/**
 * Makes the order wait for the frames that a page inserts or navigates, so that each has its first frame at the same
 * time in every run. Its `load` comes after that of its own window, which is delivered in the frame below.
 */
export function holdFrames(realm: Window & typeof globalThis, parts: Parts): FrameLoads {
  const { order, events, now, onFrameLeft, frameHolders, openDocuments, afterFrames } = parts;
  const { HTMLIFrameElement } = realm;
  const isBegun = createLazyLoads(realm);
  const loads = new Map<HTMLIFrameElement, Loading>();
  const ownFrames = new OwnFrames(realm, parts);
  const leave = leaveOpenFrames(realm, loads, parts);

  function hold(frame: HTMLIFrameElement, url = sourceOf(frame), isWaiting = isLazy(frame)): void {
    if (!isWaiting) ownFrames.onHeld(frame, url);
    const registered = order.expectFrom("iframe", url, isWaiting ? { ...lazy, isDue: () => isBegun(frame) } : {});
    const stop = (): void => {
      loads.delete(frame);
      events.unhold(frame);
      for (const type of loadEvents) events.unhear(frame, type, onEnd);
    };
    const onEnd = (event: Event): void => {
      if (event.target !== frame || !event.isTrusted) return;
      event.stopImmediatePropagation();
      afterFrames.set(frame, []);
      registered.complete(() => {
        stop();
        order.deliverAfterBelow(frame.contentWindow, deliveryOf(parts, frame, event));
      });
    };
    for (const type of loadEvents) events.hear(frame, type, onEnd);
    events.hold(frame);
    loads.set(frame, { frame, registered, stop, url, isKept: false });
    // A look at the window of a frame that has not loaded would keep it for the frame's document.
    if (openDocuments.areAny() && openDocuments.areIn(frame.contentWindow)) leave(frame);
  }

  const isOwn = createFrameTest(realm);
  function onNavigated(frame: HTMLIFrameElement, url: string): void {
    // How long the previous document stays depends on the network.
    if (frame.contentWindow !== null) onFrameLeft(frame.contentWindow);
    holdNext(frame, url, false);
  }

  /** A load that is replaced ends without an event; the next one ends in its place. */
  function holdNext(frame: HTMLIFrameElement, url = sourceOf(frame), isWaiting?: boolean): void {
    if (loads.get(frame)?.isKept === true) onRemoved(frame);
    const loading = loads.get(frame);
    if (loading === undefined) hold(frame, url, isWaiting);
    else if (url !== "") loading.url = url;
  }

  endKept(loads, parts);

  function onRemoved(element: unknown): void {
    const loading = element instanceof HTMLIFrameElement ? loads.get(element) : undefined;
    loading?.stop();
    loading?.registered.release();
  }

  const leavings = countLeavings(now);
  frameHolders.push({
    onGrown(frame) {
      if (isOwn(frame)) ownFrames.onGrown(frame, sourceOf(frame));
    },
    onBegun(frame) {
      if (isOwn(frame) && !loads.has(frame) && !leavings.areEndless(frame)) hold(frame);
    },
    onMayLeave() {
      order.noteMade();
    },
    onLeaving(frame, url) {
      if (!isOwn(frame) || (url === null && isRefused(frame))) return;
      leavings.add(frame);
      if (!leavings.areEndless(frame)) onNavigated(frame, url ?? "");
    },
    onStayed: onRemoved,
  });

  return {
    onShown(element) {
      ownFrames.onAdded();
      if (element instanceof HTMLIFrameElement && !loads.has(element) && willLoad(element)) hold(element);
    },
    onSource(element) {
      if (!(element instanceof HTMLIFrameElement)) return;
      ownFrames.onSource(element, sourceOf(element));
      if (!willNavigate(element)) return;
      // As above.
      if (element.contentWindow !== null && !isLazy(element)) onFrameLeft(element.contentWindow);
      holdNext(element);
    },
    onNavigated,
    onRemoved,
  };
}

/** Leaves the loads of frames to the page while a document in them is open. Returns a function that does so for one. */
function leaveOpenFrames(
  realm: Window & typeof globalThis,
  loads: ReadonlyMap<HTMLIFrameElement, Loading>,
  { openDocuments }: Pick<Parts, "openDocuments">,
): (frame: HTMLIFrameElement) => void {
  const { HTMLIFrameElement } = realm;
  const leave = (frame: HTMLIFrameElement): void => {
    loads.get(frame)?.registered.leaveToPage(() => !openDocuments.areIn(frame.contentWindow));
  };
  openDocuments.onOpened((window) => {
    const below = windowsAround(window).find((one) => one?.parent === realm);
    const own = below && (frameOf(below) ?? [...loads.keys()].find(({ contentWindow }) => contentWindow === below));
    if (own instanceof HTMLIFrameElement) leave(own);
  });
  return leave;
}

/** The delivery of a frame's `load`, which does not come if the frame's own window removes it in its load. */
function deliveryOf(parts: Parts, frame: HTMLIFrameElement, event: Event): () => Promise<void> {
  const window = frame.contentWindow;
  return () =>
    frame.contentWindow === window ? deliverFrameLoad(parts, { frame, window, event }) : deliverAfterLoad(parts, frame);
}

/** Delivers the `load` of an element with a frame, and what comes after it. */
export async function deliverFrameLoad(
  parts: Pick<Parts, "real" | "events" | "openDocuments" | "afterFrames">,
  { frame, window, event }: { frame: Element; window: Window | null; event: Event },
): Promise<void> {
  const { real, events, openDocuments } = parts;
  const endLoad = window === null ? null : openDocuments.beginLoad(window);
  await events.letGo(frame, event);
  if (endLoad !== null) void real.turn().then(endLoad);
  await deliverAfterLoad(parts, frame);
}

async function deliverAfterLoad({ afterFrames }: Pick<Parts, "afterFrames">, frame: Element): Promise<void> {
  const after = afterFrames.get(frame) ?? [];
  afterFrames.delete(frame);
  for (const deliverNext of after) await deliverNext();
}

/** Ends the loads that bring no document. No event comes, and the previous document goes on. */
function endKept(loads: ReadonlyMap<Element, Loading>, { onKept, onFrameKept }: Parts): void {
  onKept((element, url) => {
    const loading = loads.get(element);
    if (loading === undefined || !isSameRequest(loading.url, url)) return;
    loading.isKept = true;
    loading.registered.complete(() => {
      loading.stop();
      const { contentWindow } = loading.frame;
      if (contentWindow !== null) onFrameKept(contentWindow);
    });
  });
}

export interface Leavings {
  /** Call when a frame leaves its document. */
  add(frame: Element): void;
  /** True for a frame that leaves each document as soon as that has loaded. No time would pass if those loads were awaited. */
  areEndless(frame: Element): boolean;
}

export function countLeavings(now: () => number): Leavings {
  const counts = new WeakMap<Element, { count: number; atMs: number }>();
  const countOf = (frame: Element): number => {
    const last = counts.get(frame);
    return last?.atMs === now() ? last.count : 0;
  };
  return {
    add(frame) {
      counts.set(frame, { count: countOf(frame) + 1, atMs: now() });
    },
    areEndless: (frame) => countOf(frame) > leavingsAtOnce,
  };
}

function createFrameTest({ HTMLIFrameElement }: typeof globalThis): (frame: Element) => frame is HTMLIFrameElement {
  return (frame): frame is HTMLIFrameElement =>
    frame instanceof HTMLIFrameElement && frame.ownerDocument === ownDocument();
}

/** Null for a window of another origin. */
function frameOf(window: Window): Element | null {
  try {
    return window.frameElement;
  } catch {
    return null;
  }
}

/** Whether a frame's last request was for the URL `given`. A form adds its fields to its own. */
export function isSameRequest(known: string, given: string): boolean {
  const [plain = "", url = ""] = [known, given].map((one) => one.split("#")[0]);
  return plain === "" || url === plain || (!plain.includes("?") && url.startsWith(`${plain}?`));
}

/** True for a frame that may never load, and shows its previous document until it does. */
function isLazy(frame: HTMLIFrameElement): boolean {
  return frame.loading === "lazy";
}

function sourceOf(frame: HTMLIFrameElement): string {
  return frame.hasAttribute("srcdoc") ? "about:srcdoc" : frame.src;
}

/** An empty frame has loaded when it is inserted. */
function willLoad(frame: HTMLIFrameElement): boolean {
  if (!frame.isConnected) return false;
  return frame.hasAttribute("srcdoc") || (frame.getAttribute("src")?.trim() !== "" && hasLoadedScheme(frame.src));
}

/** True for a frame with a source that loads nothing. */
function isRefused({ src }: HTMLIFrameElement): boolean {
  return src !== "" && !hasLoadedScheme(src);
}

/** Whether a frame in the document navigates to its new source. A mere fragment loads nothing. */
function willNavigate(frame: HTMLIFrameElement): boolean {
  if (!willLoad(frame)) return false;
  if (frame.hasAttribute("srcdoc")) return true;
  const [page, fragment] = frame.src.split("#", 2);
  if (fragment === undefined) return true;
  const shown = frame.contentDocument?.URL.split("#", 1)[0];
  return shown !== undefined && shown !== page;
}

/**
 * False for URLs whose load never ends: the browser refuses them in a frame, such as a file of this machine, or hands
 * them to another program.
 */
export function hasLoadedScheme(url: string): boolean {
  return /^(?:https?|data|blob):/u.test(url);
}
