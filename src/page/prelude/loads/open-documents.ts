/**
 * The documents of one origin in a page that a script has opened and not yet closed, and frames of other origins with
 * such a document. Neither such a document nor those around it have loaded, and they may never do: it is the page that
 * has to act.
 */
export class OpenDocuments {
  readonly #windows = new Set<Window>();
  readonly #listeners: ((window: Window) => void)[] = [];
  readonly #inLoad = new Set<Window>();

  /** Calls `listener` with the window of each document that stays open. */
  onOpened(listener: (window: Window) => void): void {
    this.#listeners.push(listener);
  }

  add(window: Window): void {
    this.#windows.add(window);
  }

  /** Tells the listeners of a document that was opened, unless it has been closed. Most are closed in the same task. */
  tell(window: Window): void {
    if (this.#windows.has(window)) for (const listener of this.#listeners) listener(window);
  }

  delete(window: Window): void {
    this.#windows.delete(window);
  }

  /**
   * Call before the event `load` of a window, or of its frame, is delivered. The browser sends no other for a document
   * that a listener opens. Returns a function to call after the listeners and their microtasks.
   */
  beginLoad(window: Window): () => void {
    this.#inLoad.add(window);
    return () => {
      this.#inLoad.delete(window);
    };
  }

  /** True while the `load` event of that window, or of its frame, is being delivered. */
  isInLoad(window: Window): boolean {
    return this.#inLoad.has(window);
  }

  areAny(): boolean {
    return this.#windows.size > 0;
  }

  /** True if there is one in `window` or below it. */
  areIn(window: Window | null): boolean {
    for (const open of this.#windows) if (windowsAround(open).includes(window)) return true;
    return false;
  }
}

/** A window and those around it, from the inside out; none for that of a removed frame. */
export function windowsAround(window: Window): readonly (Window | null)[] {
  const all: Window[] = [];
  // The outermost window is around itself.
  let next: Window | null = window;
  while (next !== null && !all.includes(next)) {
    all.push(next);
    next = next.parent;
  }
  return next === null ? [] : all;
}
