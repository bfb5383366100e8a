import type { CDPSession, Protocol } from "puppeteer-core";
import { FrameTurns } from "./frame-turns.ts";
import { MarkupScripts, mayBeDeferred } from "./markup-scripts.ts";
import {
  insertedSheetPrefix,
  type LoadState,
  loadsBinding,
  loadStates,
  markupFree,
  markupHeld,
  neededScriptPrefix,
  neededSheetPrefix,
  scriptFreePrefix,
  scriptLaterPrefix,
  scriptTurnPrefix,
  turnsOver,
} from "../../src/formats/page-port.ts";

/** Kinds of requests that show in the layout, or to other scripts, as soon as they are answered. */
const shownKinds = ["Document", "Font", "Image", "Media", "Other", "Stylesheet"] as const;
type ShownKind = (typeof shownKinds)[number];

/** States of a frame whose scripts may run at any time. */
const scriptStates: ReadonlySet<LoadState> = new Set<LoadState>(["running", "parsing"]);

interface Paused {
  readonly requestId: string;
  readonly url: string;
  readonly kind: ShownKind;
  /** The frame that requests its own document; null for a request of a document. */
  readonly ownFrameId: string | null;
  /** True when all messages before it are known, the browser's too: the request may overtake them. */
  isCaughtUp: boolean;
}

interface PausedScript extends Pick<Paused, "requestId" | "url"> {
  /** The frame whose markup may have deferred it; null if none has. */
  readonly markupFrameId: string | null;
  /**
   * Returns the frame in which a call has caused it, as the page tells it: the browser takes the scripts of an empty
   * frame for those of the frame around it. Null if no call has. Must be called when all messages before it are known.
   */
  takeFrameId(): string | null;
}

interface Connection {
  /** Rejects if the request has been cancelled. */
  proceed(requestId: string): Promise<void>;
  /** Resolves when all messages that the page has sent so far are known. */
  catchUp(): Promise<void>;
}

interface ShownFrame {
  readonly parentId: string | null;
  /** The execution context of the page's own scripts in the frame. */
  contextId: number | null;
  isParsed: boolean;
  state: LoadState;
  /** The URLs of style sheets that calls have inserted, and for which no parser or script waits. */
  readonly insertedSheets: Set<string>;
  /** True after the first document that it has requested. */
  hasLoaded: boolean;
  /** The paused requests of its document, with those for the documents of the frames in it. */
  paused: Paused[];
}

export interface HeldLoads {
  /** Runs `work` while no code of the page runs, so that all may arrive. */
  duringFree<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Delays what a page shows as soon as it arrives until no code runs that could see it or not, by chance. Code that runs
 * after it waits for it. The prelude of each frame tells when that is, see `LoadState`; until a document is parsed, its
 * own scripts run at any time. The documents of frames come one after the other, because their scripts run as they
 * arrive. Must be called before the page loads anything.
 */
export async function holdShownLoads(session: CDPSession): Promise<HeldLoads> {
  const loads = new ShownLoads({
    async proceed(requestId) {
      await session.send("Fetch.continueRequest", { requestId });
    },
    async catchUp() {
      // There is no such group. The page's main thread answers, after all messages that it has sent before.
      await session.send("Runtime.releaseObjectGroup", { objectGroup: "framegate" });
    },
  });
  session.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
    loads.attach(frameId, parentFrameId);
  });
  session.on("Page.frameDetached", ({ frameId }) => {
    loads.detach(frameId);
  });
  session.on("Page.lifecycleEvent", ({ frameId, name }) => {
    if (name === "init") loads.begin(frameId);
    else if (name === "DOMContentLoaded") loads.endParsing(frameId);
  });
  session.on("Page.frameStoppedLoading", ({ frameId }) => {
    loads.endLoading(frameId);
  });
  session.on("Page.documentOpened", ({ frame }) => {
    // A script has opened the frame's document, and may never close it.
    loads.endLoading(frame.id);
  });
  session.on("Runtime.executionContextCreated", ({ context }) => {
    const facts: unknown = context.auxData;
    if (typeof facts !== "object" || facts === null) return;
    const frameId: unknown = Reflect.get(facts, "frameId");
    if (Reflect.get(facts, "isDefault") === true && typeof frameId === "string") loads.enter(frameId, context.id);
  });
  session.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
    if (name === loadsBinding) loads.hear(executionContextId, payload);
  });
  const called = followCalledScripts(session);
  session.on("Fetch.requestPaused", ({ requestId, networkId, frameId, resourceType, request, redirectedRequestId }) => {
    const { url } = request;
    const isScript = resourceType === "Script";
    // A worker has no layout, and its calls are held. Its scripts have referrers, but no client hints.
    const isFree = isScript
      ? request.headers["sec-ch-ua"] === undefined || redirectedRequestId !== undefined
      : resourceType === "Font" && isOfWorker(request);
    if (isFree) {
      session.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
      return;
    }
    if (isScript) {
      void loads.pauseScript({
        requestId,
        url,
        markupFrameId: mayBeDeferred(request) ? frameId : null,
        takeFrameId: () => called.take(networkId ?? ""),
      });
      return;
    }
    const kind = shownKinds.find((one) => one === resourceType) ?? "Image";
    const ownFrameId = kind === "Document" ? frameId : null;
    loads.pause({ requestId, url, kind, ownFrameId, isCaughtUp: false }, frameId);
  });
  const { frameTree } = await session.send("Page.getFrameTree");
  loads.attach(frameTree.frame.id, null);
  await Promise.all([
    session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
    session.send("Runtime.addBinding", { name: loadsBinding }),
    session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send("Fetch.enable", {
      patterns: [...shownKinds, "Script" as const].map((resourceType) => ({ resourceType })),
    }),
  ]);
  return loads;
}

/** The requests for scripts that calls in a frame have caused, by `import()` or by an element. */
interface CalledScripts {
  /** Returns the identifier of the frame, once; null for a request that has another cause. */
  take(networkId: string): string | null;
}

function followCalledScripts(session: CDPSession): CalledScripts {
  const frames = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, frameId, type, request: { url }, initiator }) => {
    const isCalled = type === "Script" && initiator.stack !== undefined && /^https?:/u.test(url);
    if (isCalled && frameId !== undefined) frames.set(requestId, frameId);
  });
  return {
    take(networkId) {
      const frameId = frames.get(networkId) ?? null;
      frames.delete(networkId);
      return frameId;
    },
  };
}

/**
 * True for a request of a worker: its script has a blob URL, which is no referrer. Documents of blobs have none either,
 * but send client hints.
 */
function isOfWorker({ headers, referrerPolicy }: Protocol.Network.Request): boolean {
  if (headers["Referer"] !== undefined || headers["sec-ch-ua"] !== undefined) return false;
  return !["no-referrer", "same-origin"].includes(referrerPolicy);
}

/** Decides which paused requests may go on. */
class ShownLoads implements HeldLoads {
  readonly #connection: Connection;
  readonly #frames = new Map<string, ShownFrame>();
  /** Requests for the documents of frames that the browser has not reported as attached. */
  readonly #unattached = new Map<string, Paused>();
  /** The frames whose first documents load, each below the one before. */
  readonly #loading: string[] = [];
  readonly #scripts = new FrameTurns();
  readonly #markup = new MarkupScripts();
  #isFree = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async duringFree<T>(work: () => Promise<T>): Promise<T> {
    this.#isFree = true;
    this.#release();
    try {
      return await work();
    } finally {
      this.#isFree = false;
    }
  }

  attach(frameId: string, parentId: string | null): void {
    const fresh: ShownFrame = {
      parentId,
      contextId: null,
      isParsed: true,
      state: "idle",
      insertedSheets: new Set(),
      hasLoaded: false,
      paused: [],
    };
    this.#frames.set(frameId, fresh);
    const early = this.#unattached.get(frameId);
    this.#unattached.delete(frameId);
    if (early !== undefined) this.#hold(early, frameId);
  }

  detach(frameId: string): void {
    for (const request of this.#frames.get(frameId)?.paused ?? []) this.#letGo(request);
    this.#scripts.removeFrame(frameId);
    this.#markup.free(frameId);
    this.#frames.delete(frameId);
    for (const [id, { parentId }] of [...this.#frames]) if (parentId === frameId) this.detach(id);
    this.endLoading(frameId);
  }

  /** A document begins in the frame. */
  begin(frameId: string): void {
    const frame = this.#frames.get(frameId);
    if (frame === undefined) return;
    // Requests of the new document may be here already. Those of the last one are cancelled, and stay without harm.
    Object.assign(frame, { isParsed: false, state: "idle" });
    frame.insertedSheets.clear();
    this.#scripts.forgetFrame(frameId);
    this.#markup.free(frameId);
  }

  enter(frameId: string, contextId: number): void {
    const frame = this.#frames.get(frameId);
    if (frame !== undefined) frame.contextId = contextId;
  }

  endParsing(frameId: string): void {
    const frame = this.#frames.get(frameId);
    if (frame === undefined) return;
    frame.isParsed = true;
    this.#markup.free(frameId);
    this.#release();
  }

  /** The frame has loaded, or its load has ended in another way, such as by `window.stop()` within its markup. */
  endLoading(frameId: string): void {
    this.endParsing(frameId);
    this.#dropDocument(frameId);
    const index = this.#loading.indexOf(frameId);
    if (index === -1) return;
    this.#loading.splice(index, 1);
    this.#release();
  }

  /** Forgets the request of a frame's document that the page has cancelled. */
  #dropDocument(frameId: string): void {
    for (const frame of this.#frames.values()) {
      const dropped = frame.paused.filter(({ ownFrameId }) => ownFrameId === frameId);
      if (dropped.length === 0) continue;
      frame.paused = frame.paused.filter((request) => !dropped.includes(request));
      for (const request of dropped) this.#letGo(request);
    }
  }

  /** `text`: see `loadsBinding`. */
  hear(contextId: number, text: string): void {
    const [frameId, frame] = [...this.#frames].find(([, one]) => one.contextId === contextId) ?? [];
    if (frameId === undefined || frame === undefined) return;
    if (text.startsWith(insertedSheetPrefix)) frame.insertedSheets.add(text.slice(insertedSheetPrefix.length));
    else if (text.startsWith(neededSheetPrefix)) frame.insertedSheets.delete(text.slice(neededSheetPrefix.length));
    else if (!this.#hearOfScript(frameId, text))
      frame.state = loadStates.find((state) => state === text) ?? frame.state;
    // The prelude waits for each script of which it knows.
    if (frame.state !== "running") this.#scripts.endFrame(frameId);
    this.#release();
  }

  /** False if the text is about something else. */
  #hearOfScript(frameId: string, text: string): boolean {
    if (text.startsWith(scriptTurnPrefix)) this.#scripts.giveTurn(frameId, text.slice(scriptTurnPrefix.length));
    else if (text.startsWith(scriptFreePrefix)) this.#scripts.free(frameId, text.slice(scriptFreePrefix.length));
    else if (text.startsWith(scriptLaterPrefix)) this.#scripts.keep(frameId, text.slice(scriptLaterPrefix.length));
    else if (text === turnsOver) this.#scripts.endTurns(frameId);
    else if (text.startsWith(neededScriptPrefix)) this.#markup.need(frameId, text.slice(neededScriptPrefix.length));
    else if (text === markupHeld) this.#markup.begin(frameId);
    else if (text === markupFree) this.#markup.free(frameId);
    else return false;
    return true;
  }

  async pauseScript({ requestId, url, markupFrameId, takeFrameId }: PausedScript): Promise<void> {
    await this.#connection.catchUp().catch(() => undefined);
    const letGo = (): void => {
      this.#connection.proceed(requestId).catch(() => undefined);
    };
    const frameId = takeFrameId();
    if (frameId === null) {
      if (markupFrameId === null || !this.#markup.pause(markupFrameId, url, letGo)) letGo();
      return;
    }
    const isRunning = this.#frames.get(frameId)?.state === "running";
    if (isRunning || this.#scripts.isKept(frameId, url)) this.#scripts.pause(frameId, url, letGo);
    else letGo();
  }

  pause(request: Paused, frameId: string): void {
    if (this.#frames.has(frameId) || request.kind !== "Document") this.#hold(request, frameId);
    else this.#unattached.set(frameId, request);
  }

  #hold(request: Paused, frameId: string): void {
    const holderId = request.kind === "Document" ? (this.#frames.get(frameId)?.parentId ?? null) : frameId;
    const holder = holderId === null ? undefined : this.#frames.get(holderId);
    if (holder === undefined) {
      this.#letGo(request);
      return;
    }
    // It replaces a request before.
    if (request.kind === "Document") this.#dropDocument(frameId);
    holder.paused.push(request);
    void this.#catchUp(request);
  }

  async #catchUp(request: Paused): Promise<void> {
    await this.#connection.catchUp().catch(() => undefined);
    request.isCaughtUp = true;
    this.#release();
  }

  #release(): void {
    const states = this.#states();
    for (const [frameId, frame] of this.#frames) {
      if (frame.paused.length === 0) continue;
      const kept = new Set(frame.paused.filter((request) => !this.#mayGo([frameId, frame], request, states)));
      const gone = frame.paused.filter((request) => !kept.has(request));
      frame.paused = [...kept];
      for (const request of gone) this.#letGo(request);
    }
  }

  #letGo({ requestId, ownFrameId }: Paused): void {
    this.#connection.proceed(requestId).catch(() => {
      if (ownFrameId !== null) this.endLoading(ownFrameId);
    });
  }

  /** `states`: those of all frames. */
  #mayGo([frameId, frame]: readonly [string, ShownFrame], request: Paused, states: ReadonlySet<LoadState>): boolean {
    const { kind, ownFrameId } = request;
    if (this.#isFree) return true;
    if (!request.isCaughtUp) return false;
    if (!frame.isParsed || scriptStates.has(frame.state)) return isNeededByCode(frame, request);
    // The scripts of a document that loads run at any time.
    const last = this.#loading.at(-1);
    if (last !== undefined && !this.#isWithin(ownFrameId ?? frameId, last)) return false;
    if (ownFrameId === null) return isShownFree(kind, states);
    if (!this.#isDocumentFree(last, states)) return false;
    this.#beginDocument(ownFrameId);
    return true;
  }

  /** `last`: the frame that loads. */
  #isDocumentFree(last: string | undefined, states: ReadonlySet<LoadState>): boolean {
    // Code of another frame that has loaded may still come, such as the upgrade of a database.
    if (states.has("running")) return false;
    if (!states.has("frames") && (last === undefined || !states.has("shown"))) return isNothingDue(states);
    // Its scripts see pictures and the like that were asked for before.
    const below = last === undefined ? states : this.#states((id) => this.#isWithin(id, last));
    return !below.has("held") && !below.has("shown");
  }

  #states(isMeant: (frameId: string) => boolean = () => true): ReadonlySet<LoadState> {
    return new Set([...this.#frames].flatMap(([id, { state }]) => (isMeant(id) ? [state] : [])));
  }

  #beginDocument(frameId: string): void {
    const frame = this.#frames.get(frameId);
    if (frame === undefined || frame.hasLoaded) return;
    frame.hasLoaded = true;
    if (this.#loading.at(-1) !== frameId) this.#loading.push(frameId);
  }

  #isWithin(frameId: string, outerId: string): boolean {
    for (let id: string | null = frameId; id !== null; id = this.#frames.get(id)?.parentId ?? null) {
      if (id === outerId) return true;
    }
    return false;
  }
}

/** True if the parser waits for it, or a script that imports it. */
function isNeededByCode({ insertedSheets }: ShownFrame, { kind, url }: Paused): boolean {
  return kind === "Other" || (kind === "Stylesheet" && !insertedSheets.has(url));
}

/** True if a picture, a font, a style sheet or another file of a document may arrive. */
function isShownFree(kind: ShownKind, states: ReadonlySet<LoadState>): boolean {
  if (states.has("frames") || states.has("shown")) return true;
  // No event tells when the browser requests a font, so fonts are always held.
  return kind === "Font" ? states.has("fonts") : isNothingDue(states);
}

/** True if there is nothing that code must not see arrive. */
function isNothingDue(states: ReadonlySet<LoadState>): boolean {
  return [...states].every((state) => state === "idle" || scriptStates.has(state));
}
