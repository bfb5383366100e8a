import type { Fact, FlowFacts } from "../facts/flow-facts.ts";
import type { Detection, SourcePlace, Value } from "./flow-values.ts";
import type { Network } from "./flow-network.ts";
import { lastUpTo } from "../text/place-finder.ts";
import { packagePrefix, type Rule } from "../rules/rule.ts";
import type { PlacedPart } from "./state-facts.ts";

/** Where an object came into a program that something banned was then read from. */
export interface Origin {
  readonly place: SourcePlace;
  /** How the object is called. */
  readonly name: string;
}

type Flow = Pick<Network, "valuesOf" | "sourcesOf" | "holds">;

/**
 * Makes what follows the object that something banned was read from, or the class that was called, back to where the sources
 * take it from the global object or from a package. Null where that cannot be told, or has no place.
 */
export function createOriginFinder(
  parts: readonly PlacedPart[],
  network: Flow,
): (detection: Detection) => Origin | null {
  const index = indexParts(parts);
  const sourceOf = createSourceFinder(index, network);
  return ({ place, rule }) => {
    let reader = readerAt(place, rule, index);
    let path = rule.path;
    // Each round goes one property back: from `random` to `Math`, from `Math` to what had it.
    while (reader !== null) {
      const { part, fact } = reader;
      const variable = part.base + (fact.kind === "load" ? fact.object : fact.callee);
      const value = valueOnWay(network.valuesOf(variable), path, fact.kind === "call");
      if (value === null) return null;
      path = value.path;
      const source = sourceOf(variable, value);
      if (source === null) return null;
      if (source.fact.kind !== "load" || index.of(source.part).globals.has(source.fact.object))
        return originAt(source, path);
      reader = { part: source.part, fact: source.fact };
    }
    return null;
  };
}

type PathValue = Extract<Value, { kind: "path" }>;

interface Stated<Kind extends Fact["kind"] = Fact["kind"]> {
  readonly part: PlacedPart;
  readonly fact: Extract<Fact, { kind: Kind }>;
}

/** What a part says of its variables, to be looked up. */
interface PartIndex {
  /** The read, the import or the call that gave a variable its value. */
  readonly givers: ReadonlyMap<number, Fact>;
  readonly globals: ReadonlySet<number>;
}

type Readers = ReadonlyMap<string, readonly Stated<"load" | "call">[]>;

interface Index {
  /** What is read or called in a file, by line and column. */
  readersIn(file: string): Readers;
  partWith(variable: number): PlacedPart | undefined;
  of(part: PlacedPart): PartIndex;
}

/** Nothing is looked through before it is asked for. */
function indexParts(parts: readonly PlacedPart[]): Index {
  const byFile = new Map<string, PlacedPart[]>();
  for (const part of parts) {
    const inFile = byFile.get(part.file);
    if (inFile === undefined) byFile.set(part.file, [part]);
    else inFile.push(part);
  }
  // Parts have their numbers one after the other.
  const bases = parts.map(({ base }) => base);
  const known = new Map<PlacedPart, PartIndex>();
  const readers = new Map<string, Readers>();
  return {
    readersIn: (file) => {
      const found = readers.get(file) ?? indexReaders(byFile.get(file) ?? []);
      readers.set(file, found);
      return found;
    },
    partWith: (variable) => {
      const part = parts[lastUpTo(bases, variable)];
      return part !== undefined && part.base <= variable && variable < part.base + part.facts.variableCount
        ? part
        : undefined;
    },
    of: (part) => {
      const index = known.get(part) ?? indexPart(part.facts);
      known.set(part, index);
      return index;
    },
  };
}

function indexPart({ facts }: FlowFacts): PartIndex {
  const givers = new Map<number, Fact>();
  const globals = new Set<number>();
  for (const fact of facts) {
    if (fact.kind === "global") globals.add(fact.to);
    if ((fact.kind === "load" || fact.kind === "module" || fact.kind === "call") && !givers.has(fact.to))
      givers.set(fact.to, fact);
  }
  return { givers, globals };
}

function indexReaders(parts: readonly PlacedPart[]): Readers {
  const readers = new Map<string, Stated<"load" | "call">[]>();
  for (const part of parts) {
    for (const fact of part.facts.facts) {
      if (fact.kind !== "load" && fact.kind !== "call") continue;
      const site = part.facts.sites[fact.site];
      if (site === undefined) continue;
      const there = readers.get(placeKey(site));
      if (there === undefined) readers.set(placeKey(site), [{ part, fact }]);
      else there.push({ part, fact });
    }
  }
  return readers;
}

function placeKey({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${String(line)}:${String(column)}`;
}

/** What reads or calls something banned at a place. What is read and what it is read from may stand at one place. */
function readerAt(place: SourcePlace, { path, when }: Rule, index: Index): Stated<"load" | "call"> | null {
  const isRead = when === "obtained" || when === "value";
  const key = /[^.#]*$/.exec(path)?.[0];
  const there = index.readersIn(place.file).get(placeKey(place)) ?? [];
  return (
    there.find(({ fact }) =>
      isRead ? fact.kind === "load" && (fact.key === null || fact.key === key) : fact.kind === "call",
    ) ?? null
  );
}

/** The value that has the path, or that one comes from to it by one property. */
function valueOnWay(values: Iterable<Value>, path: string, isItself: boolean): PathValue | null {
  const candidates = [...values].filter((value) => value.kind === "path");
  const fitting = candidates.filter((value) =>
    isItself ? value.path === path : value.path !== path && path.startsWith(value.path),
  );
  return fitting.toSorted((left, right) => right.path.length - left.path.length)[0] ?? null;
}

type SourceOf = (start: number, value: Value) => Stated | null;

/** Makes what gives what the sources say of the nearest variable that a value flowed from, and into which it flowed from nowhere. */
function createSourceFinder(index: Index, network: Flow): SourceOf {
  const known = new Map<Value, Map<number, Stated | null>>();
  const sourcesOf = (variable: number, value: Value): readonly number[] =>
    network.sourcesOf(variable).filter((source) => network.holds(source, value));
  const factAbout = (variable: number): Stated | null => {
    const part = index.partWith(variable);
    const fact = part === undefined ? undefined : index.of(part).givers.get(variable - part.base);
    return part === undefined || fact === undefined ? null : { part, fact };
  };
  const nearest = (start: number, value: Value): Stated | null => {
    const reached = new Set([start]);
    // A set takes what is added to it while it is gone through.
    for (const variable of reached) {
      const sources = sourcesOf(variable, value);
      if (sources.length === 0) return factAbout(variable);
      for (const source of sources) reached.add(source);
    }
    return null;
  };
  return (start, value) => {
    const ofValue = known.get(value) ?? new Map<number, Stated | null>();
    known.set(value, ofValue);
    // What came one way only came from the same place all along it.
    const way = new Set<number>();
    let variable = start;
    while (!way.has(variable) && !ofValue.has(variable)) {
      way.add(variable);
      const [only, ...others] = sourcesOf(variable, value);
      if (only === undefined || others.length > 0) break;
      variable = only;
    }
    const found = ofValue.has(variable) ? (ofValue.get(variable) ?? null) : nearest(variable, value);
    for (const one of way) ofValue.set(one, found);
    return found;
  };
}

function originAt({ part, fact }: Stated, path: string): Origin | null {
  const site = "site" in fact ? part.facts.sites[fact.site] : undefined;
  if (site === undefined) return null;
  return { place: { file: part.file, ...site }, name: fact.kind === "module" ? fact.specifier : nameOf(path) };
}

function nameOf(path: string): string {
  return path === "" ? "The global object" : path.replace(packagePrefix, "");
}
