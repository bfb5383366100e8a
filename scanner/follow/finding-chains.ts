import type { SourcePlace } from "../facts/flow-facts.ts";
import type { RelatedPlace } from "../findings/finding.ts";
import { groupBy } from "../findings/group-by.ts";
import { comparePlaces } from "../findings/place-order.ts";
import type { Detection } from "./flow-values.ts";
import type { EntryPaths } from "../modules/entry-paths.ts";
import type { ImportEdge } from "./module-links.ts";

type Steps = readonly RelatedPlace[];

/**
 * The chains of findings: from an entry to the module that uses a banned function, and on to its origin. One step per
 * module.
 */
export class Chains {
  readonly #importers: ReadonlyMap<string, readonly ImportEdge[]>;
  readonly #pathFromEntry: EntryPaths;

  constructor(imports: readonly ImportEdge[], pathFromEntry: EntryPaths) {
    this.#importers = groupBy(imports, ({ to }) => to);
    this.#pathFromEntry = pathFromEntry;
  }

  of(detection: Detection): Steps {
    const { place, rule } = detection;
    const tail = this.#pickTail(this.#tailsOf(detection));
    const origin = this.#originStepsOf(detection);
    const before = tail.length === 0 ? origin.before : tail;
    const head = this.#pathFromEntry(before.at(0)?.file ?? place.file) ?? [];
    const chain = [...head, ...before, placeWith(place, `${rule.api} is obtained here.`), ...origin.after];
    return chain.length === 1 ? [] : chain;
  }

  /**
   * The paths from the modules that use a banned function to the one that obtains it, nearest first. Modules that it
   * visibly passes through are preferred. Inside an object it is not visible, so then any import may be its path.
   */
  #tailsOf(detection: Detection): readonly Steps[] {
    const { file } = detection.place;
    const steps = firstSteps(detection);
    if (steps.size === 0) return [];
    const seen = this.#waysTo(file, ({ from, form }) => steps.has(from) || form === "export-all");
    const any = [...steps.keys()].every((user) => seen.has(user)) ? seen : this.#waysTo(file);
    const handedOn = `${detection.rule.api} is passed on here.`;
    return [...any.keys()].flatMap((user) => {
      if (!steps.has(user)) return [];
      const edges = edgesAlong(user, seen.has(user) ? seen : any);
      return [edges.map(({ from, place }) => steps.get(from) ?? placeWith(place, handedOn))];
    });
  }

  /** The path that is shortest from an entry. Without entries the longest, which starts nearest to where one may be. */
  #pickTail(tails: readonly Steps[]): Steps {
    const lengths = tails.map((tail) => {
      const head = this.#pathFromEntry(tail[0]?.file ?? "");
      return head === null ? Infinity : head.length + tail.length;
    });
    return tails.findLast((_, index) => lengths[index] === Math.min(...lengths)) ?? [];
  }

  /**
   * The steps to the origin. A module may also pass the object to one that it imports: then it comes before the
   * finding.
   */
  #originStepsOf({ place: { file }, origin }: Detection): { readonly before: Steps; readonly after: Steps } {
    if (origin === null || origin.place.file === file) return { before: [], after: [] };
    const { place, name } = origin;
    const source = placeWith(place, `${name} comes from here.`);
    const along = (start: string, ways: ReadonlyMap<string, ImportEdge>): Steps =>
      edgesAlong(start, ways)
        .map((edge) => placeWith(edge.place, `${name} is passed on here.`))
        .slice(1);
    const below = this.#waysTo(place.file);
    if (below.has(file)) return { before: [], after: [...along(file, below), source] };
    return { before: [source, ...along(place.file, this.#waysTo(file))], after: [] };
  }

  /** The first import on a shortest path to a file, by the importing file, in order of distance. */
  #waysTo(file: string, isWay: (edge: ImportEdge) => boolean = () => true): ReadonlyMap<string, ImportEdge> {
    const ways = new Map<string, ImportEdge>();
    const reached = new Set([file]);
    // A set visits elements that are added while it is iterated.
    for (const one of reached) {
      for (const edge of this.#importers.get(one) ?? []) {
        if (reached.has(edge.from) || !isWay(edge)) continue;
        reached.add(edge.from);
        ways.set(edge.from, edge);
      }
    }
    return ways;
  }
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

function edgesAlong(start: string, ways: ReadonlyMap<string, ImportEdge>): readonly ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (let edge = ways.get(start); edge !== undefined; edge = ways.get(edge.to)) edges.push(edge);
  return edges;
}
