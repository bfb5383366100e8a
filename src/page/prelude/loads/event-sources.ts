import type { RealPrimitives } from "../native/real-clock.ts";
import { replaceConstructor, replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { nativeGetter } from "./native-method.ts";

interface Parts {
  readonly real: Pick<RealPrimitives, "setTimeout">;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  /** Runs a task when a time has passed on the virtual clock. */
  readonly setTask: (run: () => void, delayMs: number) => void;
  readonly settleMs: number;
}

/** The browser's delay before a source that was cut off connects again, unless its server sets another one. */
const reconnectMs = 3000;
const connecting = 0;

/**
 * Waits for the connections of event sources. One that has been cut off is awaited when the browser's delay has passed
 * on the virtual clock: a run would mostly be over before the real one. A server that does not answer must not end the
 * run, because the messages of such a source are not driven anyway.
 */
export function orderConnections(realm: typeof globalThis, { real, order, events, setTask, settleMs }: Parts): void {
  if (!("EventSource" in realm)) return;
  const { EventSource } = realm;
  const { prototype } = EventSource;
  const readState = nativeGetter(prototype, "readyState");
  const waiting = new WeakMap<EventSource, Registered>();
  const release = (source: EventSource): void => {
    waiting.get(source)?.release();
    waiting.delete(source);
  };
  const wait = (source: EventSource): void => {
    const registered = order.expect("the connection of an event source");
    waiting.set(source, registered);
    real.setTimeout(() => {
      registered.release();
    }, settleMs / 2);
  };
  function follow(source: EventSource): void {
    let connections = 0;
    let lost = 0;
    const isCutOff = (): boolean => readState?.(source) === connecting;
    wait(source);
    events.hear(source, "open", () => {
      connections += 1;
      release(source);
    });
    events.hear(source, "error", ({ isTrusted }) => {
      release(source);
      if (!isTrusted || connections === lost || !isCutOff()) return;
      lost = connections;
      setTask(() => {
        if (isCutOff() && lost === connections) wait(source);
      }, reconnectMs);
    });
  }
  replaceConstructor(realm, "EventSource", (parameters, build) => {
    const source = build(parameters);
    if (source instanceof EventSource) follow(source);
    return source;
  });
  replaceMethod(prototype, "close", (close) => {
    function replacement(this: EventSource): unknown {
      release(this);
      return Reflect.apply(close, this, []);
    }
    return replacement;
  });
}
