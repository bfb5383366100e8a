import { everyKey, none, sentKey } from "../facts/flow-facts.ts";
import { functionMethods } from "./flow-heap.ts";
import type { ObjectValue, Value } from "./flow-values.ts";
import { type Folded, foldMethod } from "./fold-text.ts";
import type { Call, Machine } from "./machine.ts";
import { byNames, NativeCall } from "./native-call.ts";

/** Calls a native method of functions, strings, arrays or collections. */
export function callMethod(machine: Machine, name: string, of: Value, call: Call): void {
  if (of.kind === "path" && (of.path === functionPrototype || !functionMethods.has(name))) {
    // A method read from a prototype works on its receiver.
    callOnReceiver(machine, name, call);
    return;
  }
  const native = new NativeCall(machine, call);
  if (functionMethods.has(name)) callFunctionMethod(native, name, of);
  else if (of.kind === "text") foldTexts(native, [of.text], (given) => foldMethod(name, of.text, given));
  else if (of.kind === "object") for (const model of elementMethods.get(name) ?? []) model(native, of);
}

const functionPrototype = "Function#";

function callOnReceiver(machine: Machine, name: string, call: Call): void {
  machine.network.watch(call.receiver, (value) => {
    if (value.kind !== "path" || !value.path.endsWith("#")) callMethod(machine, name, value, call);
  });
}

function callFunctionMethod(native: NativeCall, name: string, of: Value): void {
  const { machine, call } = native;
  const receiver = native.argument(0);
  // A spread argument may stand for all of them.
  const given = call.arguments[0]?.isSpread === true ? call.arguments : call.arguments.slice(1);
  const invokeWith = (values: Call["arguments"]): void =>
    invokeOn(machine, of, { ...call, receiver, arguments: values });
  if (name === "bind") bind(native, of, receiver, given);
  else if (name === "call") invokeWith(given);
  else {
    if (call.arguments.length < 2) invokeWith([]);
    // For a function of the sources, unknown arguments do not matter.
    native.eachArguments(native.argument(1), of.kind !== "object", invokeWith);
  }
}

function bind({ network, call }: NativeCall, of: Value, receiver: number, given: Call["arguments"]): void {
  // Native functions do not depend on their receiver.
  const isNative = of.kind !== "object" && !(of.kind === "method" && of.of.kind === "path");
  const isSame = given.length === 0 && (isNative || receiver === none);
  const bound: Value = isSame ? of : { kind: "bound", of, receiver, given };
  network.add(call.to, bound);
  network.whenEnlivened(of, bound);
}

/** Calls a function on a receiver. A borrowed array method works on the receiver. */
function invokeOn(machine: Machine, of: Value, call: Call): void {
  if (of.kind === "method" && of.of.kind !== "text" && elementMethods.has(of.name))
    callOnReceiver(machine, of.name, call);
  else machine.invoke(of, call);
}

/** The most combinations of texts to try. Fewer results are kept. */
const mostWays = 4096;

/** The most texts to concatenate: no banned name has more pieces. */
const mostFolded = 64;

/** Folds the texts of all arguments in every combination, or in some if there are too many. */
export function foldTexts(
  native: NativeCall,
  before: readonly string[],
  fold: (given: readonly string[]) => Folded | null,
): void {
  const { network, call } = native;
  let count = 0;
  const addTo = (known: readonly string[]): void => {
    const next = call.arguments[known.length];
    if (count > mostWays) network.loseTexts(call.to);
    else if (next === undefined) giveFolded(native, [...before, ...known], () => fold(known));
    else if (!next.isSpread && known.length < mostFolded) {
      native.eachText(next.variable, (text) => {
        count += 1;
        addTo([...known, text]);
      });
    }
  };
  network.whenDemanded(call.to, () => addTo([]));
}

function giveFolded(native: NativeCall, texts: readonly string[], fold: () => Folded | null): void {
  const { network, heap, call } = native;
  // Long texts take longer: 64 characters count as a step.
  if (!network.spend(texts.reduce((sum, text) => sum + text.length, 0) / 64)) {
    network.loseTexts(call.to);
    return;
  }
  const folded = fold();
  if (typeof folded === "string") native.giveValue(heap.textValue(folded));
  if (folded === null || typeof folded === "string" || folded.length > mostFolded) return;
  const list = heap.newObject("array", { length: folded.length });
  folded.forEach((text, index) => network.add(heap.propertyOf(list, String(index)), heap.textValue(text)));
  native.giveValue(list);
}

/** The effect of an array or collection method on the elements. */
type Element = (native: NativeCall, object: ObjectValue) => void;

const take: Element = (native, { every }) => native.give(every);
const giveItself: Element = (native, object) => native.giveValue(object);
const giveSome: Element = (native, { every }) => void native.giveMade("array", every);
/** Moves elements within their array. */
const mix: Element = ({ network }, { every, star }) => network.flow(every, star);
const visit: Element = (native, object) => visitInto(native, object, native.network.newVariable());

/**
 * Models of the methods of arrays and collections that pass on elements, by name. Order is not followed: an element that
 * is put into an array may be anywhere in it.
 */
export const elementMethods = byNames<Element>([
  ["push", putFrom(0)],
  ["add fill", put(0)],
  ["set with", put(1)],
  ["unshift", mix, putFrom(0)],
  ["splice", putFrom(2), mix, giveSome],
  ["toSpliced", putFrom(2), giveSome],
  ["copyWithin", mix, giveItself],
  ["forEach some every findIndex findLastIndex", visit],
  ["get pop deref at", take],
  ["shift", mix, take],
  ["find findLast", visit, take],
  ["filter", visit, giveSome],
  ["take drop", giveSome],
  ["slice", (native, object) => (native.call.arguments.length === 0 ? giveItself : giveSome)(native, object)],
  ["sort", compare, mix, giveItself],
  ["toSorted", compare, giveSome],
  ["reverse", mix, reverse],
  ["toReversed", reverse],
  ["values toArray Symbol.iterator", giveItself],
  ["entries", (native, { every }) => native.giveListOf(native.machine.madeBy(native.call, "array", 2), "1", every)],
  ["map", (native, object) => visitInto(native, object, native.giveMade("array").star)],
  ["flatMap", flatMap],
  ["flat", (native, { every }) => native.heap.readInto(every, everyKey, native.giveMade("array", every).star)],
  ["concat", concat],
  ["reduce reduceRight", reduce],
  ["next", next],
  ["join", join],
]);

function put(index: number): Element {
  return (native, object) => {
    native.network.flow(native.argument(index), object.star);
    native.giveValue(object);
  };
}

/**
 * Adds all arguments from an index on, and returns the object. (Some of these methods return a number, which does not
 * matter.)
 */
function putFrom(first: number): Element {
  return (native, object) => {
    const given = native.call.arguments.slice(first);
    given.forEach((_, index) => native.network.flow(native.argument(first + index), object.star));
    native.giveValue(object);
  };
}

/** Calls the first argument with the elements and the array, and with the second argument as `this`. */
function visitInto(native: NativeCall, object: ObjectValue, to: number): void {
  const given = [object.every, none, native.network.newVariable(object)];
  native.callBack(native.argument(0), given, { to, receiver: native.argument(1) });
}

function compare(native: NativeCall, { every }: ObjectValue): void {
  native.callBack(native.argument(0), [every, every]);
}

function flatMap(native: NativeCall, object: ObjectValue): void {
  const { star } = native.giveMade("array");
  visitInto(native, object, star);
  native.heap.readInto(star, everyKey, star);
}

function concat(native: NativeCall, { every }: ObjectValue): void {
  const { star } = native.giveMade("array", every);
  for (const { variable } of native.call.arguments) {
    native.network.flow(variable, star);
    native.heap.readInto(variable, everyKey, star);
  }
}

function reduce(native: NativeCall, { every }: ObjectValue): void {
  const { to, arguments: given } = native.call;
  native.give(native.argument(1));
  if (given.length < 2) native.give(every);
  native.callBack(native.argument(0), [to, every], { to });
}

/** Reverses an array, following the order if its length is known. */
function reverse(native: NativeCall, object: ObjectValue): void {
  const { network, heap } = native;
  const { length } = object;
  if (length === null || length > mostFolded) {
    native.giveValue(object);
    return;
  }
  const made = native.giveMade("array", none, length);
  for (let index = 0; index < length; index += 1)
    network.flow(heap.propertyOf(object, String(length - 1 - index)), heap.propertyOf(made, String(index)));
}

/** A generator's next() returns an object with a value. Its argument is the value of `yield`. */
function next(native: NativeCall, object: ObjectValue): void {
  const { network, heap } = native;
  network.flow(native.argument(0), heap.propertyOf(object, sentKey));
  network.flow(object.every, heap.propertyOf(native.giveMade("object"), "value"));
}

function join(native: NativeCall, object: ObjectValue): void {
  const { machine, network, heap, call } = native;
  if (object.length === null || object.length === 0 || object.length > mostFolded) return;
  const separator = call.arguments.length === 0 ? network.newVariable(heap.textValue(",")) : native.argument(0);
  let joined = heap.propertyOf(object, "0");
  for (let index = 1; index < object.length; index += 1) {
    const [left, next] = [network.newVariable(), network.newVariable()];
    machine.join(left, joined, separator);
    machine.join(next, left, heap.propertyOf(object, String(index)));
    joined = next;
  }
  native.give(joined);
}
