import { none, sentKey } from "../facts/flow-facts.ts";
import { functionMethods } from "./flow-heap.ts";
import type { Value } from "./flow-values.ts";
import type { Folded } from "./fold-text.ts";
import { foldMethod } from "./fold-text.ts";
import type { Call, Machine } from "./machine.ts";
import { argumentAt, argumentsFrom, callEach, eachText, readInto, whenUnknown } from "./machine.ts";

type Element = (machine: Machine, object: Extract<Value, { kind: "object" }>, call: Call) => void;

/** Calls a method of the language: of functions, texts, arrays and collections. */
export function callMethod(machine: Machine, name: string, of: Value, call: Call): void {
  if (of.kind === "path" && (of.path === functionPrototype || !functionMethods.has(name))) {
    // A method that was read from a prototype works on its receiver.
    callOnReceiver(machine, name, call);
  } else if (functionMethods.has(name)) {
    callFunctionMethod(machine, name, of, call);
  } else if (of.kind === "text") {
    callTextMethod(machine, name, of.text, call);
  } else if (of.kind === "object") {
    elementMethods[name]?.(machine, of, call);
  }
}

const functionPrototype = "Function#";

function callOnReceiver(machine: Machine, name: string, call: Call): void {
  machine.network.watch(call.receiver, (value) => {
    if (value.kind !== "path" || !value.path.endsWith("#")) callMethod(machine, name, value, call);
  });
}

function callFunctionMethod(machine: Machine, name: string, of: Value, call: Call): void {
  if (name === "call") {
    invokeOn(machine, of, { ...call, receiver: argumentAt(machine, call, 0), arguments: withoutFirst(call.arguments) });
  } else if (name === "apply") {
    const receiver = argumentAt(machine, call, 0);
    const array = argumentAt(machine, call, 1);
    if (call.arguments.length < 2) invokeOn(machine, of, { ...call, receiver, arguments: [] });
    const invokeWith = (values: Call["arguments"]): void => {
      invokeOn(machine, of, { ...call, receiver, arguments: values });
    };
    argumentsFrom(machine, array, invokeWith);
    // A function of the sources has nothing to do with unknown arguments.
    if (of.kind !== "object") whenUnknown(machine, array, invokeWith);
  } else {
    const given = withoutFirst(call.arguments);
    const receiver = argumentAt(machine, call, 0);
    // Native functions do not depend on their receiver.
    const isNative = of.kind !== "object" && !(of.kind === "method" && of.of.kind === "path");
    const isSame = given.length === 0 && (isNative || receiver === none);
    const bound: Value = isSame ? of : { kind: "bound", of, receiver, given };
    machine.network.add(call.to, bound);
    machine.network.whenEnlivened(of, () => {
      machine.network.enliven(bound);
    });
  }
}

/** All arguments but the first one. A spread argument may stand for all of them. */
function withoutFirst(values: Call["arguments"]): Call["arguments"] {
  return values[0]?.isSpread === true ? values : values.slice(1);
}

/** Calls a function on a receiver. A borrowed array method works on the receiver. */
function invokeOn(machine: Machine, of: Value, call: Call): void {
  if (of.kind === "method" && of.of.kind !== "text" && of.name in elementMethods)
    callOnReceiver(machine, of.name, call);
  else machine.invoke(of, call);
}

function callTextMethod(machine: Machine, name: string, text: string, call: Call): void {
  machine.network.whenDemanded(call.to, () => {
    eachTexts(machine, call, (given) => {
      giveFolded(machine, call, [text, ...given], () => foldMethod(name, text, given));
    });
  });
}

/** Calls the listener with the texts of all arguments, in every combination; with some of them if there are too many. */
export function eachTexts(machine: Machine, call: Call, listener: (texts: readonly string[]) => void): void {
  let count = 0;
  const addTo = (known: readonly string[]): void => {
    const next = call.arguments[known.length];
    if (count > mostWays) machine.network.loseTexts(call.to);
    else if (next === undefined) listener(known);
    else if (!next.isSpread && known.length < mostFolded) {
      eachText(machine, next.variable, (text) => {
        count += 1;
        addTo([...known, text]);
      });
    }
  };
  addTo([]);
}

/** The most combinations of texts that are tried. Fewer of the results are kept. */
const mostWays = 4096;

/** Makes the folded texts the result of a call. */
export function giveFolded(machine: Machine, call: Call, texts: readonly string[], fold: () => Folded | null): void {
  const { network, heap } = machine;
  // Long texts take longer: so many characters are worth a step.
  if (!network.spend(texts.reduce((sum, text) => sum + text.length, 0) / 64)) {
    network.loseTexts(call.to);
    return;
  }
  const folded = fold();
  if (folded === null) return;
  if (typeof folded === "string") {
    network.add(call.to, heap.textValue(folded));
    return;
  }
  if (folded.length > mostFolded) return;
  const list = heap.newObject("array", folded.length);
  folded.forEach((text, index) => {
    network.add(heap.propertyOf(list, String(index)), heap.textValue(text));
  });
  network.add(call.to, list);
}

/** The most texts that are put together: no banned name is longer. */
const mostFolded = 64;

const putFirst: Element = put(0);
const putAll: Element = putFrom(0);
const take: Element = (machine, object, call) => {
  machine.network.flow(object.every, call.to);
};
const giveItself: Element = (machine, object, call) => {
  machine.network.add(call.to, object);
};
/** Moves elements within their array. */
const mix: Element = (machine, object) => {
  machine.network.flow(object.every, object.star);
};
const giveSome: Element = (machine, object, call) => {
  const made = machine.madeBy(call, "array");
  machine.network.flow(object.every, made.star);
  machine.network.add(call.to, made);
};

/** Order is not followed: an element that is put into an array may be anywhere in it. */
const elementMethods: Readonly<Record<string, Element>> = {
  push: putAll,
  unshift: both(mix, putAll),
  add: putFirst,
  fill: putFirst,
  set: put(1),
  with: put(1),
  splice: both(putFrom(2), both(mix, giveSome)),
  toSpliced: both(putFrom(2), giveSome),
  copyWithin: both(mix, giveItself),
  entries: giveEntries,
  findIndex: visit,
  findLastIndex: visit,
  get: take,
  pop: take,
  shift: both(mix, take),
  deref: take,
  at: take,
  find: both(visit, take),
  findLast: both(visit, take),
  slice: (machine, object, call) => {
    (call.arguments.length === 0 ? giveItself : giveSome)(machine, object, call);
  },
  filter: both(visit, giveSome),
  reverse: both(mix, reverse),
  sort: both(compare, both(mix, giveItself)),
  toSorted: both(compare, giveSome),
  toReversed: reverse,
  values: giveItself,
  toArray: giveItself,
  take: giveSome,
  drop: giveSome,
  "Symbol.iterator": giveItself,
  flat: (machine, object, call) => {
    const made = machine.madeBy(call, "array");
    machine.network.flow(object.every, made.star);
    readInto(machine, object.every, "*", made.star);
    machine.network.add(call.to, made);
  },
  concat: (machine, object, call) => {
    const made = machine.madeBy(call, "array");
    machine.network.flow(object.every, made.star);
    for (const { variable } of call.arguments) {
      machine.network.flow(variable, made.star);
      readInto(machine, variable, "*", made.star);
    }
    machine.network.add(call.to, made);
  },
  map: (machine, object, call) => {
    const made = machine.madeBy(call, "array");
    callBack(machine, object, call, made.star);
    machine.network.add(call.to, made);
  },
  flatMap: (machine, object, call) => {
    const made = machine.madeBy(call, "array");
    callBack(machine, object, call, made.star);
    readInto(machine, made.star, "*", made.star);
    machine.network.add(call.to, made);
  },
  forEach: visit,
  some: visit,
  every: visit,
  reduce,
  reduceRight: reduce,
  // A generator's next() returns an object with a value. Its argument is the value of `yield`.
  next: (machine, object, call) => {
    machine.network.flow(argumentAt(machine, call, 0), machine.heap.propertyOf(object, sentKey));
    const made = machine.madeBy(call, "object");
    machine.network.flow(object.every, machine.heap.propertyOf(made, "value"));
    machine.network.add(call.to, made);
  },
  join: (machine, object, call) => {
    const { network, heap } = machine;
    if (object.length === null || object.length === 0 || object.length > mostFolded) return;
    const separator = network.newVariable();
    if (call.arguments.length === 0) network.add(separator, heap.textValue(","));
    else network.flow(argumentAt(machine, call, 0), separator);
    let joined = heap.propertyOf(object, "0");
    for (let index = 1; index < object.length; index += 1) {
      const [left, next] = [network.newVariable(), network.newVariable()];
      machine.join(left, joined, separator);
      machine.join(next, left, heap.propertyOf(object, String(index)));
      joined = next;
    }
    network.flow(joined, call.to);
  },
};

/** An iterator of pairs. */
function giveEntries(machine: Machine, object: Extract<Value, { kind: "object" }>, call: Call): void {
  const made = machine.madeBy(call, "array");
  const entry = machine.madeBy(call, "array", 2);
  machine.network.flow(object.every, machine.heap.propertyOf(entry, "1"));
  machine.network.add(made.star, entry);
  machine.network.add(call.to, made);
}

/** Reverses an array. If its length is known, the order is followed. */
function reverse(machine: Machine, object: Extract<Value, { kind: "object" }>, call: Call): void {
  const { network, heap } = machine;
  const { length } = object;
  if (length === null || length > mostFolded) {
    network.add(call.to, object);
    return;
  }
  const made = machine.madeBy(call, "array", length);
  for (let index = 0; index < length; index += 1)
    network.flow(heap.propertyOf(object, String(length - 1 - index)), heap.propertyOf(made, String(index)));
  network.add(call.to, made);
}

function put(index: number): Element {
  return (machine, object, call) => {
    machine.network.flow(argumentAt(machine, call, index), object.star);
    machine.network.add(call.to, object);
  };
}

/** Adds all arguments from an index on, and returns the object. (In fact it returns a number, which does not matter.) */
function putFrom(index: number): Element {
  return (machine, object, call) => {
    call.arguments.slice(index).forEach((_, after) => {
      machine.network.flow(argumentAt(machine, call, index + after), object.star);
    });
    machine.network.add(call.to, object);
  };
}

function visit(machine: Machine, object: Extract<Value, { kind: "object" }>, call: Call): void {
  callBack(machine, object, call, machine.network.newVariable());
}

function compare(machine: Machine, object: Extract<Value, { kind: "object" }>, call: Call): void {
  const given = [object.every, object.every].map((variable) => ({ variable, isSpread: false, written: null }));
  callEach(machine, argumentAt(machine, call, 0), {
    ...call,
    to: machine.network.newVariable(),
    receiver: none,
    arguments: given,
    isNew: false,
    scope: null,
  });
}

function reduce(machine: Machine, object: Extract<Value, { kind: "object" }>, call: Call): void {
  const callback = argumentAt(machine, call, 0);
  machine.network.flow(argumentAt(machine, call, 1), call.to);
  if (call.arguments.length < 2) machine.network.flow(object.every, call.to);
  const given = [call.to, object.every].map((variable) => ({ variable, isSpread: false, written: null }));
  callEach(machine, callback, { ...call, receiver: none, arguments: given, isNew: false, scope: null });
}

/** Calls the first argument with the elements and the array, on the second one. */
function callBack(machine: Machine, object: Extract<Value, { kind: "object" }>, call: Call, to: number): void {
  const whole = machine.network.newVariable();
  machine.network.add(whole, object);
  const given = [object.every, none, whole].map((variable) => ({ variable, isSpread: false, written: null }));
  callEach(machine, argumentAt(machine, call, 0), {
    ...call,
    to,
    receiver: argumentAt(machine, call, 1),
    arguments: given,
    isNew: false,
    scope: null,
  });
}

function both(first: Element, second: Element): Element {
  return (machine, object, call) => {
    first(machine, object, call);
    second(machine, object, call);
  };
}
