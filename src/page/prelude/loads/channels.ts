import { replaceClass, replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { nativeMethod } from "./native-method.ts";

interface Parts {
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
}

// Real randomness: two workers of one moment would hear each other's fences by any name made from the time.
const fenceName = `framegate.fence ${globalThis.crypto.getRandomValues(new Uint32Array(4)).join(" ")}`;

/** Holds the messages of broadcast channels, which travel through another process. */
export function orderChannels(realm: Window & typeof globalThis, { order, events }: Parts): void {
  const { BroadcastChannel } = realm;
  const send = nativeMethod(BroadcastChannel.prototype, "postMessage");
  const closed = new WeakSet();
  // When a message arrives is up to the machine. It gets its place in the order when the next fence has passed.
  const arrived: (() => void)[] = [];
  let isUsed = false;

  /** A message of its own that arrives after all that were sent before: the channels of a realm share one pipe. */
  function watch(): void {
    isUsed = true;
    const [from, to] = [new BroadcastChannel(fenceName), new BroadcastChannel(fenceName)];
    let count = 0;
    const waiting = new Map<unknown, () => void>();
    events.hear(to, "message", (event) => {
      waiting.get(Reflect.get(event, "data"))?.();
    });
    const fence = async (): Promise<void> => {
      count += 1;
      const id = count;
      await new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        Reflect.apply(send, from, [id]);
      });
      waiting.delete(id);
      for (const give of arrived.splice(0)) give();
    };
    order.expect("messages of channels", { owner: "page", fence });
    order.onRound(fence);
  }

  replaceClass(realm, "BroadcastChannel", (channel) => {
    if (!isUsed) watch();
    order.noteBroadcasts(0);
    events.hear(channel, "message", (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      arrived.push(() => {
        order
          .expect("a message of a channel", { comesFirst: true })
          .complete(() => (closed.has(channel) ? undefined : events.letGo(channel, event)));
      });
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
      order.noteBroadcasts(1);
      return result;
    }
    return replacement;
  });
}
