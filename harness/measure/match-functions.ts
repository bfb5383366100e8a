import type { WorkedFunction } from "../../src/formats/work.ts";

/**
 * The file of a position, by which two builds are compared: without the line, which moves; without the folders above a
 * package, which may be installed elsewhere; and without the hash that a bundler puts into a name.
 */
export function fileOfPosition(position: string): string {
  return position
    .replace(/(?::\d+){2}$/u, "")
    .replace(/^.*node_modules\//u, "")
    .replace(contentHash, "");
}

// `index-BxYz12_a.js`, `main.3f2a1b9c.js`: eight characters or more, among them a digit or a capital.
const contentHash = /[-.](?=[\w-]*[\dA-Z])[\w-]{8,}(?=\.\w+$)/u;

/**
 * Finds the functions of a baseline in another build, by their place in the current list: null for one that is new. The
 * text decides before the name, because a minifier gives other names after every edit. A function that was itself
 * edited is found by its name, or by the function before it.
 */
export function matchFunctions(
  baseline: readonly WorkedFunction[],
  current: readonly WorkedFunction[],
): readonly (WorkedFunction | null)[] {
  const before = baseline.toSorted(compareOrder);
  const now = current.toSorted(compareOrder);
  const found = new Map<WorkedFunction, WorkedFunction>();
  const match = (keyOf: Likeness): void => {
    const taken = new Set(found.values());
    const waiting = groupBy(
      before.filter((each) => !taken.has(each)),
      keyOf,
    );
    for (const each of now) {
      if (found.has(each)) continue;
      const key = keyOf(each);
      const other = key === null ? undefined : waiting.get(key)?.shift();
      if (other !== undefined) found.set(each, other);
    }
  };
  for (const likeness of likenesses) match(likeness);
  const taken = new Set(found.values());
  const leaderOf = new Map([
    ...leaders(before, (each) => (taken.has(each) ? each : null)),
    ...leaders(now, (each) => found.get(each) ?? null),
  ]);
  const indexes = new Map(before.map((each, index) => [each, index]));
  match((each) => {
    const leader = leaderOf.get(each);
    return leader === undefined ? null : String(indexes.get(leader));
  });
  match(byName);
  return current.map((each) => found.get(each) ?? null);
}

/** The key that functions must share to be taken for each other; null for one that cannot be found in this way. */
type Likeness = (each: WorkedFunction) => string | null;

// A minifier's names are no longer.
const shortest = 3;

/** The surest first. Several functions that are alike are taken in the order of the file. */
const likenesses: readonly Likeness[] = [
  ({ name, position, text }) => JSON.stringify([fileOfPosition(position), text, name]),
  ({ work, position, text }) => JSON.stringify([fileOfPosition(position), text, work]),
  ({ position, text }) => JSON.stringify([fileOfPosition(position), text]),
  (each) => (each.name.length > shortest ? byName(each) : null),
];

function byName({ name, position }: WorkedFunction): string {
  return JSON.stringify([fileOfPosition(position), name]);
}

/** For each function without a match, the closest one before it in its file that has one, in the baseline. */
function* leaders(
  ordered: readonly WorkedFunction[],
  matchOf: (each: WorkedFunction) => WorkedFunction | null,
): Iterable<readonly [WorkedFunction, WorkedFunction]> {
  const lastOf = new Map<string, WorkedFunction>();
  for (const each of ordered) {
    const file = fileOfPosition(each.position);
    const matched = matchOf(each);
    if (matched !== null) lastOf.set(file, matched);
    const leader = lastOf.get(file);
    if (matched === null && leader !== undefined) yield [each, leader];
  }
}

/** Functions by a key, in their order; those without a key are left out. */
export function groupBy(
  list: readonly WorkedFunction[],
  keyOf: (each: WorkedFunction) => string | null,
): ReadonlyMap<string, WorkedFunction[]> {
  const groups = new Map<string, WorkedFunction[]>();
  for (const each of list) {
    const key = keyOf(each);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

/** Compares two functions of a file by their place in it. */
export function compareOrder(one: Pick<WorkedFunction, "position">, other: Pick<WorkedFunction, "position">): number {
  const [before, after] = [lineAndColumn(one), lineAndColumn(other)];
  return before[0] - after[0] || before[1] - after[1];
}

function lineAndColumn({ position }: Pick<WorkedFunction, "position">): readonly [number, number] {
  const [, line, column] = /:(\d+):(\d+)$/u.exec(position) ?? [];
  return [Number(line ?? 0), Number(column ?? 0)];
}
