/** A value that several parts of the page follow. */
export interface Followed<T> {
  current(): T;
  set(next: T): void;
  /** Calls a function now and after each change. Returns a function that ends this. */
  follow(listener: (value: T) => void): () => void;
}

/** Creates a followed value. */
export function followed<T>(first: T): Followed<T> {
  const listeners = new Set<(value: T) => void>();
  let value = first;
  return {
    current: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener(value);
    },
    follow(listener) {
      listeners.add(listener);
      listener(value);
      return () => listeners.delete(listener);
    },
  };
}
