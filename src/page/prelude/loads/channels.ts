import type { RealPrimitives } from "../native/real-clock.ts";
import { replaceClass, replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { nativeMethod } from "./native-method.ts";

interface Parts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
}

/**
 * Each channel of a worker has a pipe of its own to the browser, so a message there may be overtaken by one round trip on
 * another, but hardly by this many.
 */
const tripsAfterPost = 4;

/** Holds the messages of broadcast channels, which travel through another process. */
export function orderChannels(realm: Window & typeof globalThis, { real, order, events }: Parts): void {
  const { BroadcastChannel } = realm;
  const send = nativeMethod(BroadcastChannel.prototype, "postMessage");
  const closed = new WeakSet();
  let isUsed = false;
  let trips = 1;

  /** A message of its own that arrives after all that were sent before. */
  function watch(): void {
    isUsed = true;
    const name = `framegate.fence ${String(real.timeOrigin)}`;
    const [from, to] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    let count = 0;
    const waiting = new Map<unknown, () => void>();
    events.hear(to, "message", (event) => {
      waiting.get(Reflect.get(event, "data"))?.();
    });
    const makeTrip = async (): Promise<void> => {
      count += 1;
      const id = count;
      await new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        Reflect.apply(send, from, [id]);
      });
      waiting.delete(id);
    };
    const fence = async (): Promise<void> => {
      let left = trips;
      trips = 1;
      for (; left > 0; left -= 1) await makeTrip();
    };
    order.expect("messages of channels", { owner: "page", fence });
  }

  replaceClass(realm, "BroadcastChannel", (channel) => {
    if (!isUsed) watch();
    order.noteBroadcasts(0);
    events.hear(channel, "message", (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      order
        .expect("a message of a channel")
        .complete(() => (closed.has(channel) ? undefined : events.letGo(channel, event)));
    });
  });
  // The browser drops what it has not yet delivered to a channel that is closed.
  replaceMethod(BroadcastChannel.prototype, "close", (close) => {
    function replacement(this: object): unknown {
      const result: unknown = Reflect.apply(close, this, []);
      closed.add(this);
      return result;
    }
    return replacement;
  });
  replaceMethod(BroadcastChannel.prototype, "postMessage", (post) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(post, this, parameters);
      trips = tripsAfterPost;
      order.noteBroadcasts(1);
      return result;
    }
    return replacement;
  });
}
