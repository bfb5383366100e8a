import type { CallFact, Fact, LoadFact } from "./flow-facts.ts";
import type { Detection, SourcePlace, Value } from "./flow-values.ts";
import type { Network } from "./flow-network.ts";
import { packagePrefix, type Rule } from "./rules/rule.ts";
import type { PlacedPart } from "./state-facts.ts";

/** Where an object came into a program that something banned was then read from. */
export interface Origin {
  readonly place: SourcePlace;
  /** How the object is called. */
  readonly name: string;
}

type Flow = Pick<Network, "valuesOf" | "sourcesOf">;

/**
 * Follows the object that something banned was read from, or the class that was called, back to where the sources take it
 * from the global object or from a package. Null where that cannot be told, or has no place.
 */
export function originOf({ place, rule }: Detection, parts: readonly PlacedPart[], network: Flow): Origin | null {
  let reader = readerAt(place, rule, parts);
  let path = rule.path;
  // Each round goes one property back: from `random` to `Math`, from `Math` to what had it.
  while (reader !== null) {
    const { part, fact } = reader;
    const variable = part.base + (fact.kind === "load" ? fact.object : fact.callee);
    const value = valueOnWay(network.valuesOf(variable), path, fact.kind === "call");
    if (value === null) return null;
    path = value.path;
    const source = sourceOf(variable, value, parts, network);
    if (source === null) return null;
    if (source.fact.kind !== "load" || isGlobal(source.part, source.fact.object)) return originAt(source, path);
    reader = { part: source.part, fact: source.fact };
  }
  return null;
}

type PathValue = Extract<Value, { kind: "path" }>;

interface Stated<Kind extends Fact["kind"] = Fact["kind"]> {
  readonly part: PlacedPart;
  readonly fact: Extract<Fact, { kind: Kind }>;
}

/** What reads or calls something banned at a place. */
function readerAt({ file, line, column }: SourcePlace, { path, when }: Rule, parts: readonly PlacedPart[]): Stated<"load" | "call"> | null {
  const isRead = when === "obtained" || when === "value";
  const key = /[^.#]*$/.exec(path)?.[0];
  const isReader = (fact: Fact): fact is LoadFact | CallFact =>
    isRead ? fact.kind === "load" && (fact.key === null || fact.key === key) : fact.kind === "call";
  for (const part of parts) {
    if (part.file !== file) continue;
    const isThere = (site: number): boolean => part.facts.sites[site]?.line === line && part.facts.sites[site].column === column;
    // What is read and what it is read from may stand at one place.
    const fact = part.facts.facts.find((one): one is LoadFact | CallFact => isReader(one) && isThere(one.site));
    if (fact !== undefined) return { part, fact };
  }
  return null;
}

/** The value that has the path, or that one comes from to it by one property. */
function valueOnWay(values: Iterable<Value>, path: string, isItself: boolean): PathValue | null {
  const candidates = [...values].filter((value) => value.kind === "path");
  const fitting = candidates.filter((value) => (isItself ? value.path === path : value.path !== path && path.startsWith(value.path)));
  return fitting.toSorted((left, right) => right.path.length - left.path.length)[0] ?? null;
}

/** What the sources say of the nearest variable that a value flowed from, and into which it flowed from nowhere. */
function sourceOf(start: number, value: Value, parts: readonly PlacedPart[], network: Flow): Stated | null {
  const reached = new Set([start]);
  // A set takes what is added to it while it is gone through.
  for (const variable of reached) {
    const sources = network.sourcesOf(variable).filter((source) => [...network.valuesOf(source)].includes(value));
    if (sources.length === 0) return factAbout(variable, parts);
    for (const source of sources) reached.add(source);
  }
  return null;
}

/** The read, the import or the call that gave a variable its value. */
function factAbout(variable: number, parts: readonly PlacedPart[]): Stated | null {
  const part = parts.find(({ base, facts }) => base <= variable && variable < base + facts.variableCount);
  const fact = part?.facts.facts.find((one) => (one.kind === "load" || one.kind === "module" || one.kind === "call") && part.base + one.to === variable);
  return part === undefined || fact === undefined ? null : { part, fact };
}

function isGlobal({ facts }: PlacedPart, variable: number): boolean {
  return facts.facts.some((fact) => fact.kind === "global" && fact.to === variable);
}

function originAt({ part, fact }: Stated, path: string): Origin | null {
  const site = "site" in fact ? part.facts.sites[fact.site] : undefined;
  if (site === undefined) return null;
  return { place: { file: part.file, ...site }, name: fact.kind === "module" ? fact.specifier : nameOf(path) };
}

function nameOf(path: string): string {
  return path === "" ? "The global object" : path.replace(packagePrefix, "");
}
