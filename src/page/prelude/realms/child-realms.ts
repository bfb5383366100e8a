import type { HeardInput, RasterNeed, RealmSummary } from "../../realm-agent.ts";
import type { TapeEvent } from "../../../formats/tape.ts";
import { SettleTimeout } from "../../realm-agent.ts";

/** What a child answers to every call. */
export interface ChildState {
  readonly isWaiting: boolean;
  /** Whether a timer or an animation frame is asked for. */
  readonly hasTimers: boolean;
  /** Messages that a worker has posted to its page so far; 0 from a frame. */
  readonly postedCount: number;
  readonly rasterNeed: RasterNeed | null;
  /** Whether it holds the pointer of the tape. */
  readonly isPointerLocked: boolean;
}

export interface ChildFrame extends ChildState {
  readonly drawCalls: number;
  readonly triangles: number;
  /** Chained digest of the child in a count pass, else empty. */
  readonly digest: string;
}

/** The calls that a parent realm makes to a child realm, in the same order in every child. */
export interface ChildCalls {
  settle(): Promise<ChildState>;
  beginFrames(): Promise<ChildState>;
  bootTick(): Promise<ChildState>;
  drain(): Promise<ChildState>;
  leavePixels(): Promise<ChildState>;
  /** Runs a frame, in which the devices of the tape do `events`. */
  frame(step: number, events: readonly TapeEvent[]): Promise<ChildFrame>;
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
  /** For a worker: how many messages of the page's it must have received first, and the page's time. */
  readonly page: PageMoment | null;
  readonly events: readonly TapeEvent[];
}

/** What a worker must have caught up with before it answers a call. */
export interface PageMoment {
  readonly postedCount: number;
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

/** Marks the one message by which a child realm makes itself known to its parent. */
const helloKey = "framegate.hello";

/** A frame below this one. */
export interface ChildRealm {
  /** The window of the frame; null for a worker, which has no devices. */
  readonly source: MessageEventSource | null;
  /** Null when the frame has gone away meanwhile. */
  call<Name extends CallName>(name: Name, facts?: CallFacts): Promise<Outcome<Name> | null>;
}

/** What goes with a call. */
export interface CallFacts {
  readonly step?: number;
  readonly page?: PageMoment;
  readonly events?: readonly TapeEvent[];
}

/** The frames directly below a realm, in the order in which they appeared. */
export interface ChildRealms {
  list(): readonly ChildRealm[];
}

/**
 * Listens for children. Frames of other origins cannot be called, so every realm is driven through a message port of
 * its own. Must be installed before any script of the page: the greeting is kept from the page's own listeners.
 */
export function acceptChildRealms(realm: Window & typeof globalThis): ChildRealms {
  // Keyed by window: a frame that navigates greets again from the same window and replaces its old self.
  const children = new Map<MessageEventSource, ConnectedChild>();
  // Taken before the page's timers are replaced.
  const setTimeout = realm.setTimeout.bind(realm);
  realm.addEventListener(
    "message",
    (event) => {
      const [port] = event.ports;
      if (event.data !== helloKey || port === undefined || event.source === null) return;
      event.stopImmediatePropagation();
      const { source } = event;
      children.get(source)?.leave();
      const child = connectChild(port, source, () => {
        if (children.get(source) === child) children.delete(source);
      });
      children.set(source, child);
      leaveWhenClosed(source, child);
    },
    true,
  );
  /** A frame that is removed before its greeting has arrived closes its port unheard. */
  function leaveWhenClosed(source: MessageEventSource, child: ConnectedChild): void {
    if (!children.has(source)) return;
    if ("closed" in source && source.closed) child.leave();
    else setTimeout(leaveWhenClosed, closedPollMs, source, child);
  }
  return { list: () => (children.size === 0 ? nobody : [...children.values()]) };
}

const closedPollMs = 100;
// Asked for in every frame, and most pages have no frame below them: no list is made for those.
const nobody: readonly ChildRealm[] = [];

export interface ConnectedChild extends ChildRealm {
  /** Answers what is still waiting with null; nobody is there any more. */
  leave(): void;
}

/** Makes the calls of a child over `port`. */
export function connectChild(port: MessagePort, source: MessageEventSource | null, onGone: () => void): ConnectedChild {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let lastId = 0;
  let isGone = false;
  port.addEventListener("message", ({ data }: MessageEvent<ReplyMessage>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) call?.resolve(data.value);
    else call?.reject(data.outstanding === null ? new Error(data.message) : new SettleTimeout(data.outstanding));
  });
  function leave(): void {
    isGone = true;
    onGone();
    for (const call of waiting.values()) call.resolve(null);
    waiting.clear();
  }
  port.addEventListener("close", leave);
  port.start();
  return {
    leave,
    source,
    async call<Name extends CallName>(
      name: Name,
      { step = 0, page, events = [] }: CallFacts = {},
    ): Promise<Outcome<Name> | null> {
      if (isGone) return null;
      lastId += 1;
      const message: CallMessage = { id: lastId, name, step, page: page ?? null, events };
      const reply = new Promise((resolve, reject) => {
        waiting.set(message.id, { resolve, reject });
      });
      port.postMessage(message);
      // Both ends of the port are this file's, so the reply is what the called function returned.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      return (await reply) as Outcome<Name> | null;
    },
  };
}

/** Makes this realm known to its parent and answers the parent's calls from now on. */
export function answerParentRealm(realm: Window & typeof globalThis, calls: ChildCalls): void {
  const { port1, port2 } = new realm.MessageChannel();
  answerCalls(port1, calls);
  realm.parent.postMessage(helloKey, "*", [port2]);
}

/** Answers the calls that come over `port`. A worker first catches up with its page. */
export function answerCalls(port: MessagePort, calls: ChildCalls, catchUp?: (page: PageMoment) => Promise<void>): void {
  port.addEventListener("message", ({ data }: MessageEvent<CallMessage>) => {
    void answer(port, calls, data, catchUp);
  });
  port.start();
}

async function answer(
  port: MessagePort,
  calls: ChildCalls,
  { id, name, step, page, events }: CallMessage,
  catchUp: ((page: PageMoment) => Promise<void>) | undefined,
): Promise<void> {
  try {
    if (page !== null) await catchUp?.(page);
    const value: unknown = await calls[name](step, events);
    port.postMessage({ id, ok: true, value } satisfies ReplyMessage);
  } catch (thrown) {
    const outstanding = thrown instanceof SettleTimeout ? thrown.outstanding : null;
    port.postMessage({ id, ok: false, message: String(thrown), outstanding } satisfies ReplyMessage);
  }
}
