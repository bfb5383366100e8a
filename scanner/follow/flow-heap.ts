import type { Detections } from "./detections.ts";
import { everyKey, type LoadFact, none, type SourcePlace } from "../facts/flow-facts.ts";
import { textMethods } from "./fold-text.ts";
import type { Network } from "./flow-network.ts";
import { isTable, type Detection, type ObjectValue, type Origin, type Value } from "./flow-values.ts";
import { remember } from "../findings/remember.ts";
import { globalObjectNames, instancePaths } from "../rules/global-rules.ts";
import { fluentInstances, packageGlobals } from "../rules/package-rules.ts";
import type { RuleTable } from "../rules/rule-table.ts";
import { joinPath, packagePrefix, type Rule } from "../rules/rule.ts";
import { words } from "../rules/words.ts";

/** A read of a property: the target of its value, and its place. A read by the solver itself obtains nothing. */
export interface Reading extends Pick<LoadFact, "to" | "place" | "use" | "inner"> {
  /** The origin of the object. */
  readonly origin?: Origin | null;
}

/** A read by the solver itself. */
export const placeless = { place: null, use: "value", inner: null } as const;

/** A native value, or an obtained one. */
type NativeValue = Extract<Value, { readonly path: string }>;

/** The parts of an object besides its shape. */
interface ObjectParts extends Partial<Pick<ObjectValue, "length" | "body" | "hiding" | "makerReceiver">> {
  /** Runs once the contents of the object are used, which never happens to most objects. */
  readonly connect?: (object: ObjectValue) => void;
}

const nothing: ReadonlySet<string> = new Set();

/** Methods of all functions. */
export const functionMethods = words("call apply bind");

/** Classes whose instances have elements, and the one that yields pairs when it is iterated. */
const elementOwners = words("Array# Map# Set# WeakMap#");
const pairOwner = "Map#";

/** Methods that make an object iterable. */
const iteratorKeys = words("Symbol.iterator Symbol.asyncIterator");

function hasElements({ shape }: ObjectValue): boolean {
  return shape === "array" || shape === "collection";
}

/** An empty variable for each key. Demanding it marks the key, and the demand passes on to its sources. */
class KeyVariables {
  readonly #network: Network;
  readonly #variables = new Map<string, number>();

  constructor(network: Network) {
    this.#network = network;
  }

  of(key: string): number {
    return remember(this.#variables, key, () => this.#network.newVariable());
  }

  noted(): readonly string[] {
    return Array.from(this.#variables).flatMap(([key, variable]) => (this.#network.isDemanded(variable) ? [key] : []));
  }
}

/** The parts of the solver that a heap builds on. */
export interface Ground {
  readonly network: Network;
  readonly detections: Detections;
  readonly table: RuleTable;
}

/** Reads and writes the properties of objects and paths. */
export class Heap {
  /** The keys under which any object stores something live: a read of such a key may get it. */
  readonly liveKeys: KeyVariables;
  /** The keys that are sought in any object. */
  readonly soughtKeys: KeyVariables;
  readonly #network: Network;
  readonly #detections: Detections;
  readonly #table: RuleTable;
  readonly #elementMethods: ReadonlyMap<string, unknown>;
  readonly #texts = new Map<string, Value>();
  readonly #paths = new Map<string, Value>();
  readonly #methods = new Map<Value, Map<string, Value>>();
  readonly #obtained = new Map<Detection, Map<string, Value>>();
  /** The variables of values that the sources store at a path. */
  readonly #stored = new Map<string, number>();
  readonly #pairs = new Map<ObjectValue, ObjectValue>();
  /** From the variable of an own property to the variable of its look-up. */
  readonly #lookups = new Map<number, number>();

  /** @param elementMethods The methods of arrays and collections that pass on elements. */
  constructor({ network, detections, table }: Ground, elementMethods: ReadonlyMap<string, unknown>) {
    this.#network = network;
    this.#detections = detections;
    this.#table = table;
    this.#elementMethods = elementMethods;
    this.liveKeys = new KeyVariables(network);
    this.soughtKeys = new KeyVariables(network);
  }

  newObject(shape: ObjectValue["shape"], parts: ObjectParts = {}): ObjectValue {
    const { length = null, body = null, hiding = nothing, makerReceiver = none, connect } = parts;
    const network = this.#network;
    const star = network.newClosedVariables(4, () => {
      this.#connect(object);
      connect?.(object);
    });
    const object: ObjectValue = {
      kind: "object",
      shape,
      length,
      body,
      hiding,
      makerReceiver,
      properties: new Map(),
      star,
      every: star + 1,
      parents: star + 2,
      natives: star + 3,
    };
    return object;
  }

  /** Connects the contents of an object with their sources. */
  #connect(object: ObjectValue): void {
    const network = this.#network;
    const { star, every, parents, natives } = object;
    network.flow(star, every);
    network.whenDemanded(star, object);
    if (hasElements(object)) network.whenDemanded(every, object);
    else if (isTable(object)) network.whenLive(every, () => network.release(object));
    network.whenLive(star, object);
    network.whenLive(natives, object);
    network.whenEnlivened(object, parents);
    network.whenEnlivened(object, natives);
    network.hear(parents, (parent, origin) => {
      if (parent.kind === "object") {
        network.flow(parent.every, every);
        network.flow(parent.natives, natives);
      } else network.add(natives, parent, origin);
    });
  }

  pathValue(path: string): Value {
    return remember(this.#paths, path, () => ({ kind: "path", path }));
  }

  textValue(text: string): Value {
    return remember(this.#texts, text, () => ({ kind: "text", text }));
  }

  methodValue(name: string, of: Value): Value {
    const ofValue = remember(this.#methods, of, () => new Map<string, Value>());
    return remember(ofValue, name, () => {
      const made: Value = { kind: "method", name, of };
      this.#network.whenEnlivened(of, made);
      return made;
    });
  }

  obtainedValue(path: string, detection: Detection): Value {
    const ofDetection = remember(this.#obtained, detection, () => new Map<string, Value>());
    return remember(ofDetection, path, () => ({ kind: "obtained", path, detection }));
  }

  propertyOf(object: ObjectValue, key: string): number {
    const known = object.properties.get(key);
    if (known !== undefined) return known;
    const network = this.#network;
    const isList = hasElements(object);
    // A list gets its methods from the language, so one that the sources do not define is not unknown.
    const isMethod = isList && this.#elementMethods.has(key);
    const made = isMethod ? network.newClosedVariables(1) : network.newVariable();
    object.properties.set(key, made);
    if (isList || /^\d+$/.test(key)) {
      network.whenDemanded(made, object);
      network.whenLive(made, object);
    } else this.#noteKey(made, key);
    network.flow(made, object.every);
    return made;
  }

  read(value: Value, key: string, reading: Reading): void {
    if (value.kind === "path" || value.kind === "obtained") this.#readNative(value, key, reading);
    else if (value.kind === "object") this.#readObject(value, key, reading);
    else if (value.kind === "text" ? textMethods.has(key) : functionMethods.has(key) && value.kind !== "unknown")
      this.#network.add(reading.to, this.methodValue(key, value));
  }

  /** Lets a property of everything in a variable flow into another variable. This obtains nothing. */
  readInto(from: number, key: string, to: number): void {
    this.#network.whenDemanded(to, from);
    this.#network.hear(from, (value, origin) => this.read(value, key, { ...placeless, to, origin }));
  }

  /** Lets a variable flow into a property. The place is null if no code writes it. */
  write(value: Value, key: string, from: number, place: SourcePlace | null): void {
    if (value.kind === "object") this.#writeObject(value, key, from, place !== null);
    if (value.kind !== "path") return;
    const path = step(value.path, key);
    const isOverride = path === "Math.random" || path === "Date.now";
    if (place !== null && isOverride) this.#detections.notice(`override:${path}`, place);
    else this.#network.flow(from, this.#storedAt(joinPath(value.path, key)));
  }

  #noteKey(variable: number, key: string): void {
    this.#network.whenDemanded(variable, this.soughtKeys.of(key));
    this.#network.whenLive(variable, this.liveKeys.of(key));
  }

  #storedAt(path: string): number {
    return remember(this.#stored, path, () => {
      // It is not closed, because anyone may have stored anything there.
      const made = this.#network.newVariable();
      this.#noteKey(made, /[^.#]*$/.exec(path)?.[0] ?? "");
      return made;
    });
  }

  /** Looks up a key in an object and its parents. Each object asks its parents once, however long the chain. */
  #lookupOf(object: ObjectValue, key: string): number {
    const network = this.#network;
    const own = this.propertyOf(object, key);
    const known = this.#lookups.get(own);
    if (known !== undefined) return known;
    const found = network.newVariable();
    this.#lookups.set(own, found);
    network.whenDemanded(found, object.parents);
    network.whenDemanded(this.liveKeys.of(key), object.parents);
    network.flow(own, found);
    // An element at an unknown index can only have a numeric key.
    if (object.shape === "object" || object.shape === "function" || /^\d+$/.test(key)) network.flow(object.star, found);
    if (!object.hiding.has(key))
      network.hearObjects(object.parents, (parent) => network.flow(this.#lookupOf(parent, key), found));
    return found;
  }

  #readObject(object: ObjectValue, key: string, reading: Reading): void {
    const network = this.#network;
    const { to } = reading;
    if (key === everyKey) {
      this.#readEvery(object, to);
      return;
    }
    network.flow(this.#lookupOf(object, key), to);
    const isElementMethod = this.#elementMethods.has(key);
    if (!object.hiding.has(key))
      network.hear(object.natives, (parent, origin) => {
        // A class that extends a collection has elements.
        if (isElementMethod && parent.kind === "path" && elementOwners.has(parent.path))
          network.add(to, this.methodValue(key, object));
        else this.read(parent, key, { ...reading, origin });
      });
    if (object.body !== null) {
      if (key === "constructor") network.add(to, this.pathValue("Function"));
      if (key === "prototype" && object.body.instance !== null) network.add(to, object.body.instance);
    }
    if (object.body === null ? isElementMethod && hasElements(object) : functionMethods.has(key))
      network.add(to, this.methodValue(key, object));
  }

  #readEvery(object: ObjectValue, to: number): void {
    const network = this.#network;
    network.flow(object.every, to);
    if (object.shape === "collection") network.add(to, this.#pairOf(object));
    network.hear(object.natives, (parent) => {
      if (parent.kind === "path" && parent.path === pairOwner) network.add(to, this.#pairOf(object));
    });
  }

  /** The elements of a map when it is iterated: pairs of a key and a value. */
  #pairOf(map: ObjectValue): ObjectValue {
    return remember(this.#pairs, map, () => {
      const made = this.newObject("array", { length: 2 });
      this.#network.flow(map.every, this.propertyOf(made, "1"));
      return made;
    });
  }

  #readNative(value: NativeValue, key: string, reading: Reading): void {
    // No path has such a key, and `everyKey` stands for no particular one.
    if (/[.#*]/.test(key)) return;
    const { path } = value;
    const { to, place, origin = null } = reading;
    const next = step(path, key);
    if (path === "Symbol" && key !== "for") {
      // A symbol is a unique key and never banned.
      this.#network.add(to, this.textValue(next));
      return;
    }
    if (this.#isMethodOf(path, key)) this.#network.add(to, this.methodValue(key, value));
    const rule = this.#table.byPath.get(next)?.find(({ when }) => when === "obtained" || when === "value");
    if (rule !== undefined && place !== null) this.#obtain(value, next, rule, { ...reading, place });
    else if (value.kind === "path" && this.#isWatched(path, key, next))
      this.#network.add(to, this.pathValue(next), origin ?? originAt(place, path, next));
    // After the native value, so that the origin of an equal stored value is the native one.
    this.#network.flow(this.#storedAt(joinPath(path, key)), to);
  }

  /**
   * Whether it is a method of all functions, or of arrays, which is often borrowed: `Array.prototype.map.call(list,
   * f)`.
   */
  #isMethodOf(path: string, key: string): boolean {
    return functionMethods.has(key) || (path === "Array#" && this.#elementMethods.has(key));
  }

  /** Whether the value at a path can lead any further. */
  #isWatched(path: string, key: string, next: string): boolean {
    if (next === "" || this.#table.prefixes.has(next) || fluentInstances.has(path)) return true;
    return key === "prototype" && path !== "" && !path.endsWith("#");
  }

  #obtain(owner: NativeValue, next: string, rule: Rule, reading: Reading & { readonly place: SourcePlace }): void {
    const { to, place, use, inner, origin } = reading;
    if (use === "guard" || (use === "identity" && rule.when === "obtained")) return;
    if (owner.kind === "obtained") {
      const { detection } = owner;
      if (inner !== detection.place) {
        detection.uses.add(place);
        this.#network.add(to, this.obtainedValue(next, detection));
        return;
      }
      detection.isSuperseded = true;
    }
    this.#network.add(to, this.obtainedValue(next, this.#detections.obtain(rule, place, origin)));
  }

  #writeObject(object: ObjectValue, key: string, from: number, isWritten: boolean): void {
    const network = this.#network;
    const { parents, star, makerReceiver } = object;
    if (key === everyKey) network.flow(from, star);
    else network.flow(from, key === "__proto__" ? parents : this.propertyOf(object, key));
    const instance = object.body?.instance ?? null;
    if (key === "prototype" && instance !== null) this.#replacePrototype(instance, from);
    if (iteratorKeys.has(key)) this.#holdIterated(object, from);
    if (makerReceiver === none || !isWritten) return;
    // A method of a prototype belongs to its instances, even if no code is seen to create one.
    network.add(makerReceiver, object);
    network.hearObjects(from, ({ body }) => network.add(body?.receiver ?? none, object));
  }

  /** Assigns a prototype: its methods become those of the instances, and are called on them. */
  #replacePrototype(instance: ObjectValue, from: number): void {
    this.#network.flow(from, instance.parents);
    this.#network.add(instance.makerReceiver, instance);
    this.#network.hearObjects(from, (prototype) => this.#network.add(prototype.parents, instance));
  }

  /** Stores the values of an iterator or a generator as elements of the object. */
  #holdIterated(object: ObjectValue, methods: number): void {
    const network = this.#network;
    network.whenDemanded(object.star, methods);
    network.whenDemanded(this.liveKeys.of("value"), methods);
    network.hearObjects(methods, ({ body }) => {
      if (body === null) return;
      this.readInto(body.returns, everyKey, object.star);
      const [next, results] = [network.newVariable(), network.newVariable()];
      this.readInto(body.returns, "next", next);
      network.whenDemanded(results, next);
      network.hearObjects(next, (method) => network.flow(method.body?.returns ?? none, results));
      this.readInto(results, "value", object.star);
      network.whenDemanded(this.liveKeys.of("value"), results);
    });
  }
}

/** The origin of a value that is read from the global object. */
function originAt(place: SourcePlace | null, owner: string, path: string): Origin | null {
  return owner === "" && place !== null ? { place, name: path === "" ? "The global object" : path } : null;
}

/** The path of a property. Some properties lead back: to the global object, from an instance to its class. */
function step(path: string, key: string): string {
  if (path === "") return stepFromGlobal(key);
  if (key === "default" && isWhole(path)) return path;
  if (key === "prototype" || key === "constructor") return stepOverClass(path, key);
  if (path === "process.mainModule" || path === "require.main") return key;
  return path === "crypto" && key === "webcrypto" ? "crypto" : joinPath(path, key);
}

function stepOverClass(path: string, key: "prototype" | "constructor"): string {
  if (path.endsWith("#")) return key === "constructor" ? path.slice(0, -1) : path + key;
  if (key === "prototype") return instancePaths.get(path) ?? `${path}#`;
  return classPaths.get(path) ?? joinPath(path, key);
}

const classPaths: ReadonlyMap<string, string> = new Map([...instancePaths].map(([name, path]) => [path, name]));

/** The default export of Node modules that export globals is the global object. */
function stepFromGlobal(key: string): string {
  // `window[0]` is the window of a frame.
  return globalObjectNames.has(key) || key === "default" || /^\d+$/.test(key) ? "" : (packageGlobals.get(key) ?? key);
}

/** Whether the default export of a path is the whole of it: a package or a Node module. */
function isWhole(path: string): boolean {
  return path === "crypto" || path === "process" || path.startsWith(packagePrefix);
}
