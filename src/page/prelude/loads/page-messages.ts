import { globalOwner, replaceConstructor, replaceMethod, replaceSetter } from "../native/native-look.ts";
import { readTransfer, replacePosting } from "../native/posting.ts";
import type { HeldEvents } from "./held-events.ts";
import { nativeGetter, prototypeOf } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";
import { type PortParts, RealmPorts } from "./realm-ports.ts";

type Realm = Window & typeof globalThis;

const messageTypes = ["message", "messageerror"] as const;

/** Orders the messages that a realm posts to itself, by channels and by its own window, and those of its ports. */
export function orderMessages(realm: Realm, parts: PortParts): RealmPorts {
  const ports = new RealmPorts(realm, parts);
  const read = (["port1", "port2"] as const).map((name) => nativeGetter(realm.MessageChannel.prototype, name));
  replaceConstructor(realm, "MessageChannel", (parameters, build) => {
    const channel = build(parameters);
    const [first, second] = read.map((get) => get?.(channel));
    if (first instanceof realm.MessagePort && second instanceof realm.MessagePort) ports.add(first, second);
    return channel;
  });
  const { prototype } = realm.MessagePort;
  replacePosting(prototype, {
    beforePost(_port, message) {
      parts.sharedMemory.beforePortPost(message);
    },
    onPosted(port, transfer) {
      ports.onPosted(port, transfer);
    },
  });
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
  followClones(realm, ports);
  // Posts from there are not reported.
  const serviceWorker = prototypeOf(realm, "ServiceWorker");
  if (serviceWorker !== null) {
    replacePosting(serviceWorker, {
      onPosted(_worker, transfer) {
        ports.loseAll(transfer);
      },
    });
  }
  if ("document" in realm) orderWindow(realm, parts, ports);
  return ports;
}

/** Follows the ports that a page moves within its realm by cloning. */
function followClones(realm: Realm, ports: RealmPorts): void {
  const { MessagePort } = realm;
  replaceMethod(globalOwner(realm, "structuredClone"), "structuredClone", (clone) => {
    function replacement(...parameters: unknown[]): unknown {
      if (parameters.length < 2) return Reflect.apply(clone, realm, parameters);
      const { passed, transfer } = readTransfer(parameters);
      ports.nameStreams(transfer);
      const moving = transfer.filter((item) => ports.isKnown(item));
      if (moving.length === 0) return Reflect.apply(clone, realm, passed);
      const [value, options] = passed;
      // In one clone the same port is the same object.
      const made: unknown = Reflect.apply(clone, realm, [[value, ...moving], options]);
      const copies: readonly unknown[] = Array.isArray(made) ? made : [];
      const [copy, ...moved] = copies;
      ports.moveHere(
        moving,
        moved.filter((port) => port instanceof MessagePort),
      );
      return copy;
    }
    return replacement;
  });
}

interface WindowParts {
  readonly tasks: PageTasks;
  readonly events: HeldEvents;
}

/**
 * A window's messages come from itself, or from frames that are driven at other times. Its `postMessage` stays the
 * browser's, because the source of a message is the realm of the function that posts it. So nobody tells of the ports that
 * come by it, and their messages are tasks of the page.
 */
function orderWindow(realm: Realm, { tasks, events }: WindowParts, ports: RealmPorts): void {
  notePosts(realm, tasks);
  for (const type of messageTypes) {
    events.hear(realm, type, (event) => {
      if (!event.isTrusted || event.target !== realm) return;
      ports.adopt(event);
      const order = tasks.takePost();
      const letGo = (): void => {
        void events.letGo(realm, event);
      };
      const isAdmitted = tasks.admit(letGo, () => order);
      if (!isAdmitted) event.stopImmediatePropagation();
    });
  }
}

/** The page reads `postMessage` to call it. */
function notePosts(realm: Realm, tasks: PageTasks): void {
  const { postMessage } = realm;
  const shared = { enumerable: true, configurable: true };
  Object.defineProperty(realm, "postMessage", {
    get() {
      tasks.notePost();
      return postMessage;
    },
    set(value: unknown) {
      Object.defineProperty(realm, "postMessage", { value, writable: true, ...shared });
    },
    ...shared,
  });
}
