import { SettleTimeout } from "../../realm-agent.ts";
import type { RealPrimitives } from "../native/real-clock.ts";

interface Outstanding {
  readonly description: string;
  /** Whether nothing may be delivered before it has completed. */
  readonly isBlocking: boolean;
  /** Set when the browser has completed it; hands the outcome to the page. */
  deliver: (() => void) | null;
}

/**
 * Holds what the browser completes in its own order and hands it to the page between frames, in the order of asking.
 * To the page it looks like an infinitely fast network.
 */
export interface AsyncOrder {
  /** Wraps a promise of the browser's: it settles at the next delivery instead of when it likes. */
  track<T>(description: string, promise: Promise<T>): Promise<T>;
  /**
   * Registers something that completes by events. Call the returned function with what delivers them. What `isBlocking`
   * has an effect of its own when it completes, as a script has, so nothing is delivered until then.
   */
  expect(description: string, isBlocking?: boolean): (deliver: () => void) => void;
  /** Resolves after that much real time. */
  wait(realMs: number): Promise<void>;
  isWaiting(): boolean;
  outstanding(): readonly string[];
  /** See `RealmAgent.settle`. */
  settle(limitMs: number): Promise<void>;
}

// A page that asks for more each time it is answered would never let a frame begin. Rounds are counted and not timed,
// so the frame in which it goes on is the same on every machine.
const maximumRounds = 1000;
// How often the limit is looked at while nothing happens.
const pollMs = 10;
const stallMs = 1500;

/** Creates the order of one realm. Nothing is delivered while `mayDeliver` says no. */
export function createAsyncOrder(real: RealPrimitives, mayDeliver: () => boolean): AsyncOrder {
  const queue: Outstanding[] = [];
  let wake: (() => void) | null = null;

  function expect(description: string, isBlocking = false): (deliver: () => void) => void {
    const item: Outstanding = { description, isBlocking, deliver: null };
    queue.push(item);
    return (deliver) => {
      item.deliver ??= deliver;
      wake?.();
    };
  }

  function track<T>(description: string, promise: Promise<T>): Promise<T> {
    const complete = expect(description);
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

  function change(): Promise<void> {
    return new Promise((resolve) => {
      const timeout = real.setTimeout(resolve, pollMs);
      wake = () => {
        real.clearTimeout(timeout);
        resolve();
      };
    });
  }

  /**
   * Waits for the oldest item and takes it. An item that waits for a later one (a body that the page itself feeds, say)
   * would wait for ever, so after a while without any change the oldest of those that are complete goes first.
   */
  async function takeNext(limitMs: number): Promise<Outstanding> {
    const startedMs = real.now();
    for (;;) {
      const waitedMs = real.now() - startedMs;
      const isStalled = waitedMs > stallMs;
      const isBlocked = !isStalled && queue.some((item) => item.isBlocking && item.deliver === null);
      const isOpen = mayDeliver() && !isBlocked;
      const [head] = queue;
      const next = head?.deliver === null && isStalled ? queue.find((item) => item.deliver !== null) : head;
      if (isOpen && next !== undefined && next.deliver !== null) {
        queue.splice(queue.indexOf(next), 1);
        return next;
      }
      if (waitedMs > limitMs) throw new SettleTimeout(isOpen ? pendingDescriptions() : ["the document's own scripts"]);
      await change();
      wake = null;
    }
  }

  function pendingDescriptions(): string[] {
    return queue.filter((item) => item.deliver === null).map((item) => item.description);
  }

  return {
    track,
    expect,
    wait: (realMs) =>
      new Promise((resolve) => {
        real.setTimeout(resolve, realMs);
      }),
    isWaiting: () => queue.length > 0,
    outstanding: pendingDescriptions,
    async settle(limitMs) {
      for (let round = 0; queue.length > 0 && round < maximumRounds; round += 1) {
        // What these deliveries ask for belongs to the next round.
        for (let left = queue.length; left > 0 && queue.length > 0; left -= 1) {
          const item = await takeNext(limitMs);
          try {
            item.deliver?.();
          } catch (thrown) {
            reportError(thrown);
          }
          // One task each, as the browser would: what one delivery sets off runs before the next.
          await real.turn();
        }
      }
    },
  };
}
