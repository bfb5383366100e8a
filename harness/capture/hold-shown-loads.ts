import type { CDPSession } from "puppeteer-core";
import { type LoadState, loadsBinding } from "../../src/formats/page-port.ts";

/** Kinds of requests that show in the layout, or to other scripts, as soon as they are answered. */
const shownKinds = ["Document", "Font", "Image", "Stylesheet"] as const;
type ShownKind = (typeof shownKinds)[number];

const loadStates: ReadonlySet<string> = new Set<LoadState>(["idle", "held", "running", "fonts", "waiting"]);

interface Paused {
  readonly requestId: string;
  readonly kind: ShownKind;
  /** The frame whose document the answer is; null for what a document shows. */
  readonly ownFrameId: string | null;
}

interface ShownFrame {
  readonly parentId: string | null;
  /** The page's own context in the frame. */
  contextId: number | null;
  isParsed: boolean;
  state: LoadState;
  /** What its document has requested, the documents of its frames too. */
  paused: Paused[];
}

/**
 * Delays what a page shows as soon as it arrives until no code runs that could see it or not, by chance. Code that runs
 * after it waits for it. The prelude of each frame tells when that is, see `LoadState`; until a document is parsed, its
 * own scripts run at any time. The documents of frames come one after the other, because their scripts run as they
 * arrive. Must be called before the page loads anything.
 */
export async function holdShownLoads(session: CDPSession): Promise<void> {
  const loads = new ShownLoads((requestId) => {
    // The frame may be gone by now.
    session.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
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
  // A script may never close it.
  session.on("Page.documentOpened", ({ frame }) => {
    loads.endLoading(frame.id);
  });
  session.on("Runtime.executionContextCreated", ({ context }) => {
    const facts: unknown = context.auxData;
    if (typeof facts !== "object" || facts === null) return;
    const frameId: unknown = Reflect.get(facts, "frameId");
    if (Reflect.get(facts, "isDefault") === true && typeof frameId === "string") loads.enter(frameId, context.id);
  });
  session.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
    if (name === loadsBinding && isLoadState(payload)) loads.hear(executionContextId, payload);
  });
  session.on("Fetch.requestPaused", ({ requestId, frameId, resourceType }) => {
    loads.pause(requestId, frameId, shownKinds.find((kind) => kind === resourceType) ?? "Image");
  });
  await Promise.all([
    session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
    session.send("Runtime.addBinding", { name: loadsBinding }),
    session.send("Fetch.enable", { patterns: shownKinds.map((resourceType) => ({ resourceType })) }),
  ]);
}

function isLoadState(text: string): text is LoadState {
  return loadStates.has(text);
}

/** Decides which paused requests may go on. */
class ShownLoads {
  readonly #proceed: (requestId: string) => void;
  readonly #frames = new Map<string, ShownFrame>();
  /** The frames whose documents load, each below the one before. */
  readonly #loading: string[] = [];

  constructor(proceed: (requestId: string) => void) {
    this.#proceed = proceed;
  }

  attach(frameId: string, parentId: string | null): void {
    this.#frames.set(frameId, { parentId, contextId: null, isParsed: true, state: "idle", paused: [] });
  }

  detach(frameId: string): void {
    for (const { requestId } of this.#frames.get(frameId)?.paused ?? []) this.#proceed(requestId);
    this.#frames.delete(frameId);
    for (const [id, { parentId }] of [...this.#frames]) if (parentId === frameId) this.detach(id);
    this.endLoading(frameId);
  }

  /** A document begins in the frame. */
  begin(frameId: string): void {
    if (!this.#frames.has(frameId)) this.attach(frameId, null);
    const frame = this.#frames.get(frameId);
    if (frame === undefined) return;
    // What its last document has requested is cancelled.
    for (const { requestId } of frame.paused) this.#proceed(requestId);
    Object.assign(frame, { paused: [], isParsed: false, state: "idle" });
  }

  enter(frameId: string, contextId: number): void {
    const frame = this.#frames.get(frameId);
    if (frame !== undefined) frame.contextId = contextId;
  }

  endParsing(frameId: string): void {
    const frame = this.#frames.get(frameId);
    if (frame === undefined) return;
    frame.isParsed = true;
    this.#release();
  }

  /** The frame has loaded, or its load has ended in another way. */
  endLoading(frameId: string): void {
    const index = this.#loading.indexOf(frameId);
    if (index === -1) return;
    this.#loading.splice(index, 1);
    this.#release();
  }

  hear(contextId: number, state: LoadState): void {
    const frame = [...this.#frames.values()].find((one) => one.contextId === contextId);
    if (frame === undefined) return;
    frame.state = state;
    // A script that opens a document may never let it be parsed to its end.
    if (state !== "idle" && state !== "running") frame.isParsed = true;
    this.#release();
  }

  pause(requestId: string, frameId: string, kind: ShownKind): void {
    const holderId = kind === "Document" ? (this.#frames.get(frameId)?.parentId ?? null) : frameId;
    const holder = holderId === null ? undefined : this.#frames.get(holderId);
    if (holder === undefined) {
      this.#proceed(requestId);
      return;
    }
    holder.paused.push({ requestId, kind, ownFrameId: kind === "Document" ? frameId : null });
    this.#release();
  }

  #release(): void {
    const states = Array.from(this.#frames.values(), ({ state }) => state);
    const isFree = (kind: ShownKind): boolean => {
      if (states.includes("waiting")) return true;
      // No event tells when the browser requests a font, so fonts are always held.
      return kind === "Font" ? states.includes("fonts") : !states.includes("held");
    };
    for (const frame of this.#frames.values()) {
      if (frame.paused.length === 0) continue;
      const kept = frame.paused.filter((request) => !this.#mayGo(frame, request, isFree));
      const gone = frame.paused.filter((request) => !kept.includes(request));
      frame.paused = kept;
      for (const { requestId } of gone) this.#proceed(requestId);
    }
  }

  /** `isFree`: whether loads of a kind may arrive as far as other frames are concerned. */
  #mayGo(frame: ShownFrame, { kind, ownFrameId }: Paused, isFree: (kind: ShownKind) => boolean): boolean {
    // The parser, and scripts that import styles, wait for them.
    if (kind === "Stylesheet" && (!frame.isParsed || frame.state === "running")) return true;
    if (!frame.isParsed || frame.state === "running") return false;
    if (!isFree(kind)) return false;
    return ownFrameId === null || this.#beginLoading(ownFrameId);
  }

  /** True if the frame's document may load now: no other one does but those that it is in. */
  #beginLoading(frameId: string): boolean {
    const last = this.#loading.at(-1);
    if (last !== undefined && !this.#isWithin(frameId, last)) return false;
    if (last !== frameId) this.#loading.push(frameId);
    return true;
  }

  #isWithin(frameId: string, outerId: string): boolean {
    for (let id: string | null = frameId; id !== null; id = this.#frames.get(id)?.parentId ?? null) {
      if (id === outerId) return true;
    }
    return false;
  }
}
