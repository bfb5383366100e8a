import type { SourcePlace } from "../facts/flow-facts.ts";
import type { RelatedPlace } from "../findings/finding.ts";
import { groupBy } from "../findings/group-by.ts";
import { comparePlaces } from "../findings/place-order.ts";
import type { Detection } from "./flow-values.ts";
import type { EntryPaths } from "../modules/entry-paths.ts";
import type { ImportEdge } from "./module-links.ts";

type Steps = readonly RelatedPlace[];

/** The chains of findings: from an entry to the module that uses what is banned, and on to where it comes from, a step a module. */
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
   * The ways of a banned function from the modules that use it to the one that obtains it, nearest first. Modules that it is
   * seen to go through are preferred; inside of an object it is not seen, and then any import may be its way.
   */
  #tailsOf(detection: Detection): readonly Steps[] {
    const { file } = detection.place;
    const steps = firstSteps(detection);
    if (steps.size === 0) return [];
    const seen = this.#waysTo(file, ({ from, form }) => steps.has(from) || form === "export-all");
    const any = [...steps.keys()].every((user) => seen.has(user)) ? seen : this.#waysTo(file);
    const handedOn = `${detection.rule.api} is handed on here.`;
    return [...any.keys()].flatMap((user) => {
      if (!steps.has(user)) return [];
      const edges = edgesAlong(user, seen.has(user) ? seen : any);
      return [edges.map(({ from, place }) => steps.get(from) ?? placeWith(place, handedOn))];
    });
  }

  /** The way that is shortest from an entry on; without entries the longest, which begins nearest to where they may be. */
  #pickTail(tails: readonly Steps[]): Steps {
    const lengths = tails.map((tail) => {
      const head = this.#pathFromEntry(tail[0]?.file ?? "");
      return head === null ? Infinity : head.length + tail.length;
    });
    return tails.findLast((_, index) => lengths[index] === Math.min(...lengths)) ?? [];
  }

  /** The steps to the origin. A module may also give the object to one that it imports: then it comes before the finding. */
  #originStepsOf({ place: { file }, origin }: Detection): { readonly before: Steps; readonly after: Steps } {
    if (origin === null || origin.place.file === file) return { before: [], after: [] };
    const { place, name } = origin;
    const source = placeWith(place, `${name} comes from here.`);
    const along = (start: string, ways: ReadonlyMap<string, ImportEdge>): Steps =>
      edgesAlong(start, ways)
        .map((edge) => placeWith(edge.place, `${name} is handed on here.`))
        .slice(1);
    const below = this.#waysTo(place.file);
    if (below.has(file)) return { before: [], after: [...along(file, below), source] };
    return { before: [source, ...along(place.file, this.#waysTo(file))], after: [] };
  }

  /** The first import on a shortest way to a file, by the importing file, in the order of distance. */
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

/** A place with what is said of it. */
export function placeWith({ file, line, column }: SourcePlace, message: string): RelatedPlace {
  return { file, line, column, message };
}

/** The first place of each module that uses or hands on what another one obtained. */
function firstSteps({ rule, place, uses, transits }: Detection): ReadonlyMap<string, RelatedPlace> {
  const steps = new Map<string, RelatedPlace>();
  const note = (places: Iterable<SourcePlace>, what: string): void => {
    for (const one of [...places].sort(comparePlaces).reverse())
      steps.set(one.file, placeWith(one, `${rule.api} is ${what} here.`));
  };
  note(transits, "handed on");
  note(uses, "called");
  steps.delete(place.file);
  return steps;
}

function edgesAlong(start: string, ways: ReadonlyMap<string, ImportEdge>): readonly ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (let edge = ways.get(start); edge !== undefined; edge = ways.get(edge.to)) edges.push(edge);
  return edges;
}
