import { replaceMethod } from "../native/native-look.ts";
import type { AskedBy, OnGiven } from "./given.ts";

type Listener = (this: unknown, event: Event) => unknown;

/**
 * Calls `onGiven` when a listener of a script is called, because the mere order of calls can make a difference. The
 * stack is that of the call that added the listener.
 */
export function watchEvents(realm: typeof globalThis, askedBy: AskedBy, onGiven: OnGiven): void {
  const { prototype } = realm.EventTarget;
  const wrappers = new WeakMap<object, Listener>();

  function wrap(listener: object, stack: string): Listener {
    const known = wrappers.get(listener);
    if (known !== undefined) return known;
    function wrapper(this: unknown, event: Event): unknown {
      onGiven(`${event.type} event`, sourceOf(event.target), stack);
      const method: unknown = typeof listener === "function" ? listener : Reflect.get(listener, "handleEvent");
      const receiver = typeof listener === "function" ? this : listener;
      return typeof method === "function" ? Reflect.apply(method, receiver, [event]) : undefined;
    }
    wrappers.set(listener, wrapper);
    return wrapper;
  }

  replaceMethod(prototype, "addEventListener", (original) => {
    function replacement(this: object, type: unknown, listener: unknown, ...rest: unknown[]): unknown {
      const stack = isListener(listener) ? askedBy(1) : null;
      const given = isListener(listener) && stack !== null ? wrap(listener, stack) : listener;
      return Reflect.apply(original, this, [type, given, ...rest]);
    }
    return replacement;
  });
  replaceMethod(prototype, "removeEventListener", (original) => {
    function replacement(this: object, type: unknown, listener: unknown, ...rest: unknown[]): unknown {
      Reflect.apply(original, this, [type, listener, ...rest]);
      const wrapper = isListener(listener) ? wrappers.get(listener) : undefined;
      return wrapper === undefined ? undefined : Reflect.apply(original, this, [type, wrapper, ...rest]);
    }
    return replacement;
  });
}

function isListener(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

/** The source of an event: its file, if it has one. */
function sourceOf(target: EventTarget | null): string {
  if (target === null) return "";
  for (const key of ["src", "href", "responseURL", "url"]) {
    const value: unknown = Reflect.get(target, key);
    if (typeof value === "string") return value;
  }
  return Object.prototype.toString.call(target);
}
