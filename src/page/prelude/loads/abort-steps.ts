import { isFunction } from "../native/native-look.ts";
import { isObject, nativeMethod, prototypeOf } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/**
 * Calls `act` with the reason when a signal that has not aborted yet does. Returns a function that ends the wait.
 */
export type OnAbort = (signal: AbortSignal, act: (reason: unknown) => void) => () => void;

/**
 * Acts where the browser rejects its own promises: before the listeners of the signal's event, in the order in which
 * they began to wait. Script has that place only as the end of an observable's subscription.
 */
export function createAbortSteps(realm: Realm): OnAbort {
  const Observable: unknown = Reflect.get(realm, "Observable");
  const subscribers = prototypeOf(realm, "Subscriber");
  const observables = prototypeOf(realm, "Observable");
  if (!isFunction(Observable) || subscribers === null || observables === null) return listenForAborts(realm);
  const subscribe = nativeMethod(observables, "subscribe");
  const addTeardown = nativeMethod(subscribers, "addTeardown");
  const complete = nativeMethod(subscribers, "complete");
  /** The browser forgets a subscription that nobody refers to. */
  const waiting = new WeakMap<AbortSignal, Set<object>>();

  return (signal, act) => {
    const own = waiting.get(signal) ?? new Set();
    waiting.set(signal, own);
    let made: object | null = null;
    let isOver = false;
    const begin = (subscriber: unknown): void => {
      if (!isObject(subscriber)) return;
      made = subscriber;
      own.add(subscriber);
      Reflect.apply(addTeardown, subscriber, [
        (): void => {
          own.delete(subscriber);
          if (!isOver) act(signal.reason);
        },
      ]);
    };
    Reflect.apply(subscribe, Reflect.construct(Observable, [begin]), [{}, { signal }]);
    return () => {
      isOver = true;
      if (made !== null) Reflect.apply(complete, made, []);
    };
  };
}

/** An older browser has no observables: there `act` is called among the listeners. */
function listenForAborts({ EventTarget }: Realm): OnAbort {
  const add = nativeMethod(EventTarget.prototype, "addEventListener");
  const remove = nativeMethod(EventTarget.prototype, "removeEventListener");
  return (signal, act) => {
    const listener = (): void => {
      act(signal.reason);
    };
    Reflect.apply(add, signal, ["abort", listener]);
    return () => {
      Reflect.apply(remove, signal, ["abort", listener]);
    };
  };
}
