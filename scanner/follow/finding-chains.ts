import type { SourcePlace } from "../facts/flow-facts.ts";
import type { RelatedPlace } from "../findings/finding.ts";
import { comparePlaces } from "../findings/place-order.ts";
import type { Detection } from "./flow-values.ts";
import type { EntryPaths } from "../modules/entry-paths.ts";
import type { ImportEdge } from "./module-links.ts";

type Steps = readonly RelatedPlace[];
type Ways = ReadonlyMap<string, ImportEdge>;

/** The imports of each file by other modules. */
type Importers = ReadonlyMap<string, readonly ImportEdge[]>;

/**
 * The chain of a finding: from an entry to the module that uses a banned function, and on to its origin. One step per
 * module.
 */
export function chainOf(detection: Detection, importers: Importers, pathFromEntry: EntryPaths): Steps {
  const { place, rule } = detection;
  const tail = pickTail(tailsOf(detection, importers), pathFromEntry);
  const origin = originStepsOf(detection, importers);
  const before = tail.length === 0 ? origin.before : tail;
  const head = pathFromEntry(before.at(0)?.file ?? place.file) ?? [];
  const chain = [...head, ...before, placeWith(place, `${rule.api} is obtained here.`), ...origin.after];
  return chain.length === 1 ? [] : chain;
}

/**
 * The paths from the modules that use a banned function to the one that obtains it, nearest first. Modules that it
 * visibly passes through are preferred. Inside an object it is not visible, so then any import may be its path.
 */
function tailsOf(detection: Detection, importers: Importers): readonly Steps[] {
  const { file } = detection.place;
  const steps = firstSteps(detection);
  if (steps.size === 0) return [];
  const seen = waysTo(file, importers, ({ from, form }) => steps.has(from) || form === "export-all");
  const any = [...steps.keys()].every((user) => seen.has(user)) ? seen : waysTo(file, importers);
  const handedOn = `${detection.rule.api} is passed on here.`;
  return [...any.keys()].flatMap((user) => {
    if (!steps.has(user)) return [];
    const edges = edgesAlong(user, seen.has(user) ? seen : any);
    return [edges.map(({ from, place }) => steps.get(from) ?? placeWith(place, handedOn))];
  });
}

/** The path that is shortest from an entry. Without entries the longest, which starts nearest to where one may be. */
function pickTail(tails: readonly Steps[], pathFromEntry: EntryPaths): Steps {
  const lengths = tails.map((tail) => {
    const head = pathFromEntry(tail[0]?.file ?? "");
    return head === null ? Infinity : head.length + tail.length;
  });
  return tails.findLast((_, index) => lengths[index] === Math.min(...lengths)) ?? [];
}

/**
 * The steps to the origin. A module may also pass the object to one that it imports: then it comes before the
 * finding.
 */
function originStepsOf(detection: Detection, importers: Importers): Readonly<Record<"before" | "after", Steps>> {
  const { file } = detection.place;
  const { origin } = detection;
  if (origin === null || origin.place.file === file) return { before: [], after: [] };
  const { place, name } = origin;
  const source = placeWith(place, `${name} comes from here.`);
  const along = (start: string, ways: Ways): Steps =>
    edgesAlong(start, ways)
      .map((edge) => placeWith(edge.place, `${name} is passed on here.`))
      .slice(1);
  const below = waysTo(place.file, importers);
  if (below.has(file)) return { before: [], after: [...along(file, below), source] };
  return { before: [source, ...along(place.file, waysTo(file, importers))], after: [] };
}

/** The first import on a shortest path to a file, by the importing file, in order of distance. */
function waysTo(file: string, importers: Importers, isWay: (edge: ImportEdge) => boolean = () => true): Ways {
  const ways = new Map<string, ImportEdge>();
  const reached = new Set([file]);
  // A set visits elements that are added while it is iterated.
  for (const one of reached)
    for (const edge of importers.get(one) ?? []) {
      if (reached.has(edge.from) || !isWay(edge)) continue;
      reached.add(edge.from);
      ways.set(edge.from, edge);
    }
  return ways;
}

/** A place with a message. */
export function placeWith({ file, line, column }: SourcePlace, message: string): RelatedPlace {
  return { file, line, column, message };
}

/** The first place in each other module that uses or passes on the detected function. */
function firstSteps({ rule, place, uses, transits }: Detection): ReadonlyMap<string, RelatedPlace> {
  const steps = new Map<string, RelatedPlace>();
  const note = (places: Iterable<SourcePlace>, what: string): void => {
    for (const one of [...places].sort(comparePlaces).reverse())
      steps.set(one.file, placeWith(one, `${rule.api} is ${what} here.`));
  };
  note(transits, "passed on");
  note(uses, "called");
  steps.delete(place.file);
  return steps;
}

function edgesAlong(start: string, ways: Ways): readonly ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (let edge = ways.get(start); edge !== undefined; edge = ways.get(edge.to)) edges.push(edge);
  return edges;
}
