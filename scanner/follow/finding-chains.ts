import type { RelatedPlace } from "../findings/finding.ts";
import type { Detection, SourcePlace } from "./flow-values.ts";
import type { ImportEdge } from "./module-links.ts";
import { comparePlaces } from "../findings/place-order.ts";
import type { Origin } from "./trace-origin.ts";

/** What chains are made from. */
export interface ChainFacts {
  readonly imports: readonly ImportEdge[];
  readonly originOf: (detection: Detection) => Origin | null;
  /** The way over imports from an entry to a file, the file itself left out; null where there is none, or no entry. */
  readonly pathFromEntry: ((file: string) => readonly RelatedPlace[] | null) | null;
}

/** Chains of findings: from an entry to the module that uses what is banned, and on to where it comes from, a step a module. */
export interface Chains {
  of(detection: Detection): readonly RelatedPlace[];
}

type Steps = ReadonlyMap<string, RelatedPlace>;

/** Makes what gives chains. Nothing is computed before a chain is asked for. */
export function createChains({ imports, originOf, pathFromEntry }: ChainFacts): Chains {
  const importersOf = indexImporters(imports);
  const headOf = (file: string): readonly RelatedPlace[] => pathFromEntry?.(file) ?? [];
  return {
    of: (detection) => {
      const { place, rule } = detection;
      const obtained = placeWith(place, `${rule.api} is obtained here.`);
      const tail = pickTail(tailsOf(detection, importersOf), pathFromEntry);
      const origin = originStepsOf(detection, originOf(detection), importersOf);
      const isGiven = origin.isFromAbove && tail.length === 0;
      const before = isGiven ? origin.steps : tail;
      const after = origin.isFromAbove ? [] : origin.steps;
      const chain = [...headOf(before.at(0)?.file ?? place.file), ...before, obtained, ...after];
      return chain.length === 1 ? [] : chain;
    },
  };
}

/** A place with what is said of it. */
export function placeWith({ file, line, column }: SourcePlace, message: string): RelatedPlace {
  return { file, line, column, message };
}

/** Places in the order of file, line and column. */
export function inOrder(places: Iterable<SourcePlace>): SourcePlace[] {
  return [...places].sort(comparePlaces);
}

type ImportersOf = (file: string) => readonly ImportEdge[];

function indexImporters(imports: readonly ImportEdge[]): ImportersOf {
  let index: Map<string, ImportEdge[]> | null = null;
  return (file) => {
    if (index === null) {
      index = new Map();
      for (const edge of imports) {
        const known = index.get(edge.to);
        if (known === undefined) index.set(edge.to, [edge]);
        else known.push(edge);
      }
    }
    return index.get(file) ?? [];
  };
}

/**
 * The ways of a banned function from the modules that use it to the one that obtains it, nearest first. The modules that it
 * is seen to go through are preferred; what it travelled in, as part of an object, is not seen, and any import may be its way.
 */
function tailsOf(detection: Detection, importersOf: ImportersOf): readonly (readonly RelatedPlace[])[] {
  const { file } = detection.place;
  const steps = stepsOf(detection);
  if (steps.size === 0) return [];
  const seen = waysTo(file, importersOf, ({ from, form }) => steps.has(from) || form === "export-all");
  const any = [...steps.keys()].every((user) => seen.has(user)) ? seen : waysTo(file, importersOf, () => true);
  const users = [...any.keys()].filter((user) => steps.has(user));
  return users.map((user) =>
    stepsAlong(
      user,
      seen.has(user) ? seen : any,
      (edge) => steps.get(edge.from) ?? placeWith(edge.place, `${detection.rule.api} is handed on here.`),
    ),
  );
}

/** The first place of each module that uses or hands on what another one obtained. */
function stepsOf({ rule, place, uses, transits }: Detection): Steps {
  const steps = new Map<string, RelatedPlace>();
  for (const transit of inOrder(transits).reverse())
    steps.set(transit.file, placeWith(transit, `${rule.api} is handed on here.`));
  for (const use of inOrder(uses).reverse()) steps.set(use.file, placeWith(use, `${rule.api} is called here.`));
  steps.delete(place.file);
  return steps;
}

/** The first import on a shortest way to a file, by the importing file, in the order of distance. */
function waysTo(
  file: string,
  importersOf: ImportersOf,
  isWay: (edge: ImportEdge) => boolean,
): ReadonlyMap<string, ImportEdge> {
  const ways = new Map<string, ImportEdge>();
  const reached = new Set([file]);
  // A set takes what is added to it while it is gone through.
  for (const one of reached) {
    for (const edge of importersOf(one)) {
      if (reached.has(edge.from) || !isWay(edge)) continue;
      reached.add(edge.from);
      ways.set(edge.from, edge);
    }
  }
  return ways;
}

function stepsAlong(
  start: string,
  ways: ReadonlyMap<string, ImportEdge>,
  stepOf: (edge: ImportEdge) => RelatedPlace,
): readonly RelatedPlace[] {
  const steps: RelatedPlace[] = [];
  for (let edge = ways.get(start); edge !== undefined; edge = ways.get(edge.to)) steps.push(stepOf(edge));
  return steps;
}

/** The way that is shortest from an entry on; without entries the longest, for that one begins nearest to where they may be. */
function pickTail(
  tails: readonly (readonly RelatedPlace[])[],
  pathFromEntry: ChainFacts["pathFromEntry"],
): readonly RelatedPlace[] {
  const reached = tails.flatMap((tail) => {
    const head = pathFromEntry?.(tail[0]?.file ?? "") ?? null;
    return head === null ? [] : [{ tail, length: head.length + tail.length }];
  });
  const shortest = Math.min(...reached.map(({ length }) => length));
  return reached.findLast(({ length }) => length === shortest)?.tail ?? tails.at(-1) ?? [];
}

interface OriginSteps {
  readonly steps: readonly RelatedPlace[];
  /** Whether a module gave it to one that it imports, as an argument: then it comes before the finding. */
  readonly isFromAbove: boolean;
}

function originStepsOf({ place: at }: Detection, origin: Origin | null, importersOf: ImportersOf): OriginSteps {
  if (origin === null || origin.place.file === at.file) return { steps: [], isFromAbove: false };
  const { place, name } = origin;
  const source = placeWith(place, `${name} comes from here.`);
  const handedOn = (edge: ImportEdge): RelatedPlace => placeWith(edge.place, `${name} is handed on here.`);
  const below = waysTo(place.file, importersOf, () => true);
  if (below.has(at.file))
    return { steps: [...stepsAlong(at.file, below, handedOn).slice(1), source], isFromAbove: false };
  const above = waysTo(at.file, importersOf, () => true);
  return { steps: [source, ...stepsAlong(place.file, above, handedOn).slice(1)], isFromAbove: true };
}
