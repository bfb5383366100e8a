import type { Registered } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { prototypeOf } from "./native-method.ts";
import { holdOpenRequests } from "./open-requests.ts";
import { transactionEvents } from "./shared-databases.ts";
import { replaceMethod } from "../native/native-look.ts";

type Realm = Window & typeof globalThis;

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

type Parts = Pick<LoadParts, "real" | "order" | "events" | "databases" | "onUnordered" | "markUse">;

/**
 * Makes the order wait for databases. A transaction ends as soon as no handler of its requests makes another one, so
 * their events cannot be held: they are passed on as they come, one after the other, and nothing else is delivered
 * meanwhile. A database that has opened waits for its turn. Its upgrade, which is a transaction, does not.
 */
export function orderDatabases(realm: Realm, parts: Parts): void {
  const { real, order, events, databases, onUnordered } = parts;
  const { IDBOpenDBRequest, IDBRequest } = realm;

  const outstanding = new Set<Registered>();
  /** How many answers have led to each other, up to the one that the page is handling now. */
  let answers = 0;

  function expect(target: EventTarget, types: readonly string[], description: string): void {
    const registered: Registered = order.expect(description, { owner: "script" });
    const before = answers;
    const transaction = transactionOf(realm, target);
    const others = transaction === null ? [] : databases.follow(transaction, realm, events);
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

  const hold = holdOpenRequests(realm, parts);
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

/** The transaction of a request, or the target itself. */
function transactionOf({ IDBRequest, IDBTransaction }: Realm, target: EventTarget): IDBTransaction | null {
  const transaction = target instanceof IDBRequest ? target.transaction : target;
  return transaction instanceof IDBTransaction ? transaction : null;
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
