import { SettleTimeout } from "../../realm-agent.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { HeldEvents } from "./held-events.ts";
import type { KnownPort } from "./known-port.ts";
import type { PageTasks } from "./page-tasks.ts";
import type { PortKeys, PortLink } from "./port-posts.ts";

export interface InboxParts {
  readonly real: RealPrimitives;
  readonly tasks: PageTasks;
  readonly events: HeldEvents;
  /** The virtual clock, in milliseconds. */
  readonly now: () => number;
  /** How long a run waits for a message that is owed, real milliseconds. */
  readonly settleMs: number;
}

/** The realm's ports, as the inbox needs them. */
export interface InboxOwner {
  /** The port with a key, if it is in this realm and open. */
  readonly find: (key: string) => KnownPort | null;
  /** Makes the ports of a message known, before the page is given it. */
  readonly give: (event: Event, keys: PortKeys) => void;
  /** Whether a port has moved where nobody tells. It is then forgotten. */
  readonly hasGoneUnseen: (known: KnownPort) => boolean;
}

/** A message that a port is owed, in its turn. */
export interface OwedMessage {
  readonly key: string;
  readonly keys: PortKeys;
  /** The way by which this realm was told, and how many messages of workers had come by it before; null if by none. */
  readonly link: PortLink | null;
  readonly after: number;
}

// Ports that answer each other without end would never let a frame begin. So at one moment of the clock this many rounds
// are delivered, each of all that is owed; while a page loads its clock stands still, so there are more.
const loadingRounds = 1000;
const momentRounds = 250;
// How often a wait looks whether its port has gone without a word.
const turnsPerLook = 64;

/**
 * The messages of other threads to the ports of a realm: those that it was told of, in their order, and those that the
 * browser has brought.
 */
export class PortInbox {
  readonly #parts: InboxParts;
  readonly #owner: InboxOwner;
  readonly #owed: OwedMessage[] = [];
  /** Those with messages that have arrived. */
  readonly #holding = new Set<KnownPort>();
  #momentMs: number;
  #roundsLeft = loadingRounds;
  #isLoose = false;

  constructor(parts: InboxParts, owner: InboxOwner) {
    this.#parts = parts;
    this.#owner = owner;
    this.#momentMs = parts.now();
  }

  /** Whether messages run as they come, see `loosenAll`. */
  get isLoose(): boolean {
    return this.#isLoose;
  }

  owe(known: KnownPort, message: OwedMessage): void {
    known.owedCount += 1;
    this.#owed.push(message);
  }

  owedTo(key: string): readonly OwedMessage[] {
    return this.#owed.filter((message) => message.key === key);
  }

  /** Keeps a message that has arrived until its turn. */
  hold(known: KnownPort, event: Event): void {
    event.stopImmediatePropagation();
    known.arrived.push(event);
    this.#holding.add(known);
  }

  /** Call when a port takes no message any more. */
  forget(known: KnownPort): void {
    const { key } = known;
    if (key !== null) {
      const others = this.#owed.filter((message) => message.key !== key);
      this.#owed.splice(0, this.#owed.length, ...others);
    }
    Object.assign(known, { arrived: [], owedCount: 0 });
    this.#holding.delete(known);
  }

  /** Whether a message waits for its turn, in this frame or in the next. */
  hasAny(): boolean {
    return this.#owed.length > 0 || this.#holding.size > 0;
  }

  /** Whether a message is to be delivered now. */
  isOwed(): boolean {
    return this.hasAny() && (this.#roundsLeft > 0 || this.#parts.now() !== this.#momentMs);
  }

  /**
   * Delivers what the ports are owed, each in a task of its own. With a link only what was posted before its message with
   * that number. Returns whether that was everything.
   */
  async deliver(link: PortLink | null, number: number): Promise<boolean> {
    if (!this.isOwed()) return false;
    const { now } = this.#parts;
    if (now() !== this.#momentMs) this.#roundsLeft = momentRounds;
    this.#momentMs = now();
    if (link === null) this.#roundsLeft -= 1;
    for (let next = this.#owed[0]; next !== undefined; next = this.#owed[0]) {
      if (link !== null && next.link === link && next.after >= number) return false;
      await this.#deliverNext(next);
    }
    return true;
  }

  /**
   * A message of which nobody has told at two looks in a row was posted where nobody tells, so its port has moved there
   * unseen. Between two looks all realms that tell have been asked.
   */
  loosenUntold(): void {
    for (const known of [...this.#holding]) {
      const untold = known.arrived[known.owedCount] ?? null;
      if (untold !== null && untold === known.suspect) {
        known.name("MessagePort");
        this.loosen(known);
      } else known.suspect = untold;
    }
  }

  /** From now on the messages of a port run as they come. */
  loosen(known: KnownPort): void {
    known.isLoose = true;
    this.#runUntold(known);
  }

  /** The same for all ports: the page may wait in a loop for what other threads do. */
  loosenAll(): void {
    this.#isLoose = true;
    for (const { key } of this.#owed.splice(0)) Object.assign(this.#owner.find(key) ?? {}, { owedCount: 0 });
    for (const known of [...this.#holding]) this.#runUntold(known);
  }

  async #deliverNext(next: OwedMessage): Promise<void> {
    const { events, real } = this.#parts;
    const known = this.#owner.find(next.key);
    const event = known === null ? null : await this.#awaitMessage(known, next);
    // Closed, or moved on.
    if (this.#owed[0] !== next) return;
    this.#owed.shift();
    if (known === null || event === null) return;
    known.owedCount -= 1;
    this.#owner.give(event, next.keys);
    await events.letGo(known.port, event);
    await real.turn();
  }

  /** Waits on the real clock. Null if the port takes no message any more. */
  async #awaitMessage(known: KnownPort, next: OwedMessage): Promise<Event | null> {
    const { real, settleMs } = this.#parts;
    const startedMs = real.now();
    for (let turn = 1; known.arrived.length === 0; turn += 1) {
      await real.turn();
      if (known.isGone || this.#owed[0] !== next) return null;
      if (turn % turnsPerLook !== 0) continue;
      if (this.#owner.hasGoneUnseen(known)) return null;
      if (real.now() - startedMs > settleMs) throw new SettleTimeout(["a message to a port of another realm"]);
    }
    const event = known.arrived.shift() ?? null;
    if (known.arrived.length === 0) this.#holding.delete(known);
    return event;
  }

  #runUntold(known: KnownPort): void {
    const { tasks, events } = this.#parts;
    const untold = known.arrived.splice(known.owedCount);
    if (known.arrived.length === 0) this.#holding.delete(known);
    for (const event of untold) {
      const run = (): void => {
        if (!known.isGone) void events.letGo(known.port, event);
      };
      if (tasks.admit(run)) run();
    }
  }
}
