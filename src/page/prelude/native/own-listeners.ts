/** A listener of the prelude on the window, or on a document of it. */
interface OwnListener {
  readonly target: EventTarget;
  readonly type: string;
  readonly listener: (event: Event) => void;
  readonly options: boolean | AddEventListenerOptions;
}

// Captured now: pages overwrite globals.
const { addEventListener, removeEventListener } = globalThis.EventTarget.prototype;
const kept: OwnListener[] = [];
const callbacks: (() => void)[] = [];

/**
 * Listens at the window or at a document of it, before the page's own listeners by default, for as long as the window
 * lives.
 */
export function listenAlways<Type extends keyof WindowEventMap>(
  target: Window,
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  options?: boolean | AddEventListenerOptions,
): void;
export function listenAlways(
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options?: boolean | AddEventListenerOptions,
): void;
export function listenAlways(
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options: boolean | AddEventListenerOptions = true,
): void {
  kept.push({ target, type, listener, options });
  Reflect.apply(addEventListener, target, [type, listener, options]);
}

/** Listens, before the page's own listeners, until a script opens the document. */
export function listenUntilOpened(target: EventTarget, type: string, listener: (event: Event) => void): void {
  Reflect.apply(addEventListener, target, [type, listener, true]);
}

/** Ends what `listenAlways` began for a listener that captures. */
export function stopListening(target: EventTarget, type: string, listener: (event: Event) => void): void {
  const index = kept.findIndex((one) => one.target === target && one.type === type && one.listener === listener);
  if (index >= 0) kept.splice(index, 1);
  Reflect.apply(removeEventListener, target, [type, listener, true]);
}

/** Calls `callback` whenever a script has opened the document, which removes all listeners of its nodes. */
export function onListenersRemoved(callback: () => void): void {
  callbacks.push(callback);
}

/**
 * Call when a script has opened the document, which removes the listeners of the window and of all nodes, the page's
 * among them. Adding one twice does nothing.
 */
export function renewListeners(): void {
  for (const { target, type, listener, options } of kept)
    Reflect.apply(addEventListener, target, [type, listener, options]);
  for (const callback of callbacks) callback();
}
