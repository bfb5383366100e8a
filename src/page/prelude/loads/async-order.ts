import { SettleTimeout } from "../../realm-agent.ts";
import type { RealPrimitives } from "../native/real-clock.ts";

interface Outstanding {
  readonly description: string;
  /** Whether later items must wait until this one has completed. */
  readonly isBlocking: boolean;
  /** Passes the outcome to the page; null until the browser has completed the request. */
  deliver: (() => void) | null;
}

// A page that starts a new request with each answer would never let a frame begin. Counting rounds instead of measuring
// time makes the run continue in the same frame on every machine.
const maximumRounds = 1000;
// How often the time limit is checked while nothing happens.
const pollMs = 10;
const stallMs = 1500;

/**
 * Holds what the browser completes in its own order, and delivers it to the page between frames in the order of the
 * requests. To the page it looks like an infinitely fast network.
 */
export class AsyncOrder {
  readonly #real: RealPrimitives;
  readonly #mayDeliver: () => boolean;
  readonly #queue: Outstanding[] = [];
  #wake: (() => void) | null = null;

  /** Nothing is delivered while `mayDeliver` returns false. */
  constructor(real: RealPrimitives, mayDeliver: () => boolean) {
    this.#real = real;
    this.#mayDeliver = mayDeliver;
  }

  /** Wraps a native promise so that it settles at the next delivery. */
  track<T>(description: string, promise: Promise<T>): Promise<T> {
    const complete = this.expect(description);
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => {
          complete(() => {
            resolve(value);
          });
        },
        (reason: unknown) => {
          complete(() => {
            // The page must see the browser's own reason, whatever it is.
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
            reject(reason);
          });
        },
      );
    });
  }

  /**
   * Registers a request that completes by events. Call the returned function with a callback that delivers them. A
   * blocking request, such as a script, has an effect of its own on completion, so nothing is delivered before it.
   */
  expect(description: string, isBlocking = false): (deliver: () => void) => void {
    const item: Outstanding = { description, isBlocking, deliver: null };
    this.#queue.push(item);
    return (deliver) => {
      item.deliver ??= deliver;
      this.#wake?.();
    };
  }

  /** Resolves after that much real time. */
  wait(realMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#real.setTimeout(resolve, realMs);
    });
  }

  isWaiting(): boolean {
    return this.#queue.length > 0;
  }

  /** See `RealmAgent.settle`. */
  async settle(limitMs: number): Promise<void> {
    for (let round = 0; this.#queue.length > 0 && round < maximumRounds; round += 1) {
      // Requests that these deliveries start belong to the next round.
      for (let left = this.#queue.length; left > 0 && this.#queue.length > 0; left -= 1) {
        const item = await this.#takeNext(limitMs);
        try {
          item.deliver?.();
        } catch (thrown) {
          reportError(thrown);
        }
        // Each delivery gets its own task, as in the browser, so that its follow-up work runs before the next one.
        await this.#real.turn();
      }
    }
  }

  /**
   * Waits for the oldest item and takes it. An item that depends on a later one, such as a body that the page itself
   * feeds, would wait forever, so after a stall the oldest complete item goes first.
   */
  async #takeNext(limitMs: number): Promise<Outstanding> {
    const startedMs = this.#real.now();
    for (;;) {
      const waitedMs = this.#real.now() - startedMs;
      const isStalled = waitedMs > stallMs;
      const isBlocked = !isStalled && this.#queue.some((item) => item.isBlocking && item.deliver === null);
      const isOpen = this.#mayDeliver() && !isBlocked;
      const [head] = this.#queue;
      const next = head?.deliver === null && isStalled ? this.#queue.find((item) => item.deliver !== null) : head;
      if (isOpen && next !== undefined && next.deliver !== null) {
        this.#queue.splice(this.#queue.indexOf(next), 1);
        return next;
      }
      if (waitedMs > limitMs) throw new SettleTimeout(isOpen ? this.#pending() : ["the document's own scripts"]);
      await this.#change();
      this.#wake = null;
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const timeout = this.#real.setTimeout(resolve, pollMs);
      this.#wake = () => {
        this.#real.clearTimeout(timeout);
        resolve();
      };
    });
  }

  #pending(): readonly string[] {
    return this.#queue.filter((item) => item.deliver === null).map((item) => item.description);
  }
}
