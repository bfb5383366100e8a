import { replaceConstructor, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { HeldEvents } from "./held-events.ts";
import { isObject, nativeGetter } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";

type Realm = Window & typeof globalThis;

interface Parts {
  readonly tasks: PageTasks;
  readonly events: HeldEvents;
  /** Called with the name of an API that cannot be ordered. */
  readonly onUnordered: (api: string) => void;
}

/** One end of a channel whose other end is in the same realm. */
interface LocalPort {
  readonly port: MessagePort;
  other: LocalPort | null;
  isStarted: boolean;
  /** Whether it has stopped accepting messages. */
  isGone: boolean;
  /** Messages that wait for its start. */
  waiting: number;
  /** Messages that the browser has queued for it. */
  onTheWay: number;
}

const messageTypes = ["message", "messageerror"] as const;

/** Orders the messages that a realm posts to itself, by channels and by its own window. */
export function orderMessages(realm: Realm, { tasks, events, onUnordered }: Parts): void {
  const ports = new LocalPorts(tasks, events, onUnordered);
  const read = (["port1", "port2"] as const).map((name) => nativeGetter(realm.MessageChannel.prototype, name));
  replaceConstructor(realm, "MessageChannel", (parameters, build) => {
    const channel = build(parameters);
    const [first, second] = read.map((get) => get?.(channel));
    if (first instanceof realm.MessagePort && second instanceof realm.MessagePort) ports.add(first, second);
    return channel;
  });
  const { prototype } = realm.MessagePort;
  replacePosting(prototype, ports);
  replaceMethod(prototype, "start", (start) => {
    function replacement(this: object): unknown {
      const result: unknown = Reflect.apply(start, this, []);
      ports.start(this);
      return result;
    }
    return replacement;
  });
  replaceSetter<object>(prototype, "onmessage", (port, value, set) => {
    set(value);
    ports.start(port);
  });
  replaceMethod(prototype, "close", (close) => {
    function replacement(this: object): unknown {
      const result: unknown = Reflect.apply(close, this, []);
      ports.close(this);
      return result;
    }
    return replacement;
  });
  if (typeof realm.Worker === "function") replacePosting(realm.Worker.prototype, ports);
  if ("document" in realm) orderWindow(realm, { tasks, events, onUnordered });
}

/** Notices ports that leave the realm with a message. */
function replacePosting(owner: object, ports: LocalPorts): void {
  replaceMethod(owner, "postMessage", (post) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(post, this, parameters);
      ports.onPosted(this);
      if (parameters.length > 1) ports.leaveAll(parameters[1]);
      return result;
    }
    return replacement;
  });
}

class LocalPorts {
  readonly #tasks: PageTasks;
  readonly #events: HeldEvents;
  readonly #onUnordered: (api: string) => void;
  readonly #ports = new WeakMap<object, LocalPort>();

  constructor(tasks: PageTasks, events: HeldEvents, onUnordered: (api: string) => void) {
    this.#tasks = tasks;
    this.#events = events;
    this.#onUnordered = onUnordered;
  }

  add(first: MessagePort, second: MessagePort): void {
    const [left, right] = [this.#make(first), this.#make(second)];
    left.other = right;
    right.other = left;
  }

  onPosted(port: object): void {
    const other = this.#ports.get(port)?.other;
    if (other === undefined || other === null || other.isGone) return;
    if (!other.isStarted) {
      other.waiting += 1;
      return;
    }
    other.onTheWay += 1;
    this.#tasks.onSent();
  }

  start(port: object): void {
    const local = this.#ports.get(port);
    if (local === undefined || local.isStarted) return;
    local.isStarted = true;
    local.onTheWay += local.waiting;
    this.#tasks.onSent(local.waiting);
    local.waiting = 0;
  }

  close(port: object): void {
    const local = this.#ports.get(port);
    if (local !== undefined) this.#forget(local);
  }

  /** Takes the ports of a message that leaves the realm. */
  leaveAll(transfer: unknown): void {
    const list: unknown = isObject(transfer) && !Array.isArray(transfer) ? Reflect.get(transfer, "transfer") : transfer;
    const items: readonly unknown[] = Array.isArray(list) ? list : [];
    for (const item of items) {
      const local = isObject(item) ? this.#ports.get(item) : undefined;
      if (local === undefined) continue;
      this.#forget(local);
      this.#onUnordered("MessagePort");
    }
  }

  #make(port: MessagePort): LocalPort {
    const local: LocalPort = { port, other: null, isStarted: false, isGone: false, waiting: 0, onTheWay: 0 };
    this.#ports.set(port, local);
    for (const type of messageTypes) {
      this.#events.hear(port, type, (event) => {
        if (event.isTrusted) this.#onMessage(local, event);
      });
    }
    return local;
  }

  #onMessage(local: LocalPort, event: Event): void {
    if (local.onTheWay > 0) {
      local.onTheWay -= 1;
      this.#tasks.onLost();
    }
    const run = (): void => {
      if (!local.isGone) this.#events.letGo(local.port, event);
    };
    if (!this.#tasks.admit(run)) event.stopImmediatePropagation();
  }

  #forget(local: LocalPort): void {
    local.isGone = true;
    this.#tasks.onLost(local.onTheWay);
    local.onTheWay = 0;
  }
}

/**
 * A window's messages come from itself, or from frames that are driven at other times. Its `postMessage` stays the
 * browser's, because the source of a message is the realm of the function that posts it.
 */
function orderWindow(realm: Realm, { tasks, events }: Parts): void {
  for (const type of messageTypes) {
    events.hear(realm, type, (event) => {
      if (!event.isTrusted || event.target !== realm) return;
      const isAdmitted = tasks.admit(() => {
        events.letGo(realm, event);
      });
      if (!isAdmitted) event.stopImmediatePropagation();
    });
  }
}
