import type { Detections } from "./detections.ts";
import { everyKey, none } from "../facts/flow-facts.ts";
import { isTextMethod } from "./fold-text.ts";
import type { Use } from "../facts/flow-facts.ts";
import type { Network } from "./flow-network.ts";
import {
  isTable,
  type Detection,
  type FunctionBody,
  type ObjectValue,
  type SourcePlace,
  type Value,
} from "./flow-values.ts";
import { globalObjectNames, instancePaths } from "../rules/global-rules.ts";
import { fluentInstances, packageGlobals } from "../rules/package-rules.ts";
import type { RuleTable } from "../rules/rule-table.ts";
import type { Rule } from "../rules/rule.ts";
import { joinPath, packagePrefix } from "../rules/rule.ts";

/** A read of a property: where its value goes, and where it stands in the sources. */
export interface Reading {
  readonly to: number;
  /** Null for a read that the solver makes on its own, which obtains nothing. */
  readonly place: SourcePlace | null;
  readonly use: Use;
  /** The place of the read that this one continues. */
  readonly inner: SourcePlace | null;
}

/** Objects and paths: what reading and writing their properties does. */
export interface Heap {
  newObject(shape: ObjectValue["shape"], length?: number | null, body?: FunctionBody | null): ObjectValue;
  /** What a function makes, and its prototype. `receiver` is the variable of its `this`. */
  newInstance(receiver: number): ObjectValue;
  /** The object of a module's exports. Those that it names hide what `export *` hands on, and a default is never handed on. */
  newNamespace(named: Iterable<string>): ObjectValue;
  pathValue(path: string): Value;
  textValue(text: string): Value;
  methodValue(name: string, of: Value): Value;
  obtainedValue(path: string, detection: Detection): Value;
  propertyOf(object: ObjectValue, key: string): number;
  read(value: Value, key: string, reading: Reading): void;
  write(value: Value, key: string, from: number, place: SourcePlace | null): void;
  /** Does a step once something live is stored under a key, in any object: who reads that key may read it from there. */
  whenKeyLive(key: string, step: () => void): void;
  /** The keys under which something live is stored. */
  liveKeys(): Iterable<string>;
  /** Says that something live may be read under a key. */
  noteLiveKey(key: string): void;
  /** Does a step once somebody asks for what is stored under a key, in any object. */
  whenKeySought(key: string, step: () => void): void;
}

const nothing: ReadonlySet<string> = new Set();

/** Methods of all functions. */
export const functionMethods: ReadonlySet<string> = new Set(["call", "apply", "bind"]);

/** Methods of arrays and collections that hand their elements on (native-methods.ts says how). */
const elementMethods: ReadonlySet<string> = new Set(
  [
    "push",
    "unshift",
    "add",
    "set",
    "fill",
    "get",
    "pop",
    "shift",
    "at",
    "find",
    "findLast",
    "slice",
    "concat",
    "filter",
    "reverse",
    "sort",
    "values",
  ].concat(
    [
      "toSorted",
      "toReversed",
      "flat",
      "map",
      "flatMap",
      "forEach",
      "some",
      "every",
      "reduce",
      "reduceRight",
      "join",
      "next",
      "with",
    ],
    [
      "splice",
      "toSpliced",
      "copyWithin",
      "entries",
      "findIndex",
      "findLastIndex",
      "deref",
      "toArray",
      "take",
      "drop",
      "Symbol.iterator",
    ],
  ),
);

/** Classes of which the instances have elements, and those of them that give pairs when they are gone through. */
const elementOwners: ReadonlySet<string> = new Set(["Array#", "Map#", "Set#", "WeakMap#"]);
const pairOwner = "Map#";

/** Methods that an object gives its elements by, where it is no array: what they come from is what it holds. */
const iteratorKeys: ReadonlySet<string> = new Set(["Symbol.iterator", "Symbol.asyncIterator"]);

function hasElements({ shape }: Pick<ObjectValue, "shape">): boolean {
  return shape === "array" || shape === "collection";
}

/** Tells whoever waits for a key, once; while the network settles, as everything that happens in it. */
class KeyListeners {
  readonly #network: Network;
  readonly #variables = new Map<string, number>();
  readonly noted = new Set<string>();

  constructor(network: Network) {
    this.#network = network;
  }

  when(key: string, step: () => void): void {
    this.#network.whenDemanded(this.#variableOf(key), step);
  }

  notify(key: string): void {
    this.noted.add(key);
    this.#network.demand(this.#variableOf(key));
  }

  #variableOf(key: string): number {
    const known = this.#variables.get(key) ?? this.#network.newVariable();
    this.#variables.set(key, known);
    return known;
  }
}

/** Makes the objects of a network. */
export function createHeap(network: Network, detections: Detections, table: RuleTable): Heap {
  const interned = new Map<string, Value>();
  const intern = (key: string, make: () => Value): Value => {
    const known = interned.get(key) ?? make();
    interned.set(key, known);
    return known;
  };
  const methods = new Map<Value, Map<string, Value>>();
  const obtained = new Map<Detection, Map<string, Value>>();
  const stored = new Map<string, number>();
  const pairs = new Map<ObjectValue, ObjectValue>();
  /** What was read of an object so far, own or inherited. */
  const lookups = new Map<ObjectValue, Map<string, number>>();
  const liveKeys = new KeyListeners(network);
  const soughtKeys = new KeyListeners(network);

  const storedAt = (path: string): number => {
    // Anyone may have put anything there.
    const known = stored.get(path);
    if (known !== undefined) return known;
    const made = network.newVariable();
    stored.set(path, made);
    const [key = ""] = /[^.#]*$/.exec(path) ?? [];
    network.whenLive(made, () => {
      liveKeys.notify(key);
    });
    network.whenDemanded(made, () => {
      soughtKeys.notify(key);
    });
    return made;
  };

  const newObject: Heap["newObject"] = (shape, length = null, body = null) =>
    makeObject({ shape, length, body, hiding: nothing, makerReceiver: none });

  const newInstance: Heap["newInstance"] = (receiver) =>
    makeObject({ shape: "object", length: null, body: null, hiding: nothing, makerReceiver: receiver });

  const newNamespace: Heap["newNamespace"] = (named) =>
    makeObject({
      shape: "object",
      length: null,
      body: null,
      hiding: new Set(["default", ...named]),
      makerReceiver: none,
    });

  const makeObject = (
    given: Pick<ObjectValue, "shape" | "length" | "body" | "hiding" | "makerReceiver">,
  ): ObjectValue => {
    const object: ObjectValue = {
      kind: "object",
      ...given,
      properties: new Map(),
      star: network.newClosedVariable(),
      every: network.newClosedVariable(),
      parents: network.newClosedVariable(),
      natives: network.newClosedVariable(),
    };
    const enliven = (): void => {
      network.enliven(object);
    };
    network.flow(object.star, object.every);
    network.whenDemanded(object.star, enliven);
    if (hasElements(object)) network.whenDemanded(object.every, enliven);
    else if (isTable(object))
      network.whenLive(object.every, () => {
        network.release(object);
      });
    network.whenLive(object.star, enliven);
    network.whenLive(object.natives, enliven);
    network.whenEnlivened(object, () => {
      network.demand(object.parents);
      network.demand(object.natives);
    });
    network.hear(object.parents, (parent) => {
      if (parent.kind === "object") {
        network.flow(parent.every, object.every);
        network.flow(parent.natives, object.natives);
      } else {
        network.add(object.natives, parent);
      }
    });
    return object;
  };

  const propertyOf = (object: ObjectValue, key: string): number => {
    const known = object.properties.get(key);
    if (known !== undefined) return known;
    // What has elements has its methods from the language: that the sources put none there leaves nothing unknown.
    const made = hasElements(object) && elementMethods.has(key) ? network.newClosedVariable() : network.newVariable();
    object.properties.set(key, made);
    if (hasElements(object) || /^\d+$/.test(key)) {
      const enliven = (): void => {
        network.enliven(object);
      };
      network.whenDemanded(made, enliven);
      network.whenLive(made, enliven);
    } else {
      network.whenDemanded(made, () => {
        soughtKeys.notify(key);
      });
      network.whenLive(made, () => {
        liveKeys.notify(key);
      });
    }
    network.flow(made, object.every);
    return made;
  };

  const methodValue = (name: string, of: Value): Value => {
    const known = methods.get(of) ?? new Map<string, Value>();
    methods.set(of, known);
    const value = known.get(name);
    if (value !== undefined) return value;
    const made: Value = { kind: "method", name, of };
    known.set(name, made);
    network.whenEnlivened(of, () => {
      network.enliven(made);
    });
    return made;
  };

  const obtainedValue = (path: string, detection: Detection): Value => {
    const known = obtained.get(detection) ?? new Map<string, Value>();
    obtained.set(detection, known);
    const value = known.get(path) ?? { kind: "obtained", path, detection };
    known.set(path, value);
    return value;
  };

  const textValue = (text: string): Value => intern(`text ${text}`, () => ({ kind: "text", text }));

  const pathValue = (path: string): Value => intern(`path ${path}`, () => ({ kind: "path", path }));

  /** What an object answers for a key: its own property or a parent's. Each asks its parents once, however long the line. */
  const lookupOf = (object: ObjectValue, key: string): number => {
    const ofObject = lookups.get(object) ?? new Map<string, number>();
    lookups.set(object, ofObject);
    const known = ofObject.get(key);
    if (known !== undefined) return known;
    const found = network.newVariable();
    ofObject.set(key, found);
    const demandParents = (): void => {
      network.demand(object.parents);
    };
    network.whenDemanded(found, demandParents);
    liveKeys.when(key, demandParents);
    network.flow(propertyOf(object, key), found);
    // What is somewhere in an array has a number for its key.
    if (object.shape === "object" || object.shape === "function" || /^\d+$/.test(key)) network.flow(object.star, found);
    if (object.hiding.has(key)) return found;
    network.hear(object.parents, (parent) => {
      if (parent.kind === "object") network.flow(lookupOf(parent, key), found);
    });
    return found;
  };

  const readFunction = (object: ObjectValue, body: FunctionBody, key: string, to: number): void => {
    if (functionMethods.has(key)) network.add(to, methodValue(key, object));
    if (key === "constructor") network.add(to, pathValue("Function"));
    if (key === "prototype" && body.instance !== null) network.add(to, body.instance);
  };

  /** What a map gives when it is gone through: pairs of a key and a value. */
  const pairOf = (map: ObjectValue): ObjectValue => {
    const known = pairs.get(map);
    if (known !== undefined) return known;
    const made = newObject("array", 2);
    pairs.set(map, made);
    network.flow(map.every, propertyOf(made, "1"));
    return made;
  };

  const readEveryOf = (object: ObjectValue, to: number): void => {
    network.flow(object.every, to);
    if (object.shape === "collection") network.add(to, pairOf(object));
    network.hear(object.natives, (parent) => {
      if (parent.kind === "path" && parent.path === pairOwner) network.add(to, pairOf(object));
    });
  };

  const readObject = (object: ObjectValue, key: string, reading: Reading): void => {
    if (key === everyKey) {
      readEveryOf(object, reading.to);
      return;
    }
    network.flow(lookupOf(object, key), reading.to);
    if (!object.hiding.has(key))
      network.hear(object.natives, (parent) => {
        readNative(object, parent, key, reading);
      });
    if (object.body !== null) readFunction(object, object.body, key, reading.to);
    if (hasElements(object) && elementMethods.has(key)) network.add(reading.to, methodValue(key, object));
  };

  /** What an object has from what the sources did not make. A class that extends a collection has elements. */
  const readNative = (object: ObjectValue, parent: Value, key: string, reading: Reading): void => {
    if (parent.kind === "path" && elementOwners.has(parent.path) && elementMethods.has(key))
      network.add(reading.to, methodValue(key, object));
    else read(parent, key, reading);
  };

  /** Lets what comes of an iterator, or of a generator, be what the object holds. */
  const holdIterated = (object: ObjectValue, methods: number): void => {
    const readFrom = (from: number, key: string, to: number): void => {
      network.whenDemanded(to, () => {
        network.demand(from);
      });
      network.hear(from, (value) => {
        read(value, key, { to, place: null, use: "value", inner: null });
      });
    };
    network.whenDemanded(object.star, () => {
      network.demand(methods);
    });
    liveKeys.when("value", () => {
      network.demand(methods);
    });
    network.hear(methods, (method) => {
      if (method.kind !== "object" || method.body === null) return;
      readFrom(method.body.returns, everyKey, object.star);
      const [next, results] = [network.newVariable(), network.newVariable()];
      readFrom(method.body.returns, "next", next);
      network.whenDemanded(results, () => {
        network.demand(next);
      });
      network.hear(next, (step) => {
        if (step.kind === "object" && step.body !== null) network.flow(step.body.returns, results);
      });
      readFrom(results, "value", object.star);
      liveKeys.when("value", () => {
        network.demand(results);
      });
    });
  };

  /** Whether anything more can come of what is at a path. */
  const isWatched = (path: string, key: string, next: string): boolean =>
    next === "" ||
    table.prefixes.has(next) ||
    fluentInstances.has(path) ||
    (key === "prototype" && path !== "" && !path.endsWith("#"));

  const obtain = (next: string, rule: Rule, reading: Placed, from: Detection | null): void => {
    if (reading.use === "guard" || (reading.use === "identity" && rule.when === "obtained")) return;
    if (from !== null && reading.inner !== from.place) {
      from.uses.add(reading.place);
      network.add(reading.to, obtainedValue(next, from));
      return;
    }
    if (from !== null) from.isSuperseded = true;
    network.add(reading.to, obtainedValue(next, detections.obtain(rule, reading.place)));
  };

  const readPath = (path: string, key: string, reading: Reading, from: Detection | null): void => {
    if (key === everyKey || /[.#]/.test(key)) return;
    const next = step(path, key);
    if (path === "Symbol" && key !== "for") {
      // A symbol is a key of its own, and none that is banned.
      network.add(reading.to, textValue(next));
      return;
    }
    network.flow(storedAt(joinPath(path, key)), reading.to);
    if (isMethodOf(path, key))
      network.add(reading.to, methodValue(key, from === null ? pathValue(path) : obtainedValue(path, from)));
    if (!isWatched(path, key, next)) return;
    const rule = table.byPath.get(next)?.find(({ when }) => when === "obtained" || when === "value");
    if (rule !== undefined && isPlaced(reading)) obtain(next, rule, reading, from);
    else if (from === null) network.add(reading.to, pathValue(next));
  };

  const read: Heap["read"] = (value, key, reading) => {
    if (value.kind === "path") readPath(value.path, key, reading, null);
    if (value.kind === "obtained") readPath(value.path, key, reading, value.detection);
    if (value.kind === "object") readObject(value, key, reading);
    if ((value.kind === "method" || value.kind === "bound") && functionMethods.has(key))
      network.add(reading.to, methodValue(key, value));
    if (value.kind === "text" && isTextMethod(key)) network.add(reading.to, methodValue(key, value));
  };

  const placeIn = (object: ObjectValue, key: string): number => {
    if (key === everyKey) return object.star;
    return key === "__proto__" ? object.parents : propertyOf(object, key);
  };

  /** What is put in the place of a prototype has the methods of what is made, and they are called on that. */
  const replacePrototype = (instance: ObjectValue, from: number): void => {
    network.flow(from, instance.parents);
    network.add(instance.makerReceiver, instance);
    network.hear(from, (prototype) => {
      if (prototype.kind === "object") network.add(prototype.parents, instance);
    });
  };

  /** A method that a prototype is given is one of what is made, whether anyone is seen to make it or not. */
  const addMethod = (instance: ObjectValue, from: number): void => {
    network.add(instance.makerReceiver, instance);
    network.hear(from, (method) => {
      if (method.kind === "object" && method.body !== null) network.add(method.body.receiver, instance);
    });
  };

  const writeObject = (object: ObjectValue, key: string, from: number, isWritten: boolean): void => {
    network.flow(from, placeIn(object, key));
    const instance = object.body?.instance ?? null;
    if (key === "prototype" && instance !== null) replacePrototype(instance, from);
    if (iteratorKeys.has(key)) holdIterated(object, from);
    if (object.makerReceiver !== none && isWritten) addMethod(object, from);
  };

  const write: Heap["write"] = (value, key, from, place) => {
    if (value.kind === "object") writeObject(value, key, from, place !== null);
    if (value.kind !== "path") return;
    const path = step(value.path, key);
    if (place !== null && (path === "Math.random" || path === "Date.now")) detections.notice(`override:${path}`, place);
    else network.flow(from, storedAt(joinPath(value.path, key)));
  };

  return {
    newObject,
    newInstance,
    newNamespace,
    pathValue,
    textValue,
    methodValue,
    obtainedValue,
    propertyOf,
    read,
    write,
    whenKeyLive: (key, step) => {
      liveKeys.when(key, step);
    },
    liveKeys: () => liveKeys.noted,
    noteLiveKey: (key) => {
      liveKeys.notify(key);
    },
    whenKeySought: (key, step) => {
      soughtKeys.when(key, step);
    },
  };
}

/** Methods of all functions; and those of arrays, which are borrowed: `Array.prototype.map.call(list, f)`. */
function isMethodOf(path: string, key: string): boolean {
  return functionMethods.has(key) || (path === "Array#" && elementMethods.has(key));
}

interface Placed extends Reading {
  readonly place: SourcePlace;
}

function isPlaced(reading: Reading): reading is Placed {
  return reading.place !== null;
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

/** Node's modules whose exports are globals have the global object for their default export. */
function stepFromGlobal(key: string): string {
  // `window[0]` is the window of a frame.
  return globalObjectNames.has(key) || key === "default" || /^\d+$/.test(key) ? "" : (packageGlobals.get(key) ?? key);
}

/** Whether the default export of what is at a path is all of it: a package, or a module of Node. */
function isWhole(path: string): boolean {
  return path === "crypto" || path === "process" || path.startsWith(packagePrefix);
}
