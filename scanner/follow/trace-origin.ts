import type { CallFact, Fact, LoadFact } from "../facts/flow-facts.ts";
import { remember } from "../modules/remember.ts";
import { packagePrefix, type Rule } from "../rules/rule.ts";
import { lastUpTo } from "../text/place-finder.ts";
import type { Network } from "./flow-network.ts";
import type { Detection, SourcePlace, Value } from "./flow-values.ts";
import type { PlacedPart } from "./state-facts.ts";

/** Where an object came into a program that something banned was then read from. */
export interface Origin {
  readonly place: SourcePlace;
  /** How the object is called. */
  readonly name: string;
}

type PathValue = Extract<Value, { kind: "path" }>;

/** A fact, and the part that states it. */
interface Stated<Kind extends Fact = Fact> {
  readonly part: PlacedPart;
  readonly fact: Kind;
}

/** The facts of a part, to be looked up. */
interface PartIndex {
  /** The load, the import or the call that gave a variable its value. */
  readonly givers: ReadonlyMap<number, Fact>;
  readonly globals: ReadonlySet<number>;
  /** Loads and calls by line and column. */
  readonly readers: ReadonlyMap<string, readonly (LoadFact | CallFact)[]>;
}

/**
 * Follows the object that something banned was read from, or the class that was called, back to where the sources take it
 * from the global object or from a package.
 */
export class OriginFinder {
  readonly #parts: readonly PlacedPart[];
  readonly #network: Pick<Network, "valuesOf" | "sourcesOf" | "holds">;
  /** Parts have their numbers one after the other. */
  readonly #bases: readonly number[];
  readonly #indices = new Map<PlacedPart, PartIndex>();

  constructor(parts: readonly PlacedPart[], network: Pick<Network, "valuesOf" | "sourcesOf" | "holds">) {
    this.#parts = parts;
    this.#network = network;
    this.#bases = parts.map(({ base }) => base);
  }

  /** Null where the origin cannot be told, or has no place. */
  of({ place, rule }: Detection): Origin | null {
    let reader = this.#readerAt(place, rule);
    let { path } = rule;
    // Each round goes one property back: from `random` to `Math`, from `Math` to what had it.
    while (reader !== null) {
      const { part, fact }: Stated<LoadFact | CallFact> = reader;
      const variable = part.base + (fact.kind === "load" ? fact.object : fact.callee);
      const value = valueOnWay(this.#network.valuesOf(variable), path, fact.kind === "call");
      const source = value === null ? null : this.#sourceOf(variable, value);
      if (value === null || source === null) return null;
      ({ path } = value);
      if (source.fact.kind !== "load" || this.#indexOf(source.part).globals.has(source.fact.object))
        return originAt(source, path);
      reader = { part: source.part, fact: source.fact };
    }
    return null;
  }

  /** The load or the call of something banned at a place. A load and the load of its object may stand at one place. */
  #readerAt(place: SourcePlace, { path, when }: Rule): Stated<LoadFact | CallFact> | null {
    const isRead = when === "obtained" || when === "value";
    const key = /[^.#]*$/.exec(path)?.[0];
    for (const part of this.#parts) {
      if (part.file !== place.file) continue;
      for (const fact of this.#indexOf(part).readers.get(placeKey(place)) ?? [])
        if (fact.kind === "call" ? !isRead : isRead && (fact.key === null || fact.key === key)) return { part, fact };
    }
    return null;
  }

  /** The fact about the nearest variable that a value flowed from, and into which it flowed from nowhere. */
  #sourceOf(start: number, value: Value): Stated | null {
    const reached = new Set([start]);
    // A set visits elements that are added while it is iterated.
    for (const variable of reached) {
      const sources = this.#network.sourcesOf(variable).filter((source) => this.#network.holds(source, value));
      if (sources.length === 0) return this.#factAbout(variable);
      for (const source of sources) reached.add(source);
    }
    return null;
  }

  #factAbout(variable: number): Stated | null {
    const part = this.#parts[lastUpTo(this.#bases, variable)];
    const fact = part === undefined ? undefined : this.#indexOf(part).givers.get(variable - part.base);
    return part === undefined || fact === undefined ? null : { part, fact };
  }

  #indexOf(part: PlacedPart): PartIndex {
    return remember(this.#indices, part, indexOf);
  }
}

function indexOf({ facts: { facts, sites } }: PlacedPart): PartIndex {
  const givers = new Map<number, Fact>();
  const globals = new Set<number>();
  const readers = new Map<string, (LoadFact | CallFact)[]>();
  for (const fact of facts) {
    if (fact.kind === "global") globals.add(fact.to);
    if (fact.kind !== "load" && fact.kind !== "module" && fact.kind !== "call") continue;
    if (!givers.has(fact.to)) givers.set(fact.to, fact);
    const site = sites[fact.site];
    if (fact.kind === "module" || site === undefined) continue;
    remember(readers, placeKey(site), () => []).push(fact);
  }
  return { givers, globals, readers };
}

function placeKey({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${line}:${column}`;
}

/** The value at the path itself, or at the longest path on the way to it. */
function valueOnWay(values: Iterable<Value>, path: string, isItself: boolean): PathValue | null {
  let best: PathValue | null = null;
  for (const value of values) {
    if (value.kind !== "path") continue;
    const isFitting = isItself ? value.path === path : value.path !== path && path.startsWith(value.path);
    if (isFitting && (best === null || value.path.length > best.path.length)) best = value;
  }
  return best;
}

function originAt({ part, fact }: Stated, path: string): Origin | null {
  const site = "site" in fact ? part.facts.sites[fact.site] : undefined;
  if (site === undefined) return null;
  const name = path === "" ? "The global object" : path.replace(packagePrefix, "");
  return { place: { file: part.file, ...site }, name: fact.kind === "module" ? fact.specifier : name };
}
