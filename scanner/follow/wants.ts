import type { CallFact, Fact, LoadFact } from "../facts/flow-facts.ts";
import { none } from "../facts/flow-facts.ts";
import { remember } from "../modules/remember.ts";
import { isTable, type ObjectValue, type Value } from "./flow-values.ts";
import type { Machine } from "./machine.ts";
import type { ModuleLinks } from "./module-links.ts";
import { Onward } from "./onward.ts";
import type { PlacedPart } from "./state-facts.ts";

/** A word that matters between two offsets of a file, because a banned value goes by that name there, or comes by it. */
export interface WantedName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The only members of the value that lead to something banned; null if the value matters wherever it is used. */
  readonly onward: readonly string[] | null;
  /** The banned value, as a finding would name it; null for a name whose value is sought. */
  readonly value: string | null;
}

/**
 * The text that has to be read next, because the facts so far point to it. A banned value leaves its place by a name, by a
 * key, by an export or by a global variable; and a value that decides where it goes may come from a name that was not read.
 * All are keyed by the shown path of a file.
 */
export interface Wants {
  readonly names: ReadonlyMap<string, readonly WantedName[]>;
  /** Keys of properties, in all files that may get hold of the object. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys under which a file exports a banned value: its importers matter. */
  readonly exports: ReadonlyMap<string, ReadonlySet<string>>;
  /** Exports of a file that are sought and were not read. */
  readonly modules: ReadonlyMap<string, ReadonlySet<string>>;
  /** Global variables of scripts. */
  readonly globals: ReadonlySet<string>;
}

/** Finds what to read next, once everything has flowed as far as it can. */
export function findWants(parts: readonly PlacedPart[], machine: Machine, links: ModuleLinks): Wants {
  const finder = new WantFinder(machine, links);
  const own = parts.filter(({ pinned }) => pinned === null);
  for (const part of own) finder.seekCallers(part);
  for (const part of own) finder.visit(part);
  finder.passExportsOn();
  // Without the finder, which holds all that has flowed.
  const { names, keys, exports, modules, globals } = finder;
  return { names, keys, exports, modules, globals };
}

/** Stands for every name that a module may export. */
export const anyExport = "*";

const deepest = 100;

const identifier = /^#?[A-Za-z_$][\w$]*$/;

class WantFinder {
  readonly names = new Map<string, WantedName[]>();
  readonly keys = new Map<string, Set<string>>();
  readonly exports = new Map<string, Set<string>>();
  readonly modules = new Map<string, Set<string>>();
  readonly globals = new Set<string>();
  readonly #machine: Machine;
  readonly #links: ModuleLinks;
  readonly #onward: Onward;
  /** Functions whose callers are sought, because a parameter is. */
  readonly #sought = new Set<Value>();
  /** The banned thing that an object leads to. */
  #depth = 0;
  readonly #tables = new Map<ObjectValue, readonly string[] | null>();
  readonly #functions = new Map<Value, { readonly file: string; readonly start: number; readonly end: number }>();
  readonly #leads = new Map<ObjectValue, string | null>();
  readonly #namespaces: ReadonlyMap<Value, string>;
  /** The files that hand on all exports of another one, as they are or under a key. */
  readonly #passing: { readonly from: string; readonly to: string; readonly key: string | null }[] = [];

  constructor(machine: Machine, links: ModuleLinks) {
    this.#machine = machine;
    this.#links = links;
    this.#onward = new Onward(machine.table.live);
    this.#namespaces = new Map(Array.from(links.modules, ([file, { namespace }]) => [namespace, file]));
  }

  /** Notes the functions of a part that nobody is seen to call, although it matters what they are given. */
  seekCallers({ file, facts, base }: PlacedPart): void {
    for (const fact of facts.facts) {
      if (fact.kind !== "function") continue;
      const { start, end } = fact;
      for (const value of this.#valuesOf(base + fact.to)) this.#functions.set(value, { file, start, end });
      const given = [...fact.parameters, fact.rest, ...(fact.hasOwnReceiver ? [fact.receiver] : [])];
      if (!given.some((variable) => variable !== none && this.#isMissing(base + variable))) continue;
      for (const value of this.#valuesOf(base + fact.to)) if (value.kind === "object") this.#sought.add(value);
    }
  }

  visit(part: PlacedPart): void {
    for (const { variable, name, start, end } of part.facts.names) {
      const led = name === "return" ? null : this.#ledBy(part.base + variable);
      if (led !== null) this.#want(part.file, { name, start, end, ...led });
      else if (this.#isMissing(part.base + variable))
        this.#want(part.file, { name, start, end, onward: null, value: null });
    }
    for (const fact of part.facts.facts) this.#visitFact(part, fact);
    // `export * from` a package hands on whatever is banned of it.
    if (this.#ledBy(this.#links.moduleOf(part.file).namespace.natives) !== null)
      addTo(this.exports, part.file, anyExport);
    for (const key of this.#liveKeys()) addTo(this.keys, part.file, key);
    if (part.facts.isCommonJs && this.#ledBy(part.base + part.facts.exportsVariable) !== null)
      addTo(this.exports, part.file, "default");
  }

  /** The keys under which something banned is stored, other than the globals' own. */
  #liveKeys(): readonly string[] {
    const { heap, table } = this.#machine;
    return [...heap.liveKeys.noted].filter(
      (key) => identifier.test(key) && !table.globals.has(key) && key !== "constructor",
    );
  }

  /** `export * from` hands on every export of another file. */
  passExportsOn(): void {
    for (const { from, to } of this.#links.handing) {
      this.#passing.push({ from, to, key: null });
      for (const key of this.modules.get(from) ?? []) addTo(this.modules, to, key);
    }
    let isDone = false;
    while (!isDone) {
      isDone = true;
      for (const { from, to, key } of this.#passing) if (this.#passOn(from, to, key)) isDone = false;
    }
  }

  /** Adds the exports that a file re-exports from another one, by name or under a key. Returns whether any is new. */
  #passOn(from: string, to: string, own: string | null): boolean {
    const handed = this.exports.get(to) ?? new Set();
    const keys = [...handed, ...(own !== null && handed.size > 0 ? [own] : [])];
    const fresh = keys.filter((key) => key !== "default" && this.exports.get(from)?.has(key) !== true);
    for (const key of fresh) addTo(this.exports, from, key);
    return fresh.length > 0;
  }

  #visitFact(part: PlacedPart, fact: Fact): void {
    if (fact.kind === "store" && typeof fact.key === "string") this.#visitStore(part, fact.object, fact.key, fact.from);
    if (fact.kind === "export") this.#visitExport(part, fact.key, part.base + fact.from);
    if (fact.kind === "call") this.#visitCall(part, fact);
    if (fact.kind === "load" && typeof fact.key === "string" && this.#isMissing(part.base + fact.to))
      this.#visitMissing(part, fact, fact.key);
  }

  #visitExport({ file }: PlacedPart, key: string, from: number): void {
    if (this.#ledBy(from) !== null) addTo(this.exports, file, key);
    for (const value of this.#valuesOf(from)) {
      const target = this.#namespaces.get(value);
      if (target !== undefined) this.#passing.push({ from: file, to: target, key });
    }
  }

  /** A function may read the arguments that it has no names for. */
  #visitCall({ base }: PlacedPart, { callee, arguments: given, isNew }: CallFact): void {
    const led = given.map(({ variable }) => this.#ledBy(base + variable)).find((one) => one !== null);
    if (callee === none || led === undefined) return;
    for (const value of this.#valuesOf(base + callee)) {
      const place = this.#functions.get(value);
      if (place === undefined) continue;
      for (const name of isNew ? ["arguments", "constructor"] : ["arguments"])
        this.#want(place.file, { name, ...place, onward: null, value: led.value });
    }
  }

  #visitStore(part: PlacedPart, object: number, key: string, from: number): void {
    if (from === none || !identifier.test(key) || this.#ledBy(part.base + from) === null) return;
    if (this.#isGlobalObject(part, object)) this.globals.add(key);
    else addTo(this.keys, part.file, key);
    if (part.facts.isCommonJs) addTo(this.exports, part.file, key);
  }

  /** A property that is sought: of a module, of the global object, or of an object that somebody may have put it into. */
  #visitMissing(part: PlacedPart, { object }: LoadFact, key: string): void {
    if (object === none || !identifier.test(key)) return;
    if (this.#isGlobalObject(part, object)) {
      this.#want(part.file, { name: key, start: 0, end: Number.MAX_SAFE_INTEGER, onward: null, value: null });
      this.globals.add(key);
      return;
    }
    const target = this.#links.unreadBehind(part.base + object);
    if (target !== null) addTo(this.modules, target, key);
    for (const value of this.#valuesOf(part.base + object)) {
      const file = this.#namespaces.get(value);
      if (file !== undefined) addTo(this.modules, file, key);
      else if (value.kind === "object" && (value.shape === "object" || value.shape === "function"))
        addTo(this.keys, part.file, key);
    }
  }

  #want(file: string, wanted: WantedName): void {
    remember(this.names, file, () => []).push(wanted);
  }

  #isGlobalObject({ base }: PlacedPart, variable: number): boolean {
    if (variable === none) return false;
    return [...this.#valuesOf(base + variable)].some((value) => value.kind === "path" && value.path === "");
  }

  #valuesOf(variable: number): Iterable<Value> {
    return this.#machine.network.valuesOf(variable);
  }

  /** Whether it matters what a variable holds, and nothing is seen to flow into it. */
  #isMissing(variable: number): boolean {
    const { network } = this.#machine;
    if (!network.isDemanded(variable)) return false;
    for (const value of network.valuesOf(variable)) if (value.kind !== "unknown") return false;
    return true;
  }

  /** The banned thing that a variable leads to; null if it leads to none. */
  #ledBy(variable: number): Pick<WantedName, "onward" | "value"> | null {
    // Functions that give functions, or tables in tables: beyond this depth nobody hides anything.
    if (variable < 0 || this.#depth > deepest) return null;
    this.#depth += 1;
    const led = this.#lookFor(variable);
    this.#depth -= 1;
    return led;
  }

  #lookFor(variable: number): Pick<WantedName, "onward" | "value"> | null {
    let value: string | null = null;
    const onward = new Set<string>();
    let isAny = false;
    for (const one of this.#valuesOf(variable)) {
      const members = this.#membersOf(one);
      if (members === null) continue;
      value ??= this.#nameOf(one);
      if (members === "any") isAny = true;
      else for (const member of members) onward.add(member);
    }
    return value === null ? null : { onward: isAny ? null : [...onward], value };
  }

  /** The members of a value through which something banned is reached; null if none is. */
  #membersOf(value: Value): readonly string[] | "any" | null {
    switch (value.kind) {
      case "path":
        return this.#onward.of(value.path);
      case "obtained":
        return "any";
      case "method":
      case "bound":
        // `Function.call.bind(f)` makes no code of a text.
        if (value.of.kind === "path" && value.of.path.startsWith("Function")) return null;
        return this.#membersOf(value.of) === null ? null : "any";
      case "object":
        return this.#ledByObject(value) === null ? this.#tableKeys(value) : "any";
      default:
        return null;
    }
  }

  /** The keys of an object that was written down, under which it holds something banned: it may be read by any key. */
  #tableKeys(object: ObjectValue): readonly string[] | null {
    if (!isTable(object)) return null;
    const known = this.#tables.get(object);
    if (known !== undefined) return known;
    // A table may hold itself.
    this.#tables.set(object, null);
    const keys = [...object.properties].flatMap(([key, variable]) => (this.#ledBy(variable) === null ? [] : [key]));
    if (keys.length > 0) this.#tables.set(object, keys);
    return keys.length > 0 ? keys : null;
  }

  /** The banned thing that comes of calling a function, of an element of a list, or of a parent; null if none does. */
  #ledByObject(object: ObjectValue): string | null {
    const known = this.#leads.get(object);
    if (known !== undefined) return known;
    // A function may return itself.
    this.#leads.set(object, null);
    const { body, star, natives, shape, properties } = object;
    const ways = [
      ...(body === null ? [] : [body.returns]),
      star,
      natives,
      ...(shape === "array" ? properties.values() : []),
    ];
    let value = this.#sought.has(object) ? "a function that is given something banned" : null;
    for (const way of ways) value ??= this.#ledBy(way)?.value ?? null;
    this.#leads.set(object, value);
    return value;
  }

  #nameOf(value: Value): string {
    switch (value.kind) {
      case "path":
        return value.path;
      case "obtained":
        return value.detection.rule.api;
      case "method":
      case "bound":
        return this.#nameOf(value.of);
      case "object":
        return this.#ledByObject(value) ?? "";
      default:
        return "";
    }
  }
}

function addTo(sets: Map<string, Set<string>>, file: string, item: string): void {
  remember(sets, file, () => new Set()).add(item);
}
