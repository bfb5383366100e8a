import type { NamedUseReport, PageNotice } from "../../../formats/page-port.ts";
import { SettleTimeout } from "../../realm-agent.ts";
import type { HeldEvents } from "../loads/held-events.ts";
import type { PortLink, PortPost } from "../loads/port-posts.ts";
import type { RealmPorts } from "../loads/realm-ports.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import {
  type CallFacts,
  type ChildCalls,
  type ChildRealm,
  type ChildState,
  connectChild,
  type ConnectedChild,
} from "./child-realms.ts";
import type { SharedMemory } from "../loads/shared-memory.ts";
import { type ErrorFacts, workerMessages } from "./worker-config.ts";
import type { WrappedScript } from "./wrap-script.ts";

// A worker that waits for a change of shared memory, as WebAssembly threads do, never answers and cannot be driven.
const sharedLimitMs = 3000;
const pollMs = 100;
// These set the time themselves, and run the worker's timers up to it.
const timedCalls: ReadonlySet<keyof ChildCalls> = new Set(["beginFrames", "bootTick", "frame"]);
// A worker that has posted so many messages within one answer may be in a loop that only its page can end.
const floodSize = 10_000;
const importText = "Failed to execute 'importScripts' on 'WorkerGlobalScope': ";
// Captured now: pages overwrite globals, and the messages of their own channels are ordered.
const { MessageChannel } = globalThis;

export interface DrivenWorkerOptions {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly events: HeldEvents;
  readonly ports: RealmPorts;
  readonly sharedMemory: SharedMemory;
  /** How long a run waits for an answer, real milliseconds. */
  readonly settleMs: number;
  readonly note: (notice: PageNotice) => void;
  /** Called with the named uses of a worker that shares memory. */
  readonly onNamed: (uses: readonly NamedUseReport[]) => void;
  /** Called with an error that no handler of the realm has prevented; null in a page, which has no realm above. */
  readonly onUncaught: ((facts: ErrorFacts) => void) | null;
  /** The browser's own `Worker.prototype.postMessage`. */
  readonly post: Worker["postMessage"];
  readonly onGone: (worker: DrivenWorker) => void;
}

/** A worker that was just constructed, as a child realm of its page. */
export class DrivenWorker implements ChildRealm {
  readonly source = null;
  readonly #worker: Worker;
  readonly #script: WrappedScript;
  readonly #options: DrivenWorkerOptions;
  readonly #classes: Pick<Window & typeof globalThis, "ErrorEvent" | "Event">;
  readonly #child: ConnectedChild;
  /** Messages and errors of the worker that the page has not been given yet. */
  readonly #held: HeldMessage[] = [];
  readonly #link: PortLink;
  #postedCount = 0;
  #receivedCount = 0;
  #isOwed = true;
  #hasStarted = false;
  #isBlocked = false;
  #isShared = false;
  #hasLeft = false;
  #isTerminated = false;
  #state: ChildState | null = null;

  constructor(worker: Worker, script: WrappedScript, options: DrivenWorkerOptions) {
    const { realm, ports, onGone } = options;
    this.#worker = worker;
    this.#script = script;
    this.#options = options;
    this.#link = ports.openLink(() => this.#postedCount);
    const { ErrorEvent, Event } = realm;
    this.#classes = { ErrorEvent, Event };
    const { port1, port2 } = new MessageChannel();
    this.#child = connectChild(port1, null, () => {
      this.#hasLeft = true;
      ports.closeLink(this.#link);
      // Its last events are still delivered.
      if (this.#held.length === 0) onGone(this);
    });
    this.#holdEvents();
    this.#post(workerMessages.hello, [port2]);
  }

  /** Whether the worker has work to do, or the page has events to get. */
  isOwed(): boolean {
    return this.#dueCount() > 0 || (!this.isAhead() && (this.#isOwed || this.#link.hasPosts()));
  }

  /** True while it is busy for the page, because it has waited: then it does nothing until the page's clock has come there. */
  isAhead(): boolean {
    return !this.#isLoose() && this.#state !== null && this.#options.clock.isBefore(this.#state.nowMs);
  }

  /** True of a worker whose clock is not followed, or no longer. */
  #isLoose(): boolean {
    return this.#hasLeft || this.#isShared || this.#isBlocked;
  }

  /** Call before the page posts a message. */
  beforePost(message: unknown): void {
    if (!this.#isShared && this.#options.sharedMemory.isShared(message)) this.share();
  }

  /** Call before memory is shared with the worker. */
  share(): void {
    if (this.#isShared) return;
    this.#noteShared();
    this.#post(workerMessages.shared, []);
  }

  /** Call when a broadcast may be under way to the worker. */
  expectBroadcasts(): void {
    if (this.#state !== null && this.#state.broadcastCount !== null) this.#isOwed = true;
  }

  /** Call after it has. */
  onPosted(transfer: readonly unknown[]): void {
    const { ports } = this.#options;
    this.#postedCount += 1;
    this.#isOwed = true;
    // Its messages are not held, so nothing tells it in time which ports they bring.
    if (this.#isShared || this.#hasLeft) ports.loseAll(transfer);
    else ports.onLinkPosted(this.#link, transfer);
  }

  /** Call when the page has terminated it. */
  leave(): void {
    this.#held.length = 0;
    this.#isTerminated = true;
    this.#child.leave();
  }

  async call<Name extends keyof ChildCalls>(
    name: Name,
    facts?: CallFacts,
  ): Promise<Awaited<ReturnType<ChildCalls[Name]>> | null> {
    if (this.#isIdle() && (name === "settle" || name === "frame" || name === "bootTick")) return null;
    if (name === "settle" && this.isAhead()) {
      await this.#deliverHeld(this.#dueCount());
      return null;
    }
    if (name === "settle") this.#isOwed = false;
    const nowMs = timedCalls.has(name) ? 0 : this.#options.clock.now();
    const page = { postedCount: this.#postedCount, posts: this.#link.take(), nowMs };
    const reply = await this.#within(this.#child.call(name, { ...facts, page }));
    if (reply !== null && "postedCount" in reply) {
      this.#state = reply;
      this.#options.ports.receive(this.#link, reply.posts);
    }
    await this.#deliver();
    return reply;
  }

  #isIdle(): boolean {
    return this.#state?.hasTimers === false && !this.#state.isWaiting && !this.isOwed();
  }

  /**
   * Waits for an answer for as long as the run's limit allows. Only a worker that may be waiting for shared memory is
   * given up earlier.
   */
  async #within<T>(answer: Promise<T>): Promise<T> {
    const { real, settleMs } = this.#options;
    const startedMs = real.now();
    return await new Promise((resolve, reject) => {
      let poll = 0;
      let flood = Promise.resolve();
      let isAnswered = false;
      const look = (): void => {
        const waitedMs = real.now() - startedMs;
        if (waitedMs > sharedLimitMs && (this.#isShared || this.#isBlocked)) this.#giveUp();
        else if (waitedMs > settleMs) reject(new SettleTimeout([`the worker ${this.#script.scriptUrl}`]));
        else if (this.#held.length >= floodSize) {
          flood = this.#deliverHeld(floodSize);
          void flood.then(() => {
            if (!isAnswered) look();
          });
        } else poll = real.setTimeout(look, pollMs);
      };
      poll = real.setTimeout(look, pollMs);
      answer
        .finally(async () => {
          isAnswered = true;
          real.clearTimeout(poll);
          await flood;
        })
        .then(resolve, reject);
    });
  }

  #holdEvents(): void {
    const { events } = this.#options;
    events.hear(this.#worker, "message", (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      const data: unknown = Reflect.get(event, "data");
      if (typeof data === "string" && this.#takeOwn(data)) return;
      this.#receivedCount += 1;
      // The last events of a worker that has left are still to be delivered, or no longer matter.
      if (this.#hasLeft && this.#held.length === 0) void events.letGo(this.#worker, event);
      else this.#held.push({ event, number: this.#receivedCount, sentMs: null });
    });
    events.hear(this.#worker, "error", (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      // Keeps the error from the page until it is delivered.
      event.preventDefault();
      this.#held.push({ event, number: 0, sentMs: null });
      // If the script fails before the prelude has run, as with a syntax error, nothing in the worker can answer.
      if (!this.#hasStarted) this.#child.leave();
    });
  }

  /** Takes a message of the worker's prelude. False for one of the page. */
  #takeOwn(data: string): boolean {
    const { sharedMemory, onNamed, ports } = this.#options;
    if (data === workerMessages.started) this.#hasStarted = true;
    else if (data === workerMessages.blocked) this.#isBlocked = true;
    else if (data.startsWith(workerMessages.shared)) {
      onNamed(readNamedUses(data));
      // The page may pass it on.
      sharedMemory.note("SharedArrayBuffer");
      if (!this.#isShared) this.#noteShared();
    } else if (data.startsWith(workerMessages.closed)) {
      ports.receive(this.#link, readLastPosts(data));
      this.#child.leave();
    } else if (data.startsWith(workerMessages.uncaught)) {
      this.#held.push({ event: new this.#classes.ErrorEvent("error", readUncaught(data)), number: 0, sentMs: null });
    } else return false;
    return true;
  }

  async #deliver(): Promise<void> {
    const { real, ports } = this.#options;
    // The messages come over another port than the answer that counts them, and may arrive after it.
    while (this.#state !== null && !this.#hasLeft && this.#receivedCount < this.#state.postedCount) await real.turn();
    const sentMs = this.#state?.nowMs ?? 0;
    for (const one of this.#held) one.sentMs ??= sentMs;
    await this.#deliverHeld(this.#dueCount());
    await ports.deliver();
    if (this.#hasLeft) this.#options.onGone(this);
  }

  /** How many events have been sent by the page's time. One of a task that has waited is of its end. */
  #dueCount(): number {
    if (this.#isLoose()) return this.#held.length;
    const { clock } = this.#options;
    const later = this.#held.findIndex(({ sentMs }) => sentMs !== null && clock.isBefore(sentMs));
    return later < 0 ? this.#held.length : later;
  }

  async #deliverHeld(count: number): Promise<void> {
    const { real, events, ports } = this.#options;
    for (const { event, number } of this.#held.splice(0, count)) {
      // By the handler of another one.
      if (this.#isTerminated) return;
      if (event.type === "error") this.#deliverError(event);
      else {
        await ports.deliver(this.#link, number);
        ports.giveLinkPorts(this.#link, number, event);
        await events.letGo(this.#worker, event);
      }
      await real.turn();
    }
  }

  #deliverError(event: Event): void {
    const { realm, events, onUncaught } = this.#options;
    const { ErrorEvent, Event } = this.#classes;
    const { url, scriptUrl, startUrl, headLength } = this.#script;
    // The wrapper fails to import a missing script, which is not an error of a script.
    if (
      !(event instanceof ErrorEvent) ||
      event.message.endsWith(`The script at '${startUrl ?? scriptUrl}' failed to load.`)
    ) {
      events.send(this.#worker, new Event("error", { cancelable: true }));
      return;
    }
    const { lineno } = event;
    const isOfWrapper = event.filename === url || event.filename === startUrl;
    const filename = isOfWrapper ? scriptUrl : event.filename;
    const colno = isOfWrapper && lineno === 1 ? event.colno - headLength : event.colno;
    // The browser says so of a script that cannot be parsed, and here the wrapper has imported it.
    const message = filename === scriptUrl ? event.message.replace(importText, "") : event.message;
    const facts = { message, filename, lineno, colno };
    const send = (target: EventTarget, cancelable: boolean): boolean => {
      const error = new ErrorEvent("error", { ...facts, error: null, cancelable });
      events.send(target, error);
      return !error.defaultPrevented;
    };
    // An error that no handler has prevented is an error of the page.
    if (send(this.#worker, true) && send(realm, onUncaught !== null)) onUncaught?.(facts);
  }

  #giveUp(): void {
    this.#note("This worker does not answer, so its messages may arrive in another frame on another run.");
    this.#child.leave();
  }

  #noteShared(): void {
    this.#isShared = true;
    this.#note(
      "Memory that is shared with a worker changes at any time, so a run that depends on it cannot be repeated.",
    );
  }

  #note(message: string): void {
    this.#options.note({ code: "undriven-api", severity: "warning", message, where: this.#script.scriptUrl });
  }

  #post(message: string, transfer: readonly Transferable[]): void {
    Reflect.apply(this.#options.post, this.#worker, [message, [...transfer]]);
  }
}

/** An event of a worker for its page. */
interface HeldMessage {
  readonly event: Event;
  /** Counts the messages; 0 for an error. */
  readonly number: number;
  /** The time of the worker's clock, in virtual milliseconds; null until the worker has told it. */
  sentMs: number | null;
}

// The worker's prelude has written the messages below.
/* eslint-disable @typescript-eslint/consistent-type-assertions */
function readUncaught(message: string): ErrorFacts {
  return JSON.parse(message.slice(workerMessages.uncaught.length)) as ErrorFacts;
}

/** The last posts of a worker that has closed itself. */
function readLastPosts(message: string): readonly PortPost[] | null {
  return JSON.parse(message.slice(workerMessages.closed.length)) as readonly PortPost[] | null;
}

/** The named uses of a worker that shares memory. */
function readNamedUses(message: string): readonly NamedUseReport[] {
  return JSON.parse(message.slice(workerMessages.shared.length)) as readonly NamedUseReport[];
}
/* eslint-enable @typescript-eslint/consistent-type-assertions */
