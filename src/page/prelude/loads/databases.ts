import type { AsyncOrder, Expectation, Fence, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { nativeMethod, prototypeOf } from "./native-method.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { replaceMethod } from "../native/native-look.ts";

type Realm = Window & typeof globalThis;

const endEvents = ["success", "error", "blocked"] as const;
const transactionEvents = ["complete", "abort"] as const;

const requestMethods: Readonly<Record<string, readonly string[]>> = {
  IDBFactory: ["open", "deleteDatabase"],
  IDBObjectStore: [
    ...["add", "put", "delete", "clear", "get", "getKey", "getAll", "getAllKeys", "getAllRecords", "count"],
    ...["openCursor", "openKeyCursor"],
  ],
  IDBIndex: ["get", "getKey", "getAll", "getAllKeys", "getAllRecords", "count", "openCursor", "openKeyCursor"],
  IDBCursor: ["update", "delete"],
};

// A page may keep a transaction alive, each request within the answer to another, until a timer comes that would wait
// for the transaction. A cursor rarely goes so far, and on a slow machine so many answers take half of a load's limit.
const endlessAnswers = 5000;

// A connection that closes, the upgrade that it has blocked, and its commit are a message each. One trip to the databases
// and back may overtake the last.
const upgradeTrips = 4;

interface Parts {
  readonly real: Pick<RealPrimitives, "turn">;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly transactions: LiveTransactions;
  readonly onUnordered: (api: string) => void;
}

/**
 * Makes the order wait for databases. A transaction ends as soon as no handler of its requests makes another one, so
 * their events cannot be held: they are passed on as they come, one after the other, and nothing else is delivered
 * meanwhile. A database that has opened waits for its turn. Its upgrade, which is a transaction, does not.
 */
export function orderDatabases(realm: Realm, { real, order, events, transactions, onUnordered }: Parts): void {
  const { IDBFactory, IDBOpenDBRequest, IDBRequest, indexedDB } = realm;
  const list = nativeMethod(IDBFactory.prototype, "databases");

  const outstanding = new Set<Registered>();
  /** How many answers have led to each other, up to the one that the page is handling now. */
  let answers = 0;

  function expect(target: EventTarget, types: readonly string[], description: string): void {
    const registered: Registered = order.expect(description, { owner: "script" });
    const before = answers;
    const transaction = transactionOf(realm, target);
    const others = transaction === null ? [] : transactions.follow(transaction, realm, events);
    // Which of them comes next depends on how fast the page asks. Those of several windows are never in order.
    if (others.some((window) => before > 0 || window !== realm)) onUnordered("IndexedDB: transactions side by side");
    outstanding.add(registered);
    if (before === endlessAnswers) onUnordered("an IndexedDB transaction that does not end");
    if (before >= endlessAnswers) for (const one of outstanding) one.release();
    const onEnd = (event: Event): void => {
      if (event.target !== target) return;
      for (const type of types) events.unhear(target, type, onEnd);
      outstanding.delete(registered);
      registered.releaseAfterTask();
      const own = before + 1;
      answers = own;
      void real.turn().then(() => {
        if (answers === own) answers = 0;
      });
    };
    for (const type of types) events.hear(target, type, onEnd);
  }

  const requests = new OpenRequests(order, async () => {
    for (let trip = 0; trip < upgradeTrips; trip += 1) await Reflect.apply(list, indexedDB, []);
  });

  /** Holds the end of a request for the database `name`, which belongs to no transaction. */
  function hold(request: IDBOpenDBRequest, name: string, description: string): void {
    const queued = requests.add(name, description);
    const onEnd = (event: Event): void => {
      if (event.target !== request || !event.isTrusted) return;
      for (const type of endEvents) events.unhear(request, type, onEnd);
      if (event.type === "blocked") {
        requests.block(queued);
        passOn(request, queued);
        return;
      }
      event.stopImmediatePropagation();
      requests.end(queued).complete(() => events.letGo(request, event));
    };
    for (const type of endEvents) events.hear(request, type, onEnd);
  }

  /** Lets the end of a blocked request come as it comes. */
  function passOn(target: EventTarget, queued: Queued): void {
    const onEnd = (): void => {
      for (const type of endEvents) events.unhear(target, type, onEnd);
      requests.end(queued).releaseAfterTask();
      order.onPageRun();
    };
    for (const type of endEvents) events.hear(target, type, onEnd);
  }

  for (const [name, names] of Object.entries(requestMethods)) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    for (const method of names) {
      replaceMethod(prototype, method, (original) => {
        function replacement(this: unknown, ...parameters: unknown[]): unknown {
          const request: unknown = Reflect.apply(original, this, parameters);
          if (request instanceof IDBOpenDBRequest) hold(request, String(parameters[0]), `IndexedDB: ${method}`);
          else if (request instanceof IDBRequest) expect(request, ["success", "error"], `IndexedDB: ${method}`);
          return request;
        }
        return replacement;
      });
    }
  }
  followTransactions(realm, expect);
}

/** The transactions of the windows of one origin, or of a worker, that have not ended. */
export class LiveTransactions {
  readonly #windows = new Map<IDBTransaction, Realm>();

  /** Follows a transaction of `window`. Returns the windows of those on which the browser works at the same time. */
  follow(transaction: IDBTransaction, window: Realm, events: HeldEvents): readonly Realm[] {
    if (!this.#windows.has(transaction)) {
      this.#windows.set(transaction, window);
      for (const type of transactionEvents) {
        events.hear(transaction, type, (event) => {
          if (event.target === transaction) this.#windows.delete(transaction);
        });
      }
    }
    return [...this.#windows].flatMap(([other, owner]) => {
      // The window of a removed frame hears of no end.
      const isBeside = other !== transaction && !owner.closed && !isAfter(transaction, other);
      return isBeside ? [owner] : [];
    });
  }
}

/** The transaction of a request, or the target itself. */
function transactionOf({ IDBRequest, IDBTransaction }: Realm, target: EventTarget): IDBTransaction | null {
  const transaction = target instanceof IDBRequest ? target.transaction : target;
  return transaction instanceof IDBTransaction ? transaction : null;
}

/** True if the browser runs two transactions one after the other: they share a store, and one of them writes. */
function isAfter(one: IDBTransaction, other: IDBTransaction): boolean {
  if (one.db.name !== other.db.name) return false;
  if (one.mode === "readonly" && other.mode === "readonly") return false;
  return [...one.objectStoreNames].some((name) => other.objectStoreNames.contains(name));
}

/** A request that opens or deletes a database. */
interface Queued {
  readonly description: string;
  /** Those for the same database that have not ended. */
  readonly queue: Set<Queued>;
  registered: Registered;
  /** True while the page's own open connection blocks it, or one before it. */
  isBlocked: boolean;
}

/** The browser takes up the requests for one database one after the other. */
class OpenRequests {
  readonly #order: AsyncOrder;
  readonly #ofPage: Expectation;
  readonly #queues = new Map<string, Set<Queued>>();

  constructor(order: AsyncOrder, fence: Fence) {
    this.#order = order;
    this.#ofPage = { owner: "page", fence };
  }

  /** `name` is that of the database. */
  add(name: string, description: string): Queued {
    const queue = this.#queues.get(name) ?? new Set<Queued>();
    this.#queues.set(name, queue);
    const isBlocked = [...queue].some((one) => one.isBlocked);
    // An upgrade comes before the end, and runs as it comes.
    const registered = this.#order.expect(description, isBlocked ? this.#ofPage : { owner: "script" });
    const queued = { description, queue, registered, isBlocked };
    queue.add(queued);
    return queued;
  }

  /** Call when a request is blocked: it waits for the page, and so do those behind it. Those before it have ended. */
  block({ queue }: Queued): void {
    for (const queued of queue) {
      if (queued.isBlocked) continue;
      queued.registered.release();
      queued.registered = this.#order.expect(queued.description, this.#ofPage);
      queued.isBlocked = true;
    }
  }

  /** Call when a request has ended. */
  end(queued: Queued): Registered {
    queued.queue.delete(queued);
    return queued.registered;
  }
}

/** `expect` is called with what sends the events of a transaction or of a cursor that continues. */
function followTransactions(
  realm: Realm,
  expect: (target: EventTarget, types: readonly string[], description: string) => void,
): void {
  const { EventTarget } = realm;
  // A cursor continues with the events of the request that it came with.
  for (const method of ["continue", "continuePrimaryKey", "advance"]) {
    replaceMethod(realm.IDBCursor.prototype, method, (original) => {
      function replacement(this: IDBCursor, ...parameters: unknown[]): void {
        Reflect.apply(original, this, parameters);
        expect(this.request, ["success", "error"], `IndexedDB: ${method}`);
      }
      return replacement;
    });
  }
  replaceMethod(realm.IDBDatabase.prototype, "transaction", (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const transaction: unknown = Reflect.apply(original, this, parameters);
      if (transaction instanceof EventTarget) expect(transaction, transactionEvents, "an IndexedDB transaction");
      return transaction;
    }
    return replacement;
  });
}
