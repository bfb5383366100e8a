import { readMessage } from "../native/own-messages.ts";
import { isObject } from "./native-method.ts";
import type { PortKeys } from "./port-posts.ts";
import type { MarkUse } from "./relaxed-wasm.ts";

/** A port of this realm. */
export interface KnownPort {
  readonly port: MessagePort;
  /** Set when an end of its channel moves. */
  key: string | null;
  /** The other end, if that is in this realm. */
  other: KnownPort | null;
  isStarted: boolean;
  /** True for a closed port and for one that was transferred: it accepts no messages. */
  isGone: boolean;
  /** Whether its messages run as they come, because nobody tells of them. */
  isLoose: boolean;
  /** Messages that the browser has queued for it, by the ports in them. */
  queue: PortKeys[];
  /** The places of its next messages among the timers and other tasks, see `PortTurns`. The rest get theirs later. */
  places: number[];
  /** Messages from another thread that wait for their turn. */
  arrived: Event[];
  /** Messages that wait for a turn of the page's tasks. */
  readonly held: Event[];
  /** True while the page handles a message of it. */
  isRead: boolean;
  /** How many messages for it are in the inbox. */
  owedCount: number;
  /** The first message of which nobody had told at the last look. */
  suspect: Event | null;
  /** Names a use where the page made it possible. */
  name: ReturnType<MarkUse>;
}

/** A port that has not moved, started or got anything yet. */
export function newPort(port: MessagePort, name: KnownPort["name"]): KnownPort {
  return {
    ...{ port, key: null, other: null, isStarted: false, isGone: false, isLoose: false },
    ...{ queue: [], places: [], held: [], isRead: false, arrived: [], owedCount: 0, suspect: null, name },
  };
}

/** Whether what is posted to a port and from it is known. */
export function isFollowed({ key, other, isLoose }: KnownPort): boolean {
  return !isLoose && (other !== null || key !== null);
}

/** Tells ports from other values, by the realm's own classes. */
export class PortReader {
  readonly #classes: Pick<Window & typeof globalThis, "MessageEvent" | "MessagePort">;

  /** Call before anything is replaced. */
  constructor({ MessageEvent, MessagePort }: Window & typeof globalThis) {
    this.#classes = { MessageEvent, MessagePort };
  }

  /** Whether it is a port, of this realm or of a frame. */
  isPort(value: unknown): value is object {
    if (!isObject(value)) return false;
    return value instanceof this.#classes.MessagePort || Reflect.get(value, Symbol.toStringTag) === "MessagePort";
  }

  portsOf(event: Event): readonly MessagePort[] {
    return event instanceof this.#classes.MessageEvent ? readMessage.ports(event) : [];
  }
}
