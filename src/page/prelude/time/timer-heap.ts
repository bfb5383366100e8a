/** A place in the order of a `TimerHeap`. */
export interface HeapEntry {
  /** Virtual milliseconds. */
  readonly dueMs: number;
  /** Decides between equal due times: the lower one comes first. */
  readonly order: number;
}

/** A binary heap with the earliest entry on top. Adding and taking one of n entries costs log n. */
export class TimerHeap<Entry extends HeapEntry> {
  readonly #entries: Entry[] = [];

  get size(): number {
    return this.#entries.length;
  }

  first(): Entry | null {
    return this.#entries[0] ?? null;
  }

  add(entry: Entry): void {
    const entries = this.#entries;
    let at = entries.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = entries[above];
      if (parent === undefined || isBefore(parent, entry)) break;
      entries[at] = parent;
      at = above;
    }
    entries[at] = entry;
  }

  removeFirst(): void {
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) this.#sink(last);
  }

  /** Drops the entries that `isKept` rejects. Costs as much as adding all others again. */
  keepOnly(isKept: (entry: Entry) => boolean): void {
    // An array in order is a heap.
    const kept = this.#entries.filter(isKept).sort((left, right) => (isBefore(left, right) ? -1 : 1));
    this.#entries.length = 0;
    for (const entry of kept) this.#entries[this.#entries.length] = entry;
  }

  /** Replaces the first entry with `entry`, and moves it down to where it belongs. */
  #sink(entry: Entry): void {
    const entries = this.#entries;
    let at = 0;
    for (;;) {
      const below = this.#earlierBelow(at);
      const child = entries[below];
      if (child === undefined || isBefore(entry, child)) break;
      entries[at] = child;
      at = below;
    }
    entries[at] = entry;
  }

  #earlierBelow(at: number): number {
    const left = 2 * at + 1;
    const [first, second] = [this.#entries[left], this.#entries[left + 1]];
    return first !== undefined && second !== undefined && isBefore(second, first) ? left + 1 : left;
  }
}

/** Whether the entry runs before the other one. */
export function isBefore(left: HeapEntry, right: HeapEntry): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.order < right.order);
}
