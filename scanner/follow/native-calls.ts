import { emptyFunction, none } from "../facts/flow-facts.ts";
import { foldCall, textFunctionPaths } from "./fold-text.ts";
import { type FunctionBody, type ObjectValue, unknownValue, type Value } from "./flow-values.ts";
import { type Call, callEach, type Member, readMember, writeMember } from "./machine.ts";
import { byNames, type NativeCall } from "./native-call.ts";
import { foldTexts } from "./native-methods.ts";
import { entryLists } from "../rules/global-rules.ts";

type Model = (native: NativeCall, path: string) => void;

const giveFirst: Model = (native) => native.give(native.argument(0));

/** Models of native functions, by path: how they pass on their arguments. */
export const nativeCalls = byNames<Model>([
  ["Object Object.freeze Object.seal Object.preventExtensions structuredClone String Symbol.for", giveFirst],
  ["Object.assign", giveFirst, assign],
  ["Object.create", createObject],
  // The names of an object's keys are not followed.
  ["Object.keys Object.getOwnPropertyNames Reflect.ownKeys", (native) => giveListWith(native, unknownValue)],
  ["Object.values", giveValues],
  ["Object.entries", giveEntries],
  ["Object.fromEntries", (native) => fillWithPairs(native, native.giveMade("object"))],
  ["Object.setPrototypeOf", giveFirst, setPrototype],
  ["Object.getPrototypeOf Reflect.getPrototypeOf", giveFirst, givePrototype],
  ["Object.getOwnPropertyDescriptor Reflect.getOwnPropertyDescriptor", describeProperty],
  ["Object.getOwnPropertyDescriptors", giveFirst, describeAll],
  ["Object.defineProperty Reflect.defineProperty", giveFirst, defineProperty],
  ["Object.defineProperties", giveFirst, defineProperties],
  ["Object.groupBy", (native) => groupElements(native, "object")],
  ["Map.groupBy", (native) => groupElements(native, "collection")],
  // A map is filled from pairs.
  ["Map Set WeakMap", (native) => fillWithPairs(native, native.giveMade("collection"))],
  ["Array Array.of WeakRef", makeArray],
  ["Array.from", makeArrayFrom],
  ["Reflect.get", (native) => readByKey(native, native.call.to)],
  ["Reflect.set", (native) => writeMember(native.machine, memberIn(native), native.argument(2), native.call.place)],
  ["Reflect.apply", (native) => invokeFirst(native, 2, { receiver: native.argument(1) })],
  ["Reflect.construct", (native) => invokeFirst(native, 1, { isNew: true })],
  ["Proxy", giveFirst, makeProxy],
  ["Promise", makePromise],
  ["Promise.resolve Promise.all", giveFirst],
  ["Promise.race Promise.any", (native) => native.give(native.elements(0))],
  ["Promise.allSettled", settleAll],
  // A symbol is a unique key and never banned.
  ["Symbol", (native) => native.giveValue(native.heap.textValue("Symbol.()"))],
  ["require process.getBuiltinModule", requireModule],
  ["module.createRequire", (native) => native.giveValue(native.heap.pathValue("require"))],
  ["npm:seedrandom", seedGlobally],
  ["Math.seedrandom", noticeOverride],
  ["eval", evaluate],
  ["Function", makeFunction],
  ["setTimeout setInterval", startTimer],
  [textFunctionPaths.join(" "), (native, path) => foldTexts(native, [], (given) => foldCall(path, given))],
  [entryLists.join(" "), (native, path) => giveListWith(native, native.heap.pathValue(`${path}#`))],
]);

/** Calls the native function at a path, if it has a model. */
export function callNative(path: string, native: NativeCall): void {
  for (const model of nativeCalls.get(path) ?? []) model(native, path);
}

const emptyBody: FunctionBody = { ...emptyFunction, rest: null, arguments: null, instance: null, file: null };

function giveListWith(native: NativeCall, value: Value): void {
  native.network.add(native.giveMade("array").star, value);
}

/** Built-in objects have nothing to copy: their properties are not enumerable. */
function assign(native: NativeCall): void {
  const { network, call } = native;
  for (const { variable } of call.arguments.slice(1)) {
    native.eachTarget(variable, (target) => {
      if (target.kind === "object") network.whenDemanded(target.parents, variable);
      network.whenEnlivened(target, variable);
      network.hearObjects(variable, (source) => {
        if (target.kind === "object") network.add(target.parents, source);
        // Properties of a prototype are methods of the instances.
        if (target.kind !== "object" || target.makerReceiver !== none) writeAll(native, target, source);
      });
    });
  }
}

/** Copies the properties of an object, including those spread into it, to a target that cannot simply inherit them. */
function writeAll(native: NativeCall, target: Value, source: ObjectValue, copied = new Set<ObjectValue>()): void {
  const { network, heap, call } = native;
  // An instance that stands for a prototype may be its own parent.
  if (copied.has(source)) return;
  copied.add(source);
  for (const [key, from] of source.properties) {
    // A prototype gets all methods, because they are called on its instances.
    if (target.kind === "object") network.demand(from);
    heap.write(target, key, from, call.place);
  }
  network.hearObjects(source.parents, (parent) => writeAll(native, target, parent, copied));
}

function createObject(native: NativeCall): void {
  const { network } = native;
  const made = native.giveMade("object");
  const [prototypes, described] = [native.argument(0), native.argument(1)];
  network.whenDemanded(native.call.to, prototypes);
  network.hear(prototypes, (prototype) => {
    // The instance of a class stands for its prototype, and for objects created from it. With one new object for all
    // classes, as in a function that creates classes, each class would reach all others.
    if (prototype.kind === "object" && prototype.makerReceiver !== none) native.giveValue(prototype);
    else network.add(made.parents, prototype);
  });
  for (const variable of [prototypes, described]) {
    network.whenDemanded(made.parents, variable);
    network.whenEnlivened(made, variable);
  }
  network.whenLive(described, made);
  defineAll(native, made);
}

function giveValues(native: NativeCall): void {
  const { star } = native.giveMade("array", native.elements(0));
  native.network.flow(listDescriptors(native), star);
}

function giveEntries(native: NativeCall): void {
  const entry = native.machine.madeBy(native.call, "array", 2);
  native.giveListOf(entry, "1", native.elements(0));
  native.network.flow(listDescriptors(native), native.heap.propertyOf(entry, "1"));
}

/** Lists descriptors, including those of banned members. Returns a variable that holds such a descriptor. */
function listDescriptors(native: NativeCall): number {
  const { machine, network, heap, call } = native;
  const { table } = machine;
  const listed = network.newVariable();
  const descriptor = machine.madeBy(call, "object");
  const reading = { to: heap.propertyOf(descriptor, "value"), place: call.place, use: "value", inner: null } as const;
  network.hearObjects(native.argument(0), ({ shape, natives }) => {
    if (shape !== "descriptors") return;
    network.hear(natives, (value) => {
      if (value.kind !== "path" || !table.prefixes.has(value.path)) return;
      for (const key of table.membersOf(value.path)) heap.read(value, key, reading);
      network.add(listed, descriptor);
    });
  });
  return listed;
}

function fillWithPairs(native: NativeCall, { star }: ObjectValue): void {
  const elements = native.elements(0);
  native.network.flow(elements, star);
  native.heap.readInto(elements, "1", star);
}

function setPrototype(native: NativeCall): void {
  const prototype = native.argument(1);
  native.eachTarget(prototype, (value) => {
    if (value.kind === "object") native.network.flow(prototype, value.parents);
  });
}

/** An object stands for its prototype, because it looks up inherited properties itself. */
function givePrototype(native: NativeCall): void {
  const object = native.argument(0);
  native.network.whenDemanded(native.call.to, object);
  native.network.hearObjects(object, ({ parents }) => native.give(parents));
}

/** The property of the first argument by the key in the second. */
function memberIn(native: NativeCall): Member {
  return { object: native.argument(0), key: native.argument(1) };
}

function readByKey(native: NativeCall, to: number): void {
  const { place } = native.call;
  readMember(native.machine, memberIn(native), { to, place, use: "value", inner: null });
}

function describeProperty(native: NativeCall): void {
  readByKey(native, native.heap.propertyOf(native.giveMade("object"), "value"));
}

/** The descriptors of an object have the same keys as the object. Unlike the members of Math, they can be listed. */
function describeAll(native: NativeCall): void {
  native.network.flow(native.argument(0), native.giveMade("descriptors").parents);
}

function defineProperty(native: NativeCall): void {
  writeMember(native.machine, memberIn(native), describedValue(native, native.argument(2)), native.call.place);
}

/** The value of a descriptor's property: its value, or the result of its getter. */
function describedValue(native: NativeCall, descriptor: number): number {
  const value = native.property(descriptor, "value");
  const receiver = native.argument(0);
  native.callBack(native.property(descriptor, "get"), [], { to: value, receiver, place: null });
  return value;
}

function defineProperties(native: NativeCall): void {
  const described = native.argument(1);
  native.eachTarget(described, (target) => {
    native.network.whenEnlivened(target, described);
    defineAll(native, target);
  });
}

/** Defines the properties in the second argument on an object. */
function defineAll(native: NativeCall, target: Value): void {
  const { network, heap, call } = native;
  network.hear(native.argument(1), (descriptors) => {
    if (descriptors.kind === "path" && target.kind === "object") network.add(target.parents, descriptors);
    if (descriptors.kind !== "object") return;
    for (const [key, descriptor] of descriptors.properties)
      heap.write(target, key, describedValue(native, descriptor), call.place);
  });
}

/** Every group may hold every element. */
function groupElements(native: NativeCall, shape: ObjectValue["shape"]): void {
  const { network, machine, call } = native;
  const group = machine.madeBy(call, "array");
  const elements = native.elements(0);
  native.callBack(native.argument(1), [elements]);
  network.flow(elements, group.star);
  network.add(native.giveMade(shape).star, group);
}

function makeArray(native: NativeCall): void {
  const { star } = native.giveMade("array", native.argument(0));
  for (const { variable, isSpread } of native.call.arguments.slice(1))
    if (!isSpread) native.network.flow(variable, star);
}

function makeArrayFrom(native: NativeCall): void {
  const elements = native.elements(0);
  const { star } = native.giveMade("array", elements);
  native.callBack(native.argument(1), [elements], { to: star, receiver: native.argument(2) });
}

/** Calls the first argument with the elements of another one. */
function invokeFirst(native: NativeCall, array: number, made: Partial<Call>): void {
  native.eachArguments(native.argument(array), made.isNew === true, (values) => {
    const call = { ...native.call, ...made, arguments: values };
    native.network.watch(native.argument(0), (value) => native.machine.invoke(value, call));
  });
}

/** A proxy behaves like its target and like its traps. */
function makeProxy(native: NativeCall): void {
  const { network, heap } = native;
  const [target, receiver] = [native.argument(0), native.argument(1)];
  const returns = network.newVariable();
  const made = heap.newObject("function", { body: { ...emptyBody, returns } });
  native.giveValue(made);
  const letTrap = (name: string, to: number): void =>
    native.callBack(native.property(receiver, name), [target, none, none], { to, receiver, place: null });
  letTrap("get", made.star);
  letTrap("apply", returns);
  letTrap("construct", returns);
  network.whenLive(returns, made);
}

/** A promise stands for its value. */
function makePromise(native: NativeCall): void {
  const { network, heap, call } = native;
  const resolve = heap.newObject("function", { body: { ...emptyBody, parameters: [call.to] } });
  network.whenDemanded(call.to, resolve);
  native.callBack(native.argument(0), [network.newVariable(resolve)]);
}

function settleAll(native: NativeCall): void {
  native.giveListOf(native.machine.madeBy(native.call, "object"), "value", native.elements(0));
}

function requireModule(native: NativeCall): void {
  const { links } = native.machine;
  const { place, to } = native.call;
  if (place !== null) native.eachText(native.argument(0), (text) => links.importModule(text, place, to, "require"));
}

function seedGlobally(native: NativeCall): void {
  native.network.watch(native.property(native.argument(1), "global"), () => noticeOverride(native));
}

function noticeOverride({ machine, call: { place } }: NativeCall): void {
  if (place !== null) machine.detections.notice("override:Math.random", place);
}

function evaluate(native: NativeCall): void {
  if (native.call.arguments.length === 0) return;
  const code = native.argument(0);
  native.machine.expectCode(code, native.call);
  native.runTexts(code);
}

/** `new Function('a', 'return a')`: the parameters come first. */
function makeFunction(native: NativeCall): void {
  const { machine, network, heap, call } = native;
  const textOf = (text: string): number => network.newVariable(heap.textValue(text));
  const join = (left: number, right: number): number => {
    const to = network.newVariable();
    machine.join(to, left, right);
    return to;
  };
  for (const { variable } of call.arguments) machine.expectCode(variable, call);
  const given = call.arguments.map((_, index) => native.argument(index));
  const body = given.pop() ?? textOf("");
  const parameters = given.reduce((code, one) => join(join(code, one), textOf(",")), textOf("(function ("));
  native.runTexts(join(join(join(parameters, textOf(") {\n")), body), textOf("\n})")));
}

/** A string runs as code. A function is called on the global object, with the arguments after the delay. */
function startTimer(native: NativeCall): void {
  const { machine, network, heap, call } = native;
  native.runTexts(native.argument(0));
  const receiver = network.newVariable(heap.pathValue(""));
  const made = { ...call, to: network.newVariable(), receiver, arguments: call.arguments.slice(2) };
  callEach(machine, native.argument(0), made);
}
