import type { AsyncOrder, Registered } from "./async-order.ts";
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
// for the transaction. A cursor rarely goes so far.
const endlessAnswers = 20_000;

// A connection that closes, the upgrade that it has blocked, and its commit are a message each. One trip to the databases
// and back may overtake the last.
const upgradeTrips = 4;

interface Parts {
  readonly real: Pick<RealPrimitives, "turn">;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly onUnordered: (api: string) => void;
}

/**
 * Makes the order wait for databases. A transaction ends as soon as no handler of its requests makes another one, so
 * their events cannot be held: they are passed on as they come, one after the other, and nothing else is delivered
 * meanwhile. A database that has opened waits for its turn. Its upgrade, which is a transaction, does not.
 */
export function orderDatabases(realm: Realm, { real, order, events, onUnordered }: Parts): void {
  const { IDBFactory, IDBOpenDBRequest, IDBRequest, indexedDB } = realm;
  const list = nativeMethod(IDBFactory.prototype, "databases");

  const outstanding = new Set<Registered>();
  /** How many answers have led to each other, up to the one that the page is handling now. */
  let answers = 0;

  function expect(target: EventTarget, types: readonly string[], description: string): void {
    const registered: Registered = order.expect(description, { owner: "script" });
    const before = answers;
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

  /** Holds the end of a request that belongs to no transaction. */
  function hold(request: IDBOpenDBRequest, description: string): void {
    // An upgrade comes before the end, and runs as it comes.
    const registered = order.expect(description, { owner: "script" });
    const onEnd = (event: Event): void => {
      if (event.target !== request || !event.isTrusted) return;
      for (const type of endEvents) events.unhear(request, type, onEnd);
      if (event.type === "blocked") {
        registered.release();
        waitForPage(request, description);
        return;
      }
      event.stopImmediatePropagation();
      registered.complete(() => events.letGo(request, event));
    };
    for (const type of endEvents) events.hear(request, type, onEnd);
  }

  /** Waits for the page, because its own open connection blocks the request. */
  function waitForPage(target: EventTarget, description: string): void {
    const registered = order.expect(description, {
      owner: "page",
      async fence() {
        for (let trip = 0; trip < upgradeTrips; trip += 1) await Reflect.apply(list, indexedDB, []);
      },
    });
    const onEnd = (): void => {
      for (const type of endEvents) events.unhear(target, type, onEnd);
      registered.releaseAfterTask();
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
          if (request instanceof IDBOpenDBRequest) hold(request, `IndexedDB: ${method}`);
          else if (request instanceof IDBRequest) expect(request, ["success", "error"], `IndexedDB: ${method}`);
          return request;
        }
        return replacement;
      });
    }
  }
  followTransactions(realm, expect);
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
