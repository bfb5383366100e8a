import { isFollowed, type KnownPort, newPort, PortReader } from "./known-port.ts";
import type { SharedMemory } from "./shared-memory.ts";
import { createMovedTest } from "./moved-ports.ts";
import { createStreamReader } from "./moving-streams.ts";
import { isObject } from "./native-method.ts";
import { type InboxParts, type OwedMessage, PortInbox } from "./port-inbox.ts";
import { PortPlaces } from "./port-places.ts";
import { type MovedPort, noKeys, otherEnd, type PortKeys, PortLink, type PortPost } from "./port-posts.ts";
import { PortTurns } from "./port-turns.ts";
import type { MarkUse } from "./relaxed-wasm.ts";

type Realm = Window & typeof globalThis;

export interface PortParts extends InboxParts {
  /** Begins the keys of the channels that are made here. */
  readonly realmName: string;
  /** Called with the name of an API that cannot be ordered. */
  readonly onUnordered: (api: string) => void;
  readonly markUse: MarkUse;
  readonly sharedMemory: SharedMemory;
}

const messageTypes = ["message", "messageerror"] as const;

/**
 * The ports of a realm. Between ports of one realm the messages are tasks of the page. A port that moves to a worker gets a
 * key, and so does its other end: all messages between the two are told of, and delivered in the order in which they were
 * told. A port moves unseen only to another window, by the window's own `postMessage`.
 */
export class RealmPorts {
  readonly #parts: PortParts;
  readonly #reader: PortReader;
  readonly #hasMoved: (port: MessagePort) => boolean;
  readonly #streamName: (value: unknown) => string | null;
  readonly #known = new WeakMap<object, KnownPort>();
  readonly #places = new PortPlaces<KnownPort>();
  readonly #inbox: PortInbox;
  readonly #turns: PortTurns;
  #channelCount = 0;
  #isWorker = false;

  constructor(realm: Realm, parts: PortParts) {
    this.#parts = parts;
    this.#hasMoved = createMovedTest(realm);
    this.#streamName = createStreamReader(realm);
    this.#reader = new PortReader(realm);
    this.#turns = new PortTurns(parts);
    this.#inbox = new PortInbox(parts, {
      find: (key) => this.#places.get(key) ?? null,
      give: (event, keys) => {
        this.#give(event, keys);
      },
      hasGoneUnseen: (known) => this.#hasGoneUnseen(known),
    });
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
    for (const port of this.#reader.portsOf(event)) if (!this.#known.has(port)) this.#make(port);
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
    this.nameStreams(transfer);
    for (const item of transfer) {
      if (this.#reader.isPort(item)) this.#lose(item);
    }
  }

  /** Names streams that move: their chunks go over channels of the browser's own. The page's call must be on the stack. */
  nameStreams(transfer: readonly unknown[]): void {
    for (const item of transfer) {
      const name = this.#streamName(item);
      if (name !== null) this.#parts.onUnordered(name);
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
      this.#turns.onStarted(known);
      return;
    }
    known.name = this.#parts.markUse();
    known.queue = [];
    if (!this.#inbox.isLoose) for (const keys of queue) this.#inbox.owe(known, { key, keys, link: null, after: 0 });
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
    if (this.#isWorker) this.#inbox.loosenUntold();
  }

  /** Call before the page is given the message with that number of a link. */
  giveLinkPorts(link: PortLink, number: number, event: Event): void {
    this.#give(event, link.takeKeys(number));
  }

  /** Whether a message waits for its turn, in this frame or in the next. */
  hasAny(): boolean {
    return this.#inbox.hasAny();
  }

  /** Whether a message is to be delivered now. */
  isOwed(): boolean {
    return this.#inbox.isOwed();
  }

  /**
   * Delivers what the ports are owed, each in a task of its own. With a link only what was posted before its message with
   * that number.
   */
  async deliver(link: PortLink | null = null, number = 0): Promise<void> {
    const isAll = await this.#inbox.deliver(link, number);
    if (isAll && !this.#isWorker) this.#inbox.loosenUntold();
  }

  /** Call when the realm at the other end has gone: nobody tells of its messages any more. */
  closeLink(link: PortLink): void {
    for (const known of this.#places.close(link)) this.#inbox.loosen(known);
  }

  /** From now on messages from other threads run as they come: the page may wait in a loop for what they do. */
  loosenAll(): void {
    this.#inbox.loosenAll();
  }

  #make(port: MessagePort): KnownPort {
    const known = newPort(port, this.#parts.onUnordered);
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
      this.#turns.admitQueued(known, event);
      this.#give(event, known.queue.shift() ?? noKeys);
    } else if (
      known.owedCount > known.arrived.length ||
      (isFollowed(known) && known.other === null && !this.#inbox.isLoose)
    ) {
      this.#inbox.hold(known, event);
    } else if (!this.#inbox.isLoose || known.key === null) this.#turns.admitUntold(known, event);
  }

  #postHere(other: KnownPort, ports: readonly MovedPort[]): void {
    const keys = ports.length === 0 ? noKeys : ports.map((port) => this.#places.land(port, null));
    if (other.isGone) return;
    // After what is on its way from another thread.
    if (other.owedCount > 0 && other.key !== null) {
      this.#inbox.owe(other, { key: other.key, keys, link: null, after: 0 });
      return;
    }
    if (other.isStarted) this.#turns.onPosted(other);
    other.queue.push(keys);
  }

  /** Takes ports out of the realm. What is no port is left out. */
  #takeAll(transfer: readonly unknown[]): readonly MovedPort[] {
    this.nameStreams(transfer);
    const ports: MovedPort[] = [];
    for (const item of transfer) {
      if (this.#reader.isPort(item)) ports.push(this.#take(item));
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
    const owed = this.#inbox.owedTo(key);
    // They have left the browser's queue, and no script can put them back.
    if (known.arrived.length + known.held.length > 0) this.#parts.onUnordered("MessagePort");
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
    if (key !== null) this.#places.set(key, null);
    Object.assign(known, { isGone: true, queue: [], places: [] });
    this.#inbox.forget(known);
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
      // A message of a loose port may have run before the realm that posted it could tell.
      if (!this.#inbox.isLoose && !known.isLoose) this.#inbox.owe(known, message);
    } else if (!this.#hasGoneUnseen(known)) known.queue.push(message.keys);
  }

  /** Makes the ports of a message known, before the page is given it. */
  #give(event: Event, keys: PortKeys): void {
    if (keys.length === 0) return;
    for (const [index, port] of this.#reader.portsOf(event).entries()) this.#settle(port, keys[index] ?? null);
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
