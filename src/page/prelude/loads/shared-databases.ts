import type { HeldEvents } from "./held-events.ts";

export const transactionEvents = ["complete", "abort"] as const;

/** The open transactions and closed connections of the windows of one origin, or of a worker. */
export class SharedDatabases {
  /** The transactions that have not ended. */
  readonly #windows = new Map<IDBTransaction, Window>();
  readonly #closings: ((name: string) => void)[] = [];

  /** `tell` is called with the name of a database when a connection to it may be closed. */
  onClosed(tell: (name: string) => void): void {
    this.#closings.push(tell);
  }

  /** Call when a window closes a connection to the database `name`, or a transaction of one has ended. */
  close(name: string): void {
    for (const tell of this.#closings) tell(name);
  }

  /** Follows a transaction of `window`. Returns the windows of those on which the browser works at the same time. */
  follow(transaction: IDBTransaction, window: Window, events: HeldEvents): readonly Window[] {
    if (!this.#windows.has(transaction)) {
      this.#windows.set(transaction, window);
      for (const type of transactionEvents) {
        events.hear(transaction, type, (event) => {
          if (event.target !== transaction) return;
          this.#windows.delete(transaction);
          // A connection is closed when its last transaction has ended.
          this.close(transaction.db.name);
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

/** True if the browser runs two transactions one after the other: they share a store, and one of them writes. */
function isAfter(one: IDBTransaction, other: IDBTransaction): boolean {
  if (one.db.name !== other.db.name) return false;
  if (one.mode === "readonly" && other.mode === "readonly") return false;
  return [...one.objectStoreNames].some((name) => other.objectStoreNames.contains(name));
}
