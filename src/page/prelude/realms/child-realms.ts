import type { HearKept } from "../loads/kept-documents.ts";
import type { OpenDocuments } from "../loads/open-documents.ts";
import { isMessage, listenAt, readMessage } from "../native/own-messages.ts";
import type { HeardInput, RasterNeed, RealmSummary } from "../../realm-agent.ts";
import type { PortPost } from "../loads/port-posts.ts";
import type { PartDigest } from "../../../core/hash-parts.ts";
import type { FrameCounts } from "../../../formats/frame-counts.ts";
import type { PageNotice } from "../../../formats/page-port.ts";
import type { ElementLook, ElementTarget } from "../../../formats/element-look.ts";
import type { PlayedEvent } from "../../../formats/tape.ts";
import { SettleTimeout } from "../../realm-agent.ts";
import { eachDocument, followDocuments } from "../native/own-documents.ts";
import { listenAlways } from "../native/own-listeners.ts";

/** The state that a child returns from every call. */
export interface ChildState {
  readonly isWaiting: boolean;
  /** Whether a timer or an animation frame is pending. */
  readonly hasTimers: boolean;
  /** Messages that a worker has posted to its page so far; 0 in a frame. */
  readonly postedCount: number;
  /** The posts of a worker to ports elsewhere since its last answer; null if there are none. */
  readonly posts: readonly PortPost[] | null;
  readonly rasterNeed: RasterNeed | null;
  /** See `RealmAgent`. */
  readonly codeCount: number;
  /**
   * Messages sent by broadcast channels and ends of locks, there and below, which reach all realms; null if there are
   * neither.
   */
  readonly broadcastCount: number | null;
  /** Whether the child has the tape's pointer lock. */
  readonly isPointerLocked: boolean;
  /** See `TickClock`. */
  readonly skippedFrames: number;
  /** The time of its clock, in virtual milliseconds. */
  readonly nowMs: number;
}

export interface ChildFrame extends ChildState {
  readonly counts: FrameCounts;
  /** See `RealmFrame`. */
  readonly changes: readonly PartDigest[];
}

/** The calls that a parent realm makes to a child realm, in the same order in every child. */
export interface ChildCalls {
  settle(): Promise<ChildState>;
  beginFrames(): Promise<ChildState>;
  bootTick(): Promise<ChildState>;
  drain(): Promise<ChildState>;
  /** See `RealmAgent`. */
  followStyles(): Promise<ChildState>;
  leavePixels(): Promise<ChildState>;
  silence(): Promise<ChildState>;
  /** Runs a frame with the tape's events. `skippedFrames` are those of the realm above. */
  frame(step: number, events: readonly PlayedEvent[], skippedFrames: number): Promise<ChildFrame>;
  /** See `RealmAgent`. Only the target counts. */
  lookFor(
    step: number,
    events: readonly PlayedEvent[],
    skippedFrames: number,
    target: ElementTarget,
  ): Promise<ElementLook>;
  /** See `RealmAgent`. */
  takeRealInput(): Promise<readonly HeardInput[]>;
  finish(): Promise<RealmSummary>;
}

type CallName = keyof ChildCalls;
type Outcome<Name extends CallName> = Awaited<ReturnType<ChildCalls[Name]>>;

interface CallMessage {
  readonly id: number;
  readonly name: CallName;
  readonly step: number;
  /** For a worker: the moment of the page that it must have reached first. */
  readonly page: PageMoment | null;
  readonly events: readonly PlayedEvent[];
  readonly skippedFrames: number;
  /** Of an element to look for. */
  readonly target: ElementTarget;
}

/** The state of the page that a worker must catch up with before it answers a call. */
export interface PageMoment {
  readonly postedCount: number;
  /** The posts to ports in the worker or below since the last call; null if there are none. */
  readonly posts: readonly PortPost[] | null;
  /** Virtual milliseconds. */
  readonly nowMs: number;
}

type ReplyMessage =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly outstanding: readonly string[] | null;
    };

/** A child realm reports to its parent by this and the secret. */
const helloKey = "framegate.hello ";
/** Ends the message, with the secret before it, of a frame that has a document open. */
const openEnd = " open";
const forgedHello =
  "The page sent the message by which a frame reports itself to Framegate. Whoever answers in a frame's place can forge its figures.";

/** A frame or worker below this realm. */
export interface ChildRealm {
  /** The window of a frame; null for a worker, which has no devices. */
  readonly source: MessageEventSource | null;
  /** Resolves to null if the child is gone. */
  call<Name extends CallName>(name: Name, facts?: CallFacts): Promise<Outcome<Name> | null>;
}

/** The arguments of a call. */
export interface CallFacts {
  readonly step?: number;
  readonly page?: PageMoment;
  readonly events?: readonly PlayedEvent[];
  readonly skippedFrames?: number;
  readonly target?: ElementTarget;
}

/**
 * The frames directly below a realm, in the order in which the page has made them. Those in shadow trees come last, in
 * the order in which their documents began.
 */
export interface ChildRealms {
  list(): readonly ChildRealm[];
  /** Stops driving the child of a window, whose next document reports itself. */
  leave(source: MessageEventSource): void;
  /** Drives it again, because its document stays after all. */
  keep(source: MessageEventSource): void;
  /** Tells the realm above that this one has not loaded because it has to close a document in it. */
  tellOpen(): void;
  /** Resolves when a frame tells so, or when a script in it has stopped the load. */
  opened(source: MessageEventSource): Promise<void>;
}

/**
 * Listens for child frames. Frames of other origins cannot be called directly, so every realm has a message port. Must
 * be installed before any script of the page, because the hello message is hidden from the page's listeners.
 */
export function acceptChildRealms(
  realm: Window & typeof globalThis,
  secret: string | null,
  {
    note,
    openDocuments,
    onKept,
  }: { note: (notice: PageNotice) => void; openDocuments: OpenDocuments; onKept: HearKept },
): ChildRealms {
  // By window: after a navigation, a frame reports again from the same window and replaces the old child.
  const children = new Map<MessageEventSource, ConnectedChild>();
  // Captured before the page's timers are replaced.
  const setTimeout = realm.setTimeout.bind(realm);
  const openings = new FrameOpenings(openDocuments);
  const { HTMLIFrameElement } = realm;
  onKept((frame) => {
    if (frame instanceof HTMLIFrameElement && frame.contentWindow !== null) openings.endWait(frame.contentWindow);
  });
  listenAlways(realm, "message", (event) => {
    // An event that the page itself made may be of another class.
    if (!isMessage(event)) return;
    const data: unknown = readMessage.data(event);
    if (typeof data !== "string" || !data.startsWith(helloKey)) return;
    event.stopImmediatePropagation();
    const source = readMessage.source(event);
    const [port] = readMessage.ports(event);
    const text = data.slice(helloKey.length);
    const isOpening = text === `${secret ?? ""}${openEnd}`;
    if (secret === null || (text !== secret && !isOpening)) {
      note({ code: "forged-figures", severity: "failure", message: forgedHello, where: readMessage.origin(event) });
      return;
    }
    // Without a source or a port it came from a frame that is gone by now.
    if (source === null) return;
    if (isOpening) openings.add(source);
    else if (port !== undefined) connect(port, source);
  });
  function connect(port: MessagePort, source: MessageEventSource): void {
    openings.forget(source);
    children.get(source)?.leave();
    const child = connectChild(port, source, () => {
      if (children.get(source) === child) children.delete(source);
    });
    children.set(source, child);
    leaveWhenClosed(source, child);
  }
  /** If a frame is removed before its hello message arrives, no one is notified that its port closes. */
  function leaveWhenClosed(source: MessageEventSource, child: ConnectedChild): void {
    if (!children.has(source)) return;
    if (isWindow(source) && source.closed) child.leave();
    else setTimeout(leaveWhenClosed, closedPollMs, source, child);
  }
  return {
    list: () => (children.size === 0 ? nobody : inOrder(realm, children).filter(({ isDriven }) => isDriven())),
    leave: (source) => children.get(source)?.drive(false),
    keep: (source) => children.get(source)?.drive(true),
    tellOpen() {
      if (secret !== null) Reflect.apply(tell, realm.parent, [helloKey + secret + openEnd, "*"]);
    },
    opened: (source) => openings.of(source),
  };
}

/** Which document begins first is up to the network, but the browser numbers the frames as the page makes them. */
function inOrder<Child>(realm: Window, children: ReadonlyMap<MessageEventSource, Child>): readonly Child[] {
  const inDocument = new Set<Child>();
  for (let index = 0, window = realm[0]; window !== undefined; index += 1, window = realm[index]) {
    const child = children.get(window);
    if (child !== undefined) inDocument.add(child);
  }
  return inDocument.size === children.size ? [...inDocument] : [...new Set([...inDocument, ...children.values()])];
}

/** The frames that tell that a document in them is open. */
class FrameOpenings {
  readonly #open: OpenDocuments;
  // Those of another origin do not tell when they have closed it.
  readonly #foreign = new Set<MessageEventSource>();
  readonly #waiting = new Map<MessageEventSource, () => void>();

  constructor(open: OpenDocuments) {
    this.#open = open;
  }

  add(source: MessageEventSource): void {
    if (!isWindow(source)) return;
    if (!this.#open.areIn(source)) {
      this.#foreign.add(source);
      this.#open.add(source);
      this.#open.tell(source);
    }
    this.endWait(source);
  }

  /** Call when the document of a frame will not load, or not by itself. */
  endWait(source: MessageEventSource): void {
    this.#waiting.get(source)?.();
  }

  /** Call when a frame has a new document. */
  forget(source: MessageEventSource): void {
    if (this.#foreign.delete(source) && isWindow(source)) this.#open.delete(source);
  }

  of(source: MessageEventSource): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(source, resolve);
    });
  }
}

function isWindow(source: MessageEventSource): source is Window {
  return "closed" in source;
}

const closedPollMs = 100;
// Called in every frame, and most pages have no child frames, so they all share this list.
const nobody: readonly ChildRealm[] = [];

export interface ConnectedChild extends ChildRealm {
  /** Answers pending calls with null, because the child is gone. */
  leave(): void;
  /** Begins or ends to call the child. While nothing calls it, calls are answered with null. */
  drive(isDriven: boolean): void;
  isDriven(): boolean;
}

/** Calls a child over `port`. */
export function connectChild(port: MessagePort, source: MessageEventSource | null, onGone: () => void): ConnectedChild {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let lastId = 0;
  let isDriven = true;
  let isGone = false;
  listenAt<ReplyMessage>(port, (event) => {
    const data = readMessage.data<ReplyMessage>(event);
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) call?.resolve(data.value);
    else call?.reject(data.outstanding === null ? new Error(data.message) : new SettleTimeout(data.outstanding));
  });
  function drive(isFrom: boolean): void {
    isDriven = isFrom;
    if (isDriven) return;
    for (const call of waiting.values()) call.resolve(null);
    waiting.clear();
  }
  function leave(): void {
    isGone = true;
    onGone();
    drive(false);
  }
  port.addEventListener("close", leave);
  port.start();
  return {
    leave,
    drive,
    isDriven: () => isDriven,
    source,
    async call<Name extends CallName>(
      name: Name,
      { step = 0, page, events = [], skippedFrames = 0, target = {} }: CallFacts = {},
    ): Promise<Outcome<Name> | null> {
      if (isGone || !isDriven) return null;
      lastId += 1;
      const message: CallMessage = { id: lastId, name, step, page: page ?? null, events, skippedFrames, target };
      const reply = new Promise((resolve, reject) => {
        waiting.set(message.id, { resolve, reject });
      });
      post(port, message);
      // Both ends of the port are this file's, so the reply is what the called function returned.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      return (await reply) as Outcome<Name> | null;
    },
  };
}

// Captured now: pages overwrite methods.
const { MessageChannel } = globalThis;
// A parent of the same origin may have replaced its own function, and would learn the secret. A read of this one counts
// as a message of the page once the prelude is installed.
const { postMessage: tell } = globalThis;
const { postMessage } = globalThis.MessagePort.prototype;

function post(port: MessagePort, message: CallMessage | ReplyMessage): void {
  Reflect.apply(postMessage, port, [message]);
}

/** Reports this realm to its parent, and answers the parent's calls from now on. */
export function answerParentRealm(realm: Window & typeof globalThis, secret: string, calls: ChildCalls): void {
  // The prelude runs even in a sandbox without scripts, but no listener does, so no call would ever be answered.
  if (realm.matchMedia("(scripting: none)").matches) return;
  followDocuments(realm);
  // The parent forgets a frame that leaves a document.
  eachDocument(() => {
    const { port1, port2 } = new MessageChannel();
    answerCalls(port1, calls);
    Reflect.apply(tell, realm.parent, [helloKey + secret, "*", [port2]]);
  });
}

/** Advances a worker to its page's current time, before it answers a call. */
export type CatchUp = (page: PageMoment, name: keyof ChildCalls) => Promise<void>;

/** Answers calls over `port`. A worker first catches up with its page. */
export function answerCalls(port: MessagePort, calls: ChildCalls, catchUp?: CatchUp): void {
  listenAt<CallMessage>(port, (event) => {
    void answer(port, calls, readMessage.data<CallMessage>(event), catchUp);
  });
  port.start();
}

async function answer(
  port: MessagePort,
  calls: ChildCalls,
  { id, name, step, page, events, skippedFrames, target }: CallMessage,
  catchUp: CatchUp | undefined,
): Promise<void> {
  try {
    if (page !== null) await catchUp?.(page, name);
    const value: unknown = await calls[name](step, events, skippedFrames, target);
    post(port, { id, ok: true, value });
  } catch (thrown) {
    const outstanding = thrown instanceof SettleTimeout ? thrown.outstanding : null;
    post(port, { id, ok: false, message: String(thrown), outstanding });
  }
}
