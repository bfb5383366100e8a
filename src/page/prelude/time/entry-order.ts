/** The order of the entries that a page has made or requested, many of which stand at one moment of the virtual clock. */
export interface EntryOrder {
  /** Call with each mark that the page has put on its timeline. */
  marked(mark: unknown): void;
  /** Call with each measure, and with the name of the mark at which it starts, if it has one. */
  measured(measure: unknown, start: unknown): void;
  /** Call when marks are removed: all, or those of a name. */
  cleared(name?: string): void;
  /** Call with the full URL of each request. */
  requested(url: string): void;
  /** Sorts by start. In real time a measure would start when its mark was made, and so before later marks. */
  sort<Entry extends PerformanceEntry>(entries: readonly Entry[]): Entry[];
}

export function createEntryOrder(): EntryOrder {
  const moments = new WeakMap<object, number>();
  const latest = new Map<string, number>();
  const requests = new Map<string, number>();
  let count = 0;
  const note = (entry: unknown, moment: number): void => {
    if (typeof entry === "object" && entry !== null) moments.set(entry, moment);
  };
  const momentOf = (entry: PerformanceEntry): number => {
    const known = moments.get(entry);
    if (known !== undefined) return known;
    const moment = requests.get(entry.name) ?? -1;
    // The page may request it again.
    note(entry, moment);
    return moment;
  };
  return {
    marked(mark) {
      count += 1;
      note(mark, count);
      if (typeof mark === "object" && mark !== null) latest.set(String(Reflect.get(mark, "name")), count);
    },
    measured(measure, start) {
      count += 1;
      note(measure, (typeof start === "string" ? latest.get(start) : undefined) ?? count);
    },
    cleared(name) {
      if (name === undefined) latest.clear();
      else latest.delete(name);
    },
    requested(url) {
      count += 1;
      requests.set(url, count);
    },
    // Loads end at any time, so those that the page has not requested by itself go by their names.
    sort: (entries) =>
      entries.toSorted(
        (one, other) =>
          one.startTime - other.startTime ||
          momentOf(one) - momentOf(other) ||
          (one.entryType === "resource" ? compareTexts(one.name, other.name) : 0),
      ),
  };
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
