import { type CallFact, type Fact, type LoadFact, type NamedVariable, none } from "../facts/flow-facts.ts";
import { remember } from "../findings/remember.ts";
import { isTable, type ObjectValue, type Value } from "./flow-values.ts";
import type { Machine } from "./machine.ts";
import { createOnward, type OnwardOf } from "./onward.ts";
import type { RuleTable } from "../rules/rule-table.ts";
import type { PlacedPart } from "./state-facts.ts";

/** The role of a word: a variable, its declaration, or a key by which something is stored, read, or both. */
export type Role = "variable" | "declared" | "stored" | "read" | "key";

/** The name of a value that leads to something banned, and how it leads there. */
interface Lead {
  /** The name of the banned value in findings. */
  readonly value: string;
  /** The only members of the value that lead to something banned; null if the value matters wherever it is used. */
  readonly onward: readonly string[] | null;
}

/** A name that matters between two offsets of a file, because a banned value goes or comes by it there. */
export interface WantedName extends Omit<NamedVariable, "variable"> {
  readonly file: string;
  readonly onward: Lead["onward"];
  /** Null for a name whose value is sought. */
  readonly value: string | null;
  /** The places that matter, if the scope does not tell. */
  readonly as?: Role;
}

/** A key of a property, and the file that points to it. */
export interface WantedKey {
  readonly file: string;
  readonly key: string;
}

/**
 * A key under which a banned value is stored, so that its reads are sought, or one that is read, so that its writes
 * are.
 */
export interface SoughtKey extends WantedKey {
  readonly as: "stored" | "read";
}

/**
 * The text that must be read next, because the facts so far point to it. A banned value leaves its place by a name, a
 * key, an export or a global variable, and a value that decides where it goes may come from an unread name. Files are
 * given by their shown paths.
 */
export type Wants = Pick<WantFinder, "names" | "keys" | "exporters" | "exports" | "globals">;

/** Finds the text to read next, once everything has flowed as far as it can. */
export function findWants(parts: readonly PlacedPart[], machine: Machine): Wants {
  const finder = new WantFinder(machine);
  for (const part of parts) finder.visit(part);
  // A copy without the finder, which would keep the whole network in memory.
  const { names, keys, exporters, exports, globals } = finder;
  return { names, keys, exporters, exports, globals };
}

const deepest = 100;

/** The hundreds of components of a scan have one table in common. */
const onwards = new Map<RuleTable, OnwardOf>();

const identifier = /^#?[A-Za-z_$][\w$]*$/;

class WantFinder {
  readonly names: WantedName[] = [];
  /** Keys of properties, in all files that an object of the file may reach. */
  readonly keys: SoughtKey[] = [];
  /** The files that export something banned: their importers matter. */
  readonly exporters = new Set<string>();
  /** Sought exports of a file that were not read. */
  readonly exports: WantedKey[] = [];
  /** Global variables of scripts. */
  readonly globals = new Set<string>();
  readonly #machine: Machine;
  readonly #onwardOf: OnwardOf;
  /** The keys under which something banned is stored, except the keys of globals. */
  readonly #liveKeys: readonly string[];
  readonly #leads = new Map<Value, Lead | null>();
  #depth = 0;
  readonly #fileOfNamespace: ReadonlyMap<Value, string>;

  constructor(machine: Machine) {
    const { heap, table, links } = machine;
    const isOwn = (key: string): boolean => identifier.test(key) && !table.globals.has(key) && key !== "constructor";
    this.#liveKeys = heap.liveKeys.noted().filter(isOwn);
    this.#machine = machine;
    this.#onwardOf = remember(onwards, table, () => createOnward(table.live));
    this.#fileOfNamespace = new Map(Array.from(links.modules, ([file, { namespace }]) => [namespace, file]));
  }

  visit(part: PlacedPart): void {
    const { file, facts, at } = part;
    for (const { variable, ...named } of facts.names) {
      const lead = named.name === "return" ? null : this.#leadOf(at(variable));
      if (lead !== null) this.names.push({ file, ...named, ...lead });
      else if (
        this.#isMissing(at(variable)) &&
        !this.#machine.links.isForeign(at(facts.imported.get(variable) ?? none))
      )
        this.names.push({ file, ...named, onward: null, value: null });
    }
    for (const fact of facts.facts) this.#visitFact(part, fact);
    for (const key of this.#liveKeys) this.keys.push({ file, key, as: "read" });
    // The namespace, or its replacement in CommonJS.
    if (this.#leadOf(this.#machine.links.moduleOf(file).exports) !== null) this.exporters.add(file);
  }

  #visitFact(part: PlacedPart, fact: Fact): void {
    if (fact.kind === "call") this.#visitCall(part, fact);
    if ((fact.kind !== "store" && fact.kind !== "load") || typeof fact.key !== "string") return;
    const { kind, key } = fact;
    if (!identifier.test(key)) return;
    if (kind === "load") this.#visitLoad(part, fact, key);
    else if (this.#leadOf(part.at(fact.from)) === null) return;
    else if (this.#isGlobalObject(part.at(fact.object))) this.globals.add(key);
    else this.keys.push({ file: part.file, key, as: "read" });
  }

  /** A function may read arguments without a name. */
  #visitCall(part: PlacedPart, { callee, arguments: given, isNew }: CallFact): void {
    const lead = given.map(({ variable }) => this.#leadOf(part.at(variable))).find((one) => one !== null);
    if (lead === undefined) return;
    for (const callable of this.#valuesOf(part.at(callee))) {
      const body = callable.kind === "object" ? callable.body : null;
      if (body === null || body.file === null) continue;
      const { file, start, end } = body;
      for (const name of isNew ? ["arguments", "constructor"] : ["arguments"])
        this.names.push({ file, name, start, end, onward: null, value: lead.value });
    }
  }

  /** A sought property: of a module, of the global object, or of an object that any code may have added it to. */
  #visitLoad(part: PlacedPart, fact: LoadFact, key: string): void {
    const { file } = part;
    const object = part.at(fact.object);
    if (object === none || !this.#isMissing(part.at(fact.to))) return;
    if (this.#isGlobalObject(object)) {
      // Most of these are variables whose declarations were not read.
      const whole = { start: 0, end: Number.MAX_SAFE_INTEGER, onward: null, value: null };
      this.names.push({ file, name: key, ...whole, as: "declared" });
      this.globals.add(key);
      return;
    }
    const unread = this.#machine.links.unreadBehind(object);
    if (unread !== null) this.exports.push({ file: unread, key });
    for (const value of this.#valuesOf(object)) {
      const exporter = this.#fileOfNamespace.get(value);
      if (exporter !== undefined) this.exports.push({ file: exporter, key });
      else if (value.kind === "object" && (value.shape === "object" || value.shape === "function"))
        this.keys.push({ file, key, as: "stored" });
    }
  }

  #isGlobalObject(variable: number): boolean {
    return this.#valuesOf(variable).some((value) => value.kind === "path" && value.path === "");
  }

  #valuesOf(variable: number): readonly Value[] {
    return this.#machine.network.valuesOf(variable);
  }

  /** Whether a variable's value matters, but nothing has flowed into it. */
  #isMissing(variable: number): boolean {
    const { network } = this.#machine;
    if (!network.isDemanded(variable)) return false;
    for (const value of network.valuesOf(variable)) if (value.kind !== "unknown") return false;
    return true;
  }

  /** How a variable leads to something banned, or null. */
  #leadOf(variable: number): Lead | null {
    const values = this.#valuesOf(variable);
    // Functions that return functions, or nested tables: nobody hides anything deeper.
    if (values.length === 0 || this.#depth > deepest) return null;
    this.#depth += 1;
    const lead = merged(values.map((value) => this.#leadOfValue(value)));
    this.#depth -= 1;
    return lead;
  }

  #leadOfValue(value: Value): Lead | null {
    if (value.kind === "text" || value.kind === "unknown") return null;
    return remember(this.#leads, value, () => {
      // A function may return itself, and a table may contain itself.
      this.#leads.set(value, null);
      return this.#findLead(value);
    });
  }

  #findLead(value: Value): Lead | null {
    switch (value.kind) {
      case "path": {
        const onward = this.#onwardOf(value.path);
        return onward === null ? null : { value: value.path, onward: onward === "any" ? null : onward };
      }
      case "obtained":
        return { value: value.detection.rule.api, onward: null };
      case "method":
      case "bound": {
        // `Function.call.bind(f)` does not evaluate a string.
        if (value.of.kind === "path" && value.of.path.startsWith("Function")) return null;
        const lead = this.#leadOfValue(value.of);
        return lead === null ? null : { ...lead, onward: null };
      }
      case "object":
        return this.#findLeadOfObject(value);
      default:
        return null;
    }
  }

  /**
   * The result of a function, the elements of a list or of a class's instances, and the parents matter wherever the
   * object is used. An object literal leads on by the keys under which it holds something banned, and it may be read by
   * any key.
   */
  #findLeadOfObject(object: ObjectValue): Lead | null {
    const { body, parents, properties } = object;
    if (body !== null && [...body.parameters, body.receiver].some((variable) => this.#isMissing(variable)))
      return { value: "a function that is given something banned", onward: null };
    for (const way of waysFrom(object)) {
      const lead = this.#leadOf(way);
      if (lead !== null) return { ...lead, onward: null };
    }
    if (!isTable(object) && !this.#fileOfNamespace.has(object)) return null;
    const held = Array.from(properties, ([key, variable]) => {
      const lead = this.#leadOf(variable);
      return lead === null ? null : { ...lead, onward: [key] };
    });
    return merged([...held, this.#leadOf(parents)]);
  }
}

/** The variables of what leads on from an object wherever it is used. */
function waysFrom({ body, star, natives, shape, properties }: ObjectValue): readonly number[] {
  const elements = shape === "array" ? [...properties.values()] : [];
  return [body?.returns ?? none, star, body?.instance?.star ?? none, natives, ...elements];
}

function merged(given: readonly (Lead | null)[]): Lead | null {
  const leads = given.filter((lead) => lead !== null);
  const [first] = leads;
  if (first === undefined) return null;
  const isAny = leads.some(({ onward }) => onward === null);
  return { ...first, onward: isAny ? null : [...new Set(leads.flatMap(({ onward }) => onward ?? []))] };
}
