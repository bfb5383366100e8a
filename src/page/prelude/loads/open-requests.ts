import type { AsyncOrder, Expectation, Fence, Registered } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeMethod } from "./native-method.ts";
import { replaceMethod } from "../native/native-look.ts";

type Parts = Pick<LoadParts, "order" | "events" | "databases" | "markUse">;

const endEvents = ["success", "error", "blocked"] as const;

// Trips to the databases and back. The browser works on a request in the order of its messages, but a trip may overtake
// those that other messages cause.
const trips = {
  /** A connection that closes, the upgrade that it has blocked, and its commit are a message each. */
  end: 4,
  /** The same, until the first sign of the upgrade. */
  unblock: 50,
  /** A request of which nothing is heard meanwhile waits behind one of another realm. */
  begin: 500,
} as const;

/**
 * Returns a function that holds the end of a request for the database `name`, which belongs to no transaction. A request
 * that another connection blocks depends on the page, and its end comes as it comes.
 */
export function holdOpenRequests(
  realm: Window & typeof globalThis,
  { order, events, databases, markUse }: Parts,
): (request: IDBOpenDBRequest, name: string, description: string) => void {
  const { IDBDatabase, IDBFactory, indexedDB } = realm;
  const list = nativeMethod(IDBFactory.prototype, "databases");
  const requests = new OpenRequests(order, async () => await Reflect.apply(list, indexedDB, []));
  databases.onClosed((name) => {
    requests.onClosed(name);
  });
  replaceMethod(IDBDatabase.prototype, "close", (close) => {
    function replacement(this: IDBDatabase): void {
      Reflect.apply(close, this, []);
      databases.close(this.name);
      order.noteBroadcasts(1);
    }
    return replacement;
  });

  function passOn(request: IDBOpenDBRequest, queued: Queued): void {
    const onEnd = (): void => {
      for (const type of endEvents) events.unhear(request, type, onEnd);
      requests.end(queued).releaseAfterTask();
      order.onPageRun();
    };
    for (const type of endEvents) events.hear(request, type, onEnd);
  }

  return (request, name, description) => {
    const mark = markUse();
    const queued = requests.add(name, description, () => {
      mark("IndexedDB: a request that waits for another realm");
    });
    const onBegun = (): void => {
      events.unhear(request, "upgradeneeded", onBegun);
      requests.begin(queued);
    };
    events.hear(request, "upgradeneeded", onBegun);
    const onEnd = (event: Event): void => {
      if (event.target !== request || !event.isTrusted) return;
      for (const type of endEvents) events.unhear(request, type, onEnd);
      if (event.type === "blocked") {
        requests.block(queued);
        passOn(request, queued);
        return;
      }
      event.stopImmediatePropagation();
      if (queued.isBlocked) order.onPageRun();
      requests.end(queued).complete(() => events.letGo(request, event));
    };
    for (const type of endEvents) events.hear(request, type, onEnd);
  };
}

/** A request that opens or deletes a database. */
interface Queued {
  readonly description: string;
  /** Names the request as one that depends on another realm. */
  readonly name: () => void;
  /** Those for the same database that have not ended. */
  readonly queue: Set<Queued>;
  registered: Registered;
  /** True while an open connection blocks it, or one before it. */
  isBlocked: boolean;
  /** True when its upgrade has begun, or it has ended. */
  hasBegun: boolean;
}

/** The browser takes up the requests for one database one after the other. */
class OpenRequests {
  readonly #order: AsyncOrder;
  readonly #trip: Fence;
  readonly #ofPage: Expectation;
  readonly #queues = new Map<string, Set<Queued>>();

  /** `trip` goes to the databases and back. */
  constructor(order: AsyncOrder, trip: Fence) {
    this.#order = order;
    this.#trip = trip;
    const fence = async (): Promise<void> => {
      for (let count = 0; count < trips.end; count += 1) await trip();
    };
    this.#ofPage = { owner: "page", fence };
  }

  add(database: string, description: string, name: () => void): Queued {
    const queue = this.#queues.get(database) ?? new Set<Queued>();
    this.#queues.set(database, queue);
    const isBlocked = [...queue].some((one) => one.isBlocked);
    // An upgrade comes before the end, and runs as it comes.
    const registered = this.#order.expect(description, isBlocked ? this.#ofPage : { owner: "script" });
    const queued = { description, name, queue, registered, isBlocked, hasBegun: false };
    queue.add(queued);
    if (queue.size === 1) void this.#watch(queued);
    return queued;
  }

  /** Call when the upgrade of a request begins. */
  begin(queued: Queued): void {
    if (queued.isBlocked) queued.name();
    queued.hasBegun = true;
  }

  /** Call when a request is blocked: it waits for the page, and so do those behind it. Those before it have ended. */
  block({ queue }: Queued): void {
    // The connection may be that of another realm, which tells of its closings like of messages.
    this.#order.noteBroadcasts(0);
    for (const queued of queue) {
      if (queued.isBlocked) continue;
      queued.registered.release();
      queued.registered = this.#order.expect(queued.description, this.#ofPage);
      queued.isBlocked = true;
    }
  }

  /** Call when a request has ended. The next one may go on. */
  end(queued: Queued): Registered {
    const { queue, registered, isBlocked } = queued;
    // No connection of these windows has made way for it.
    if (isBlocked && !queued.hasBegun) queued.name();
    queued.hasBegun = true;
    queue.delete(queued);
    const [next] = queue;
    if (next?.isBlocked === true) this.#unblock(next);
    else if (next !== undefined) void this.#watch(next);
    return registered;
  }

  /** Call when a connection to a database is closed, because that may have blocked a request. */
  onClosed(database: string): void {
    const [first] = this.#queues.get(database) ?? [];
    if (first?.isBlocked === true) this.#unblock(first);
  }

  /** Everything waits for the first request of a queue, which was blocked, until it is known whether it still is. */
  #unblock(first: Queued): void {
    first.registered.release();
    first.registered = this.#order.expect(first.description, { owner: "script" });
    first.isBlocked = false;
    void this.#awaitBeginning(first, trips.unblock).then((queued) => {
      if (queued !== null) this.block(queued);
    });
  }

  /** Leaves a request to the page if nothing is heard of it: then it waits behind one of another realm. */
  async #watch(queued: Queued): Promise<void> {
    if ((await this.#awaitBeginning(queued, trips.begin)) === null) return;
    queued.name();
    this.block(queued);
    this.#order.onPageRun();
  }

  /** The request, if it has neither begun nor ended nor been blocked after so many trips; null otherwise. */
  async #awaitBeginning(queued: Queued, count: number): Promise<Queued | null> {
    for (let left = count; left > 0; left -= 1) {
      if (queued.hasBegun || queued.isBlocked) return null;
      try {
        await this.#trip();
      } catch {
        // A document without databases.
        return null;
      }
    }
    return queued.hasBegun || queued.isBlocked ? null : queued;
  }
}
