import { SettleTimeout } from "../../realm-agent.ts";
import { readMessage } from "../native/own-messages.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { HeldEvents } from "./held-events.ts";
import { createMovedTest } from "./moved-ports.ts";
import { isObject } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";
import { PortPlaces } from "./port-places.ts";
import { type MovedPort, noKeys, otherEnd, type PortKeys, PortLink, type PortPost } from "./port-posts.ts";
import type { MarkUse } from "./relaxed-wasm.ts";

type Realm = Window & typeof globalThis;

export interface PortParts {
  readonly real: RealPrimitives;
  readonly tasks: PageTasks;
  readonly events: HeldEvents;
  /** Begins the keys of the channels that are made here. */
  readonly realmName: string;
  /** The virtual clock, in milliseconds. */
  readonly now: () => number;
  /** How long a run waits for a message that is owed, real milliseconds. */
  readonly settleMs: number;
  /** Called with the name of an API that cannot be ordered. */
  readonly onUnordered: (api: string) => void;
  readonly markUse: MarkUse;
}

/** A port of this realm. */
interface KnownPort {
  readonly port: MessagePort;
  /** Set when an end of its channel moves. */
  key: string | null;
  /** The other end, if that is in this realm. */
  other: KnownPort | null;
  isStarted: boolean;
  /** Whether it has stopped accepting messages: it is closed, or has moved. */
  isGone: boolean;
  /** Whether its messages run as they come, because nobody tells of them. */
  isLoose: boolean;
  /** Messages that the browser has queued for it, by the ports in them. */
  queue: PortKeys[];
  /** Messages from another thread that wait for their turn. */
  arrived: Event[];
  /** How many messages wait for a turn of the page's tasks. */
  heldCount: number;
  /** How many messages for it are in the inbox. */
  owedCount: number;
  /** The first message of which nobody had told at the last look. */
  suspect: Event | null;
  /** Names a use where the page made it possible. */
  name: ReturnType<MarkUse>;
}

/** A message that a port is owed, in its turn. */
interface OwedMessage {
  readonly key: string;
  readonly keys: PortKeys;
  /** The way by which this realm was told, and how many messages of workers had come by it before; null if by none. */
  readonly link: PortLink | null;
  readonly after: number;
}

const messageTypes = ["message", "messageerror"] as const;
// Ports that answer each other without end would never let a frame begin. So at one moment of the clock this many rounds
// are delivered, each of all that is owed; while a page loads its clock stands still, so there are more.
const loadingRounds = 1000;
const momentRounds = 250;
// How often a wait looks whether its port has gone without a word.
const turnsPerLook = 64;

/**
 * The ports of a realm. Between ports of one realm the messages are tasks of the page. A port that moves to a worker gets a
 * key, and so does its other end: all messages between the two are told of, and delivered in the order in which they were
 * told. A port moves unseen only to another window, by the window's own `postMessage`.
 */
export class RealmPorts {
  readonly #parts: PortParts;
  readonly #classes: Pick<Realm, "MessageEvent" | "MessagePort">;
  readonly #hasMoved: (port: MessagePort) => boolean;
  readonly #known = new WeakMap<object, KnownPort>();
  readonly #places = new PortPlaces<KnownPort>();
  readonly #inbox: OwedMessage[] = [];
  /** Those with messages that have arrived. */
  readonly #holding = new Set<KnownPort>();
  #channelCount = 0;
  #momentMs: number;
  #roundsLeft = loadingRounds;
  #isWorker = false;
  #isLoose = false;

  constructor(realm: Realm, parts: PortParts) {
    this.#parts = parts;
    this.#momentMs = parts.now();
    this.#hasMoved = createMovedTest(realm);
    const { MessageEvent, MessagePort } = realm;
    this.#classes = { MessageEvent, MessagePort };
  }

  /** The way to a new worker. `countPosted` says how many messages this realm has posted to it. */
  openLink(countPosted: () => number): PortLink {
    return new PortLink(countPosted);
  }

  /** The same in a worker, to the realm above. */
  openUp(countPosted: () => number): PortLink {
    const link = new PortLink(countPosted);
    this.#places.openUp(link);
    this.#isWorker = true;
    return link;
  }

  /** Call for a new channel. */
  add(first: MessagePort, second: MessagePort): void {
    const [left, right] = [this.#make(first), this.#make(second)];
    left.other = right;
    right.other = left;
  }

  /** Call for the ports of a message of which nobody tells, such as that of another window. */
  adopt(event: Event): void {
    for (const port of this.#portsOf(event)) if (!this.#known.has(port)) this.#make(port);
  }

  /** Call when the page has posted over a port. */
  onPosted(port: object, transfer: readonly unknown[]): void {
    const known = this.#known.get(port);
    if (known === undefined || !isFollowed(known)) {
      this.loseAll(transfer);
      return;
    }
    const ports = transfer.length === 0 ? noPorts : this.#takeAll(transfer);
    // The browser drops what a closed port posts, with the ports in it.
    if (known.isGone) return;
    // Its other end may be one of those that have just moved.
    const { other, key } = known;
    if (other !== null) this.#postHere(other, ports);
    else if (key !== null) this.#route({ to: otherEnd(key), ports, after: 0 }, null);
  }

  /** Call when the page has posted over a link, with the ports in the message. */
  onLinkPosted(link: PortLink, transfer: readonly unknown[]): void {
    if (transfer.length === 0) return;
    const ports = this.#takeAll(transfer);
    if (ports.length === 0) return;
    for (const port of ports) this.#places.place(port, link, null);
    link.add(null, ports);
  }

  /** Moves ports within the realm. They come back as `made`. */
  moveHere(transfer: readonly unknown[], made: readonly MessagePort[]): void {
    const keys = this.#takeAll(transfer).map((port) => this.#places.land(port, null));
    for (const [index, port] of made.entries()) this.#settle(port, keys[index] ?? null);
  }

  /** Call with what goes where nobody tells of messages. The page's call must be on the stack. */
  loseAll(transfer: readonly unknown[]): void {
    for (const item of transfer) {
      if (this.#isPort(item)) this.#lose(item);
    }
  }

  isKnown(value: unknown): boolean {
    return isObject(value) && this.#known.has(value);
  }

  start(port: object): void {
    const known = this.#known.get(port);
    if (known === undefined || known.isStarted) return;
    known.isStarted = true;
    const { key, other, queue } = known;
    if (key === null || other !== null || known.isLoose) {
      this.#parts.tasks.onSent(queue.length);
      return;
    }
    known.name = this.#parts.markUse();
    known.queue = [];
    if (!this.#isLoose) for (const keys of queue) this.#owe(known, { key, keys, link: null, after: 0 });
  }

  close(port: object): void {
    const known = this.#known.get(port);
    if (known !== undefined) this.#forget(known);
  }

  /** Takes what the realm at the other end of a link tells. */
  receive(link: PortLink, posts: readonly PortPost[] | null): void {
    for (const post of posts ?? []) {
      if (post.to !== null) this.#route(post, link);
      else
        link.expect(
          post.after,
          post.ports.map((port) => this.#places.land(port, link)),
        );
    }
    if (this.#isWorker) this.#loosenUntold();
  }

  /** Call before the page is given the message with that number of a link. */
  giveLinkPorts(link: PortLink, number: number, event: Event): void {
    this.#give(event, link.takeKeys(number));
  }

  /** Whether a message waits for its turn, in this frame or in the next. */
  hasAny(): boolean {
    return this.#inbox.length > 0 || this.#holding.size > 0;
  }

  /** Whether a message is to be delivered now. */
  isOwed(): boolean {
    return this.hasAny() && (this.#roundsLeft > 0 || this.#parts.now() !== this.#momentMs);
  }

  /**
   * Delivers what the ports are owed, each in a task of its own. With a link only what was posted before its message with
   * that number.
   */
  async deliver(link: PortLink | null = null, number = 0): Promise<void> {
    if (!this.isOwed()) return;
    const { now } = this.#parts;
    if (now() !== this.#momentMs) this.#roundsLeft = momentRounds;
    this.#momentMs = now();
    if (link === null) this.#roundsLeft -= 1;
    for (let next = this.#inbox[0]; next !== undefined; next = this.#inbox[0]) {
      if (link !== null && next.link === link && next.after >= number) return;
      await this.#deliverNext(next);
    }
    if (!this.#isWorker) this.#loosenUntold();
  }

  /** Call when the realm at the other end has gone: nobody tells of its messages any more. */
  closeLink(link: PortLink): void {
    for (const known of this.#places.close(link)) this.#loosen(known);
  }

  /** From now on messages from other threads run as they come: the page may wait in a loop for what they do. */
  loosenAll(): void {
    this.#isLoose = true;
    for (const { key } of this.#inbox.splice(0)) Object.assign(this.#places.get(key) ?? {}, { owedCount: 0 });
    for (const known of [...this.#holding]) this.#runUntold(known);
  }

  #make(port: MessagePort): KnownPort {
    const known: KnownPort = {
      ...{ port, key: null, other: null, isStarted: false, isGone: false, isLoose: false },
      ...{ queue: [], arrived: [], heldCount: 0, owedCount: 0, suspect: null, name: this.#parts.onUnordered },
    };
    this.#known.set(port, known);
    for (const type of messageTypes) {
      this.#parts.events.hear(port, type, (event) => {
        if (event.isTrusted) this.#onMessage(known, event);
      });
    }
    return known;
  }

  #onMessage(known: KnownPort, event: Event): void {
    const isQueuedHere = known.isStarted && known.queue.length > 0;
    if (isQueuedHere) {
      this.#parts.tasks.onLost();
      this.#give(event, known.queue.shift() ?? noKeys);
      this.#admit(known, event);
    } else if (
      known.owedCount > known.arrived.length ||
      (isFollowed(known) && known.other === null && !this.#isLoose)
    ) {
      event.stopImmediatePropagation();
      known.arrived.push(event);
      this.#holding.add(known);
    } else if (!this.#isLoose || known.key === null) this.#admit(known, event);
  }

  #admit(known: KnownPort, event: Event): void {
    const { tasks, events } = this.#parts;
    const isAdmitted = tasks.admit(() => {
      known.heldCount -= 1;
      if (!known.isGone) events.letGo(known.port, event);
    });
    if (isAdmitted) return;
    known.heldCount += 1;
    event.stopImmediatePropagation();
  }

  #postHere(other: KnownPort, ports: readonly MovedPort[]): void {
    const keys = ports.length === 0 ? noKeys : ports.map((port) => this.#places.land(port, null));
    if (other.isGone) return;
    // After what is on its way from another thread.
    if (other.owedCount > 0 && other.key !== null) {
      this.#owe(other, { key: other.key, keys, link: null, after: 0 });
      return;
    }
    other.queue.push(keys);
    if (other.isStarted) this.#parts.tasks.onSent();
  }

  #owe(known: KnownPort, message: OwedMessage): void {
    known.owedCount += 1;
    this.#inbox.push(message);
  }

  async #deliverNext(next: OwedMessage): Promise<void> {
    const { events, real } = this.#parts;
    const known = this.#places.get(next.key) ?? null;
    const event = known === null ? null : await this.#awaitMessage(known, next);
    // Closed, or moved on.
    if (this.#inbox[0] !== next) return;
    this.#inbox.shift();
    if (known === null || event === null) return;
    known.owedCount -= 1;
    this.#give(event, next.keys);
    events.letGo(known.port, event);
    await real.turn();
  }

  /** Waits on the real clock. Null if the port takes no message any more. */
  async #awaitMessage(known: KnownPort, next: OwedMessage): Promise<Event | null> {
    const { real, settleMs } = this.#parts;
    const startedMs = real.now();
    for (let turn = 1; known.arrived.length === 0; turn += 1) {
      await real.turn();
      if (known.isGone || this.#inbox[0] !== next) return null;
      if (turn % turnsPerLook !== 0) continue;
      if (this.#hasGoneUnseen(known)) return null;
      if (real.now() - startedMs > settleMs) throw new SettleTimeout(["a message to a port of another realm"]);
    }
    const event = known.arrived.shift() ?? null;
    if (known.arrived.length === 0) this.#holding.delete(known);
    return event;
  }

  /** Takes ports out of the realm. What is no port is left out. */
  #takeAll(transfer: readonly unknown[]): readonly MovedPort[] {
    const ports: MovedPort[] = [];
    for (const item of transfer) {
      if (this.#isPort(item)) ports.push(this.#take(item));
    }
    return ports;
  }

  #take(port: object): MovedPort {
    const known = this.#known.get(port);
    const key = known === undefined || !isFollowed(known) ? null : this.#keyOf(known);
    if (known === undefined || key === null) {
      this.#lose(port);
      return { key: null, queue: [] };
    }
    const owed = this.#inbox.filter((message) => message.key === key);
    // They have left the browser's queue, and no script can put them back.
    if (known.arrived.length + known.heldCount > 0) this.#parts.onUnordered("MessagePort");
    const queue = [...known.queue, ...owed.slice(known.arrived.length).map(({ keys }) => keys)];
    if (known.other !== null) known.other.other = null;
    this.#forget(known);
    this.#places.leave(key);
    return this.#places.pack(key, queue);
  }

  /** The key of a port that moves; null if its other end went unseen before. */
  #keyOf(known: KnownPort): string | null {
    const { other } = known;
    if (known.key !== null) return known.key;
    if (other === null || (!other.isGone && this.#hasMoved(other.port))) return null;
    this.#channelCount += 1;
    const channel = `${this.#parts.realmName} ${String(this.#channelCount)}`;
    [known.key, other.key] = [`${channel}a`, `${channel}b`];
    this.#places.set(other.key, other.isGone ? null : other);
    other.name = this.#parts.markUse();
    return known.key;
  }

  #lose(port: object): void {
    this.#parts.onUnordered("MessagePort");
    const known = this.#known.get(port);
    if (known === undefined) return;
    const { other } = known;
    if (other !== null) other.isLoose = true;
    this.#forget(known);
  }

  #forget(known: KnownPort): void {
    const { key, isStarted, queue } = known;
    if (isStarted) this.#parts.tasks.onLost(queue.length);
    if (key !== null) {
      this.#places.set(key, null);
      const others = this.#inbox.filter((message) => message.key !== key);
      this.#inbox.splice(0, this.#inbox.length, ...others);
    }
    Object.assign(known, { isGone: true, queue: [], arrived: [], owedCount: 0 });
    this.#holding.delete(known);
  }

  /**
   * A message of which nobody has told at two looks in a row was posted where nobody tells, so its port has moved there
   * unseen. Between two looks all realms that tell have been asked.
   */
  #loosenUntold(): void {
    for (const known of [...this.#holding]) {
      const untold = known.arrived[known.owedCount] ?? null;
      if (untold !== null && untold === known.suspect) {
        known.name("MessagePort");
        this.#loosen(known);
      } else known.suspect = untold;
    }
  }

  #loosen(known: KnownPort): void {
    known.isLoose = true;
    this.#runUntold(known);
  }

  #runUntold(known: KnownPort): void {
    const { tasks, events } = this.#parts;
    const untold = known.arrived.splice(known.owedCount);
    if (known.arrived.length === 0) this.#holding.delete(known);
    for (const event of untold) {
      const run = (): void => {
        if (!known.isGone) events.letGo(known.port, event);
      };
      if (tasks.admit(run)) run();
    }
  }

  #hasGoneUnseen(known: KnownPort): boolean {
    if (!this.#hasMoved(known.port)) return false;
    known.name("MessagePort");
    this.#forget(known);
    return true;
  }

  /** Says that a message was posted, here or to the next realm on its way. */
  #route({ to, ports, after }: PortPost, from: PortLink | null): void {
    if (to === null) return;
    const places = this.#places;
    const known = places.get(to);
    // Closed.
    if (known === null) return;
    const landing = places.landing(to);
    if (known === undefined && landing === undefined) {
      const link = places.wayTo(to, from);
      if (link === null) return;
      for (const port of ports) places.place(port, link, from);
      link.add(to, ports);
      return;
    }
    const keys = ports.map((port) => places.land(port, from));
    if (known === undefined) landing?.push(keys);
    else this.#queue(known, { key: to, keys, link: from, after });
  }

  #queue(known: KnownPort, message: OwedMessage): void {
    if (known.isStarted) {
      if (!this.#isLoose) this.#owe(known, message);
    } else if (!this.#hasGoneUnseen(known)) known.queue.push(message.keys);
  }

  /** Makes the ports of a message known, before the page is given it. */
  #give(event: Event, keys: PortKeys): void {
    if (keys.length === 0) return;
    for (const [index, port] of this.#portsOf(event).entries()) this.#settle(port, keys[index] ?? null);
  }

  #portsOf(event: Event): readonly MessagePort[] {
    return event instanceof this.#classes.MessageEvent ? readMessage.ports(event) : [];
  }

  /** Whether it is a port, of this realm or of a frame. */
  #isPort(value: unknown): value is object {
    if (!isObject(value)) return false;
    return value instanceof this.#classes.MessagePort || Reflect.get(value, Symbol.toStringTag) === "MessagePort";
  }

  #settle(port: MessagePort, key: string | null): void {
    const known = this.#make(port);
    if (key === null) return;
    known.key = key;
    known.queue = this.#places.settle(key, known);
    const other = this.#places.get(otherEnd(key)) ?? null;
    if (other === null) return;
    known.other = other;
    other.other = known;
  }
}

const noPorts: readonly MovedPort[] = [];

/** Whether what is posted to a port and from it is known. */
function isFollowed({ key, other, isLoose }: KnownPort): boolean {
  return !isLoose && (other !== null || key !== null);
}
