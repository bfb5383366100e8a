import { none } from "./flow-facts.ts";
import { foldCall, textFunctionPaths } from "./fold-text.ts";
import type { ObjectValue, Value } from "./flow-values.ts";
import type { Call, Machine } from "./machine.ts";
import { argumentAt, argumentsFrom, callEach, eachTarget, eachText, readAnyKey, readInto } from "./machine.ts";
import { eachTexts, giveFolded } from "./native-methods.ts";

type NativeCall = (machine: Machine, call: Call) => void;

const giveFirst: NativeCall = (machine, call) => { machine.network.flow(argumentAt(machine, call, 0), call.to); };

/** What functions of the language and its surroundings do with the values that they are given, by path. */
export const nativeCalls: ReadonlyMap<string, NativeCall> = new Map<string, NativeCall>([
  ...["Object", "Object.create", "Object.freeze", "Object.seal", "Object.preventExtensions", "Object.getOwnPropertyDescriptors", "Proxy", "structuredClone"].map(giving),
  ...["Promise.resolve", "Promise.all", "Promise.allSettled", "String", "Symbol.for"].map(giving),
  ["Promise", makePromise],
  ...["Promise.race", "Promise.any"].map((path): [string, NativeCall] => [path, (machine, call) => { readInto(machine, argumentAt(machine, call, 0), "*", call.to); }]),
  ["Object.setPrototypeOf", setPrototype],
  ["Object.getPrototypeOf", givePrototype],
  ["Reflect.getPrototypeOf", givePrototype],
  ["Object.defineProperties", defineProperties],
  ["Object.assign", assign],
  ["Object.values", (machine, call) => { giveElements(machine, call, argumentAt(machine, call, 0)); }],
  ["Object.entries", giveEntries],
  ["Object.getOwnPropertyDescriptor", describeProperty],
  ["Reflect.getOwnPropertyDescriptor", describeProperty],
  ["Object.defineProperty", defineProperty],
  ["Reflect.defineProperty", defineProperty],
  ["Reflect.get", readByKey],
  ["Reflect.set", (machine, call) => { writeByKey(machine, call, argumentAt(machine, call, 2)); }],
  ["Reflect.apply", (machine, call) => {
    argumentsFrom(machine, argumentAt(machine, call, 2), (values) => { invokeFirst(machine, { ...call, receiver: argumentAt(machine, call, 1), arguments: values }, call); });
  }],
  ["Reflect.construct", (machine, call) => {
    argumentsFrom(machine, argumentAt(machine, call, 1), (values) => { invokeFirst(machine, { ...call, isNew: true, arguments: values }, call); });
  }],
  ["Array.from", (machine, call) => {
    giveElements(machine, call, argumentAt(machine, call, 0));
    const given = [{ variable: elementsOf(machine, argumentAt(machine, call, 0)), isSpread: false, written: null }];
    const made = machine.madeBy(call, "array");
    callEach(machine, argumentAt(machine, call, 1), { ...call, to: made.star, receiver: argumentAt(machine, call, 2), arguments: given });
  }],
  ...["Map", "Set", "WeakMap"].map((path): [string, NativeCall] => [path, makeCollection]),
  ["Object.fromEntries", (machine, call) => { fillWithPairs(machine, call, machine.madeBy(call, "object")); }],
  ["Array", makeArray],
  ["Array.of", makeArray],
  ["WeakRef", makeArray],
  ["require", (machine, call) => { eachText(machine, argumentAt(machine, call, 0), (text) => { machine.requireModule(text, call); }); }],
  // A symbol is a key of its own, and none that is banned.
  ["Symbol", (machine, call) => { machine.network.add(call.to, machine.heap.textValue("Symbol.()")); }],
  ["module.createRequire", (machine, call) => { machine.network.add(call.to, machine.heap.pathValue("require")); }],
  ["process.getBuiltinModule", (machine, call) => { eachText(machine, argumentAt(machine, call, 0), (text) => { machine.requireModule(text, call); }); }],
  ...textFunctionPaths.map((path): [string, NativeCall] => [
    path,
    (machine, call) => {
      machine.network.whenDemanded(call.to, () => { eachTexts(machine, call, (given) => { giveFolded(machine, call, given, () => foldCall(path, given)); }); });
    },
  ]),
  ["npm:seedrandom", (machine, call) => {
    const isGlobal = machine.network.newVariable();
    readInto(machine, argumentAt(machine, call, 1), "global", isGlobal);
    machine.network.watch(isGlobal, () => { noticeOverride(machine, call); });
  }],
  ["Math.seedrandom", noticeOverride],
  ["eval", evaluate],
  ["Function", makeFunction],
  ["setTimeout", startTimer],
  ["setInterval", startTimer],
]);

function giving(path: string): [string, NativeCall] {
  return [path, giveFirst];
}

/** A promise is taken for what it is resolved with. */
function makePromise(machine: Machine, call: Call): void {
  const { network, heap } = machine;
  const body = { parameters: [call.to], rest: null, arguments: null, returns: none, receiver: none, receivers: none, instance: null, parent: none, forwards: false, isSloppy: false };
  const resolve = heap.newObject("function", null, body);
  network.whenDemanded(call.to, () => { network.enliven(resolve); });
  const given = network.newVariable();
  network.add(given, resolve);
  const executor = argumentAt(machine, call, 0);
  callEach(machine, executor, { ...call, to: network.newVariable(), receiver: none, arguments: [{ variable: given, isSpread: false, written: null }], isNew: false });
}

function setPrototype(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const prototype = argumentAt(machine, call, 1);
  eachTarget(machine, argumentAt(machine, call, 0), prototype, (value) => {
    if (value.kind === "object") machine.network.flow(prototype, value.parents);
  });
}

/** What an object has from its prototype it answers for itself, so that it may stand for its prototype too. */
function givePrototype(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  machine.network.whenDemanded(call.to, () => { machine.network.demand(argumentAt(machine, call, 0)); });
  machine.network.hear(argumentAt(machine, call, 0), (value) => {
    if (value.kind === "object") machine.network.flow(value.parents, call.to);
  });
}

/** Built-in objects have nothing to copy: their properties are not enumerable. */
function assign(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const { network } = machine;
  for (const { variable } of call.arguments.slice(1)) {
    eachTarget(machine, argumentAt(machine, call, 0), variable, (target) => {
      network.whenEnlivened(target, () => { network.demand(variable); });
      network.hear(variable, (source) => {
        if (source.kind !== "object") return;
        if (target.kind === "object") network.add(target.parents, source);
        else writeAll(machine, target, source, call);
      });
    });
  }
}

/** Writes what an object has, and what it was given by spreading others, into what is no object of the sources. */
function writeAll(machine: Machine, target: Value, source: ObjectValue, call: Call): void {
  for (const [key, from] of source.properties) machine.heap.write(target, key, from, call.place);
  machine.network.hear(source.parents, (parent) => {
    if (parent.kind === "object") writeAll(machine, target, parent, call);
  });
}

function elementsOf(machine: Machine, array: number): number {
  const elements = machine.network.newVariable();
  readInto(machine, array, "*", elements);
  return elements;
}

function giveElements(machine: Machine, call: Call, array: number): void {
  const made = machine.madeBy(call, "array");
  machine.network.flow(elementsOf(machine, array), made.star);
  machine.network.add(call.to, made);
}

function giveEntries(machine: Machine, call: Call): void {
  const made = machine.madeBy(call, "array");
  const entry = machine.heap.newObject("array");
  machine.network.flow(elementsOf(machine, argumentAt(machine, call, 0)), machine.heap.propertyOf(entry, "1"));
  machine.network.add(made.star, entry);
  machine.network.add(call.to, made);
}

function describeProperty(machine: Machine, call: Call): void {
  const made = machine.madeBy(call, "object");
  readByKey(machine, { ...call, to: machine.heap.propertyOf(made, "value") });
  machine.network.add(call.to, made);
}

function defineProperty(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const value = machine.network.newVariable();
  const descriptor = argumentAt(machine, call, 2);
  readInto(machine, descriptor, "value", value);
  const getter = machine.network.newVariable();
  readInto(machine, descriptor, "get", getter);
  callEach(machine, getter, { ...call, to: value, receiver: argumentAt(machine, call, 0), arguments: [], place: null, isNew: false });
  writeByKey(machine, call, value);
}

function defineProperties(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const { network, heap } = machine;
  const described = argumentAt(machine, call, 1);
  eachTarget(machine, argumentAt(machine, call, 0), described, (target) => {
    network.whenEnlivened(target, () => { network.demand(described); });
    network.hear(described, (descriptors) => {
      if (descriptors.kind !== "object") return;
      for (const [key, descriptor] of descriptors.properties) {
        const value = network.newVariable();
        readInto(machine, descriptor, "value", value);
        heap.write(target, key, value, call.place);
      }
    });
  });
}

function readByKey(machine: Machine, call: Call): void {
  const from = argumentAt(machine, call, 0);
  const keys = argumentAt(machine, call, 1);
  machine.network.whenDemanded(call.to, () => {
    machine.network.demand(from);
    machine.network.demand(keys);
  });
  machine.network.hear(from, (object) => {
    const reading = { to: call.to, place: call.place, use: "value", inner: null } as const;
    machine.network.whenEnlivened(object, () => { machine.network.demand(keys); });
    machine.eachKey(keys, (key) => {
      if (key === null) readAnyKey(machine, object, reading);
      else machine.heap.read(object, key, reading);
    });
  });
}

function writeByKey(machine: Machine, call: Call, from: number): void {
  eachTarget(machine, argumentAt(machine, call, 0), from, (object) => {
    const key = argumentAt(machine, call, 1);
    machine.network.whenLive(from, () => { machine.network.demand(key); });
    machine.network.whenEnlivened(object, () => { machine.network.demand(key); });
    machine.network.hear(key, (name) => {
      if (name.kind === "text") machine.heap.write(object, name.text, from, call.place);
    });
  });
}

function invokeFirst(machine: Machine, made: Call, call: Call): void {
  machine.network.watch(argumentAt(machine, call, 0), (value) => { machine.invoke(value, made); });
}

function noticeOverride(machine: Machine, { place }: Call): void {
  if (place !== null) machine.detections.notice("override:Math.random", place);
}

/** A text is code; a function is called on the global object, with what else is given. */
function startTimer(machine: Machine, call: Call): void {
  const { network, heap } = machine;
  eachText(machine, argumentAt(machine, call, 0), (text) => { machine.runCode(text, call); });
  const receiver = network.newVariable();
  network.add(receiver, heap.pathValue(""));
  callEach(machine, argumentAt(machine, call, 0), { ...call, to: network.newVariable(), receiver, arguments: call.arguments.slice(2) });
}

/** The elements of a map's entries stand in arrays of two. */
function makeCollection(machine: Machine, call: Call): void {
  fillWithPairs(machine, call, machine.madeBy(call, "collection"));
}

function fillWithPairs(machine: Machine, call: Call, made: ObjectValue): void {
  const elements = elementsOf(machine, argumentAt(machine, call, 0));
  machine.network.flow(elements, made.star);
  readInto(machine, elements, "1", made.star);
  machine.network.add(call.to, made);
}

function makeArray(machine: Machine, call: Call): void {
  const made = machine.madeBy(call, "array");
  machine.network.flow(argumentAt(machine, call, 0), made.star);
  for (const { variable, isSpread } of call.arguments.slice(1)) if (!isSpread) machine.network.flow(variable, made.star);
  machine.network.add(call.to, made);
}

function evaluate(machine: Machine, call: Call): void {
  const code = argumentAt(machine, call, 0);
  if (call.arguments.length === 0) return;
  machine.expectCode(code, call);
  eachText(machine, code, (text) => { machine.runCode(text, call); });
}

/** `new Function('a', 'return a')`: the parameters come first. */
function makeFunction(machine: Machine, call: Call): void {
  const { network, heap } = machine;
  const textOf = (text: string): number => {
    const variable = network.newVariable();
    network.add(variable, heap.textValue(text));
    return variable;
  };
  const joined = (left: number, right: number): number => {
    const to = network.newVariable();
    machine.join(to, left, right);
    return to;
  };
  for (const { variable } of call.arguments) machine.expectCode(variable, call);
  let code = textOf("(function (");
  call.arguments.slice(0, -1).forEach((_, index) => {
    code = joined(joined(code, argumentAt(machine, call, index)), textOf(","));
  });
  code = joined(joined(code, textOf(") {\n")), call.arguments.length === 0 ? textOf("") : argumentAt(machine, call, call.arguments.length - 1));
  eachText(machine, joined(code, textOf("\n})")), (text) => { machine.runCode(text, call); });
}
