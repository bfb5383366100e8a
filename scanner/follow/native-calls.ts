import { everyKey, none } from "../facts/flow-facts.ts";
import { foldCall, textFunctionPaths } from "./fold-text.ts";
import type { FunctionBody, ObjectValue, Value } from "./flow-values.ts";
import { unknownValue } from "./flow-values.ts";
import type { Call, Machine } from "./machine.ts";
import {
  argumentAt,
  argumentsFrom,
  callEach,
  eachTarget,
  eachText,
  readAnyKey,
  readInto,
  whenUnknown,
} from "./machine.ts";
import { entryLists } from "../rules/global-rules.ts";
import { eachTexts, giveFolded } from "./native-methods.ts";

type NativeCall = (machine: Machine, call: Call) => void;

const giveFirst: NativeCall = (machine, call) => {
  machine.network.flow(argumentAt(machine, call, 0), call.to);
};

/** Models of native functions, by path: how they pass on the values that they are given. */
export const nativeCalls: ReadonlyMap<string, NativeCall> = new Map<string, NativeCall>([
  ...["Object", "Object.freeze", "Object.seal", "Object.preventExtensions", "structuredClone"].map(giving),
  ...["Promise.resolve", "Promise.all", "String", "Symbol.for"].map(giving),
  ["Promise", makePromise],
  ["Promise.allSettled", settleAll],
  ["Proxy", makeProxy],
  ["Object.getOwnPropertyDescriptors", describeAll],
  ["Object.create", createObject],
  ...["Object.keys", "Object.getOwnPropertyNames", "Reflect.ownKeys"].map((path): [string, NativeCall] => [
    path,
    giveKeys,
  ]),
  ...["Promise.race", "Promise.any"].map((path): [string, NativeCall] => [
    path,
    (machine, call) => {
      readInto(machine, argumentAt(machine, call, 0), "*", call.to);
    },
  ]),
  ["Object.setPrototypeOf", setPrototype],
  ["Object.getPrototypeOf", givePrototype],
  ["Reflect.getPrototypeOf", givePrototype],
  ["Object.defineProperties", defineProperties],
  ["Object.assign", assign],
  [
    "Object.values",
    (machine, call) => {
      giveElements(machine, call, argumentAt(machine, call, 0));
      machine.network.flow(listDescriptors(machine, call), machine.madeBy(call, "array").star);
    },
  ],
  ["Object.entries", giveEntries],
  ["Object.getOwnPropertyDescriptor", describeProperty],
  ["Reflect.getOwnPropertyDescriptor", describeProperty],
  ["Object.defineProperty", defineProperty],
  ["Reflect.defineProperty", defineProperty],
  ["Reflect.get", readByKey],
  [
    "Reflect.set",
    (machine, call) => {
      writeByKey(machine, call, argumentAt(machine, call, 2));
    },
  ],
  [
    "Reflect.apply",
    (machine, call) => {
      argumentsFrom(machine, argumentAt(machine, call, 2), (values) => {
        invokeFirst(machine, { ...call, receiver: argumentAt(machine, call, 1), arguments: values }, call);
      });
    },
  ],
  [
    "Reflect.construct",
    (machine, call) => {
      const array = argumentAt(machine, call, 1);
      const construct = (values: Call["arguments"]): void => {
        invokeFirst(machine, { ...call, isNew: true, arguments: values }, call);
      };
      argumentsFrom(machine, array, construct);
      whenUnknown(machine, array, construct);
    },
  ],
  [
    "Array.from",
    (machine, call) => {
      giveElements(machine, call, argumentAt(machine, call, 0));
      const given = [{ variable: elementsOf(machine, argumentAt(machine, call, 0)), isSpread: false, written: null }];
      const made = machine.madeBy(call, "array");
      callEach(machine, argumentAt(machine, call, 1), {
        ...call,
        to: made.star,
        receiver: argumentAt(machine, call, 2),
        arguments: given,
      });
    },
  ],
  ...["Map", "Set", "WeakMap"].map((path): [string, NativeCall] => [path, makeCollection]),
  [
    "Object.fromEntries",
    (machine, call) => {
      fillWithPairs(machine, call, machine.madeBy(call, "object"));
    },
  ],
  [
    "Object.groupBy",
    (machine, call) => {
      groupElements(machine, call, "object");
    },
  ],
  [
    "Map.groupBy",
    (machine, call) => {
      groupElements(machine, call, "collection");
    },
  ],
  ["Array", makeArray],
  ["Array.of", makeArray],
  ["WeakRef", makeArray],
  [
    "require",
    (machine, call) => {
      eachText(machine, argumentAt(machine, call, 0), (text) => {
        machine.requireModule(text, call);
      });
    },
  ],
  // A symbol is a key of its own, and no banned one.
  [
    "Symbol",
    (machine, call) => {
      machine.network.add(call.to, machine.heap.textValue("Symbol.()"));
    },
  ],
  [
    "module.createRequire",
    (machine, call) => {
      machine.network.add(call.to, machine.heap.pathValue("require"));
    },
  ],
  [
    "process.getBuiltinModule",
    (machine, call) => {
      eachText(machine, argumentAt(machine, call, 0), (text) => {
        machine.requireModule(text, call);
      });
    },
  ],
  ...textFunctionPaths.map((path): [string, NativeCall] => [
    path,
    (machine, call) => {
      machine.network.whenDemanded(call.to, () => {
        eachTexts(machine, call, (given) => {
          giveFolded(machine, call, given, () => foldCall(path, given));
        });
      });
    },
  ]),
  [
    "npm:seedrandom",
    (machine, call) => {
      const isGlobal = machine.network.newVariable();
      readInto(machine, argumentAt(machine, call, 1), "global", isGlobal);
      machine.network.watch(isGlobal, () => {
        noticeOverride(machine, call);
      });
    },
  ],
  ["Math.seedrandom", noticeOverride],
  ...entryLists.map((path): [string, NativeCall] => [
    path,
    (machine, call) => {
      const made = machine.madeBy(call, "array");
      machine.network.add(made.star, machine.heap.pathValue(`${path}#`));
      machine.network.add(call.to, made);
    },
  ]),
  ["eval", evaluate],
  ["Function", makeFunction],
  ["setTimeout", startTimer],
  ["setInterval", startTimer],
]);

function giving(path: string): [string, NativeCall] {
  return [path, giveFirst];
}

const emptyBody: FunctionBody = {
  parameters: [],
  rest: null,
  arguments: null,
  returns: none,
  receiver: none,
  receivers: none,
  instance: null,
  parent: none,
  forwards: false,
  isSloppy: false,
};

/** A promise stands for the value that it resolves to. */
function makePromise(machine: Machine, call: Call): void {
  const { network, heap } = machine;
  const resolve = heap.newObject("function", null, { ...emptyBody, parameters: [call.to] });
  network.whenDemanded(call.to, () => {
    network.enliven(resolve);
  });
  const given = network.newVariable();
  network.add(given, resolve);
  const executor = argumentAt(machine, call, 0);
  callEach(machine, executor, {
    ...call,
    to: network.newVariable(),
    receiver: none,
    arguments: [{ variable: given, isSpread: false, written: null }],
    isNew: false,
  });
}

function setPrototype(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const prototype = argumentAt(machine, call, 1);
  eachTarget(machine, argumentAt(machine, call, 0), prototype, (value) => {
    if (value.kind === "object") machine.network.flow(prototype, value.parents);
  });
}

/** An object may stand for its prototype, because it answers for inherited properties itself. */
function givePrototype(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  machine.network.whenDemanded(call.to, () => {
    machine.network.demand(argumentAt(machine, call, 0));
  });
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
      network.whenDemanded(target.kind === "object" ? target.parents : none, () => {
        network.demand(variable);
      });
      network.whenEnlivened(target, () => {
        network.demand(variable);
      });
      network.hear(variable, (source) => {
        if (source.kind !== "object") return;
        if (target.kind === "object") network.add(target.parents, source);
        // Properties of a prototype are methods of the instances.
        if (target.kind !== "object" || target.makerReceiver !== none) writeAll(machine, target, source, call);
      });
    });
  }
}

/** Copies the properties of an object, and those that were spread into it, to an object that the sources did not make. */
function writeAll(machine: Machine, target: Value, source: ObjectValue, call: Call): void {
  for (const [key, from] of source.properties) {
    // A prototype gets all methods, because they are called on its instances.
    if (target.kind === "object") machine.network.demand(from);
    machine.heap.write(target, key, from, call.place);
  }
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
  const value = machine.heap.propertyOf(entry, "1");
  machine.network.flow(elementsOf(machine, argumentAt(machine, call, 0)), value);
  machine.network.flow(listDescriptors(machine, call), value);
  machine.network.add(made.star, entry);
  machine.network.add(call.to, made);
}

/** The descriptors of an object answer like the object itself. Unlike the members of Math, they can be listed. */
function describeAll(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const made = machine.madeBy(call, "descriptors");
  machine.network.flow(argumentAt(machine, call, 0), made.parents);
  machine.network.add(call.to, made);
}

/** A list of descriptors has those of the banned members among them. Gives a variable that holds such a descriptor. */
function listDescriptors(machine: Machine, call: Call): number {
  const { network, heap, table } = machine;
  const listed = network.newVariable();
  const descriptor = machine.madeBy(call, "object");
  const reading = { to: heap.propertyOf(descriptor, "value"), place: call.place, use: "value", inner: null } as const;
  network.hear(argumentAt(machine, call, 0), (value) => {
    if (value.kind !== "object" || value.shape !== "descriptors") return;
    network.hear(value.natives, (native) => {
      if (native.kind !== "path" || !table.prefixes.has(native.path)) return;
      for (const key of table.membersOf(native.path)) heap.read(native, key, reading);
      network.add(listed, descriptor);
    });
  });
  return listed;
}

function describeProperty(machine: Machine, call: Call): void {
  const made = machine.madeBy(call, "object");
  readByKey(machine, { ...call, to: machine.heap.propertyOf(made, "value") });
  machine.network.add(call.to, made);
}

function defineProperty(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  writeByKey(machine, call, describedValue(machine, call, argumentAt(machine, call, 2)));
}

/** The value of the property that a descriptor describes: its value, or the result of its getter. */
function describedValue(machine: Machine, call: Call, descriptor: number): number {
  const value = machine.network.newVariable();
  readInto(machine, descriptor, "value", value);
  const getter = machine.network.newVariable();
  readInto(machine, descriptor, "get", getter);
  callEach(machine, getter, {
    ...call,
    to: value,
    receiver: argumentAt(machine, call, 0),
    arguments: [],
    place: null,
    isNew: false,
  });
  return value;
}

function defineProperties(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const { network } = machine;
  const described = argumentAt(machine, call, 1);
  eachTarget(machine, argumentAt(machine, call, 0), described, (target) => {
    network.whenEnlivened(target, () => {
      network.demand(described);
    });
    defineAll(machine, target, call);
  });
}

/** Gives an object the properties that the second argument of a call describes. */
function defineAll(machine: Machine, target: Value, call: Call): void {
  machine.network.hear(argumentAt(machine, call, 1), (descriptors) => {
    if (descriptors.kind === "path" && target.kind === "object") machine.network.add(target.parents, descriptors);
    if (descriptors.kind !== "object") return;
    for (const [key, descriptor] of descriptors.properties)
      machine.heap.write(target, key, describedValue(machine, call, descriptor), call.place);
  });
}

function createObject(machine: Machine, call: Call): void {
  const { network } = machine;
  const made = machine.madeBy(call, "object");
  network.add(call.to, made);
  const prototypes = argumentAt(machine, call, 0);
  network.whenDemanded(call.to, () => {
    network.demand(prototypes);
  });
  network.hear(prototypes, (prototype) => {
    // The instance of a class stands for its prototype, and for objects made from that. With one new object for all classes,
    // as in a function that makes classes, each class would reach all others.
    if (prototype.kind === "object" && prototype.makerReceiver !== none) network.add(call.to, prototype);
    else network.add(made.parents, prototype);
  });
  network.whenDemanded(made.parents, () => {
    network.demand(prototypes);
    network.demand(argumentAt(machine, call, 1));
  });
  network.whenEnlivened(made, () => {
    network.demand(prototypes);
    network.demand(argumentAt(machine, call, 1));
  });
  network.whenLive(argumentAt(machine, call, 1), () => {
    network.enliven(made);
  });
  defineAll(machine, made, call);
}

/** The names of an object's keys are not followed. */
function giveKeys(machine: Machine, call: Call): void {
  const made = machine.madeBy(call, "array");
  machine.network.add(made.star, unknownValue);
  machine.network.add(call.to, made);
}

/** A proxy answers like its target, and like its traps. */
function makeProxy(machine: Machine, call: Call): void {
  giveFirst(machine, call);
  const { network, heap } = machine;
  const [target, handler] = [argumentAt(machine, call, 0), argumentAt(machine, call, 1)];
  const body = { ...emptyBody, returns: network.newVariable() };
  const made = heap.newObject("function", null, body);
  network.add(call.to, made);
  const letTrap = (name: string, to: number): void => {
    const trap = network.newVariable();
    readInto(machine, handler, name, trap);
    const given = [target, none, none].map((variable) => ({ variable, isSpread: false, written: null }));
    callEach(machine, trap, { ...call, to, receiver: handler, arguments: given, place: null, isNew: false });
  };
  letTrap("get", made.star);
  letTrap("apply", body.returns);
  letTrap("construct", body.returns);
  network.whenLive(body.returns, () => {
    network.enliven(made);
  });
}

function settleAll(machine: Machine, call: Call): void {
  const { network, heap } = machine;
  const made = machine.madeBy(call, "array");
  const settled = machine.madeBy(call, "object");
  network.flow(elementsOf(machine, argumentAt(machine, call, 0)), heap.propertyOf(settled, "value"));
  network.add(made.star, settled);
  network.add(call.to, made);
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
    machine.network.whenEnlivened(object, () => {
      machine.network.demand(keys);
    });
    machine.eachKey(
      keys,
      (key) => {
        if (key === null) readAnyKey(machine, object, reading);
        else machine.heap.read(object, key, reading);
      },
      call.to,
    );
  });
}

function writeByKey(machine: Machine, call: Call, from: number): void {
  eachTarget(machine, argumentAt(machine, call, 0), from, (object) => {
    const key = argumentAt(machine, call, 1);
    machine.network.whenLive(from, () => {
      machine.network.demand(key);
    });
    machine.network.whenEnlivened(object, () => {
      machine.network.demand(key);
    });
    machine.eachKey(key, (name) => {
      machine.heap.write(object, name ?? everyKey, from, call.place);
    });
  });
}

function invokeFirst(machine: Machine, made: Call, call: Call): void {
  machine.network.watch(argumentAt(machine, call, 0), (value) => {
    machine.invoke(value, made);
  });
}

function noticeOverride(machine: Machine, { place }: Call): void {
  if (place !== null) machine.detections.notice("override:Math.random", place);
}

/** A text is code. A function is called on the global object, with the arguments behind the delay. */
function startTimer(machine: Machine, call: Call): void {
  const { network, heap } = machine;
  eachText(machine, argumentAt(machine, call, 0), (text) => {
    machine.runCode(text, call);
  });
  const receiver = network.newVariable();
  network.add(receiver, heap.pathValue(""));
  callEach(machine, argumentAt(machine, call, 0), {
    ...call,
    to: network.newVariable(),
    receiver,
    arguments: call.arguments.slice(2),
  });
}

/** A map is filled from pairs. */
function makeCollection(machine: Machine, call: Call): void {
  fillWithPairs(machine, call, machine.madeBy(call, "collection"));
}

function fillWithPairs(machine: Machine, call: Call, made: ObjectValue): void {
  const elements = elementsOf(machine, argumentAt(machine, call, 0));
  machine.network.flow(elements, made.star);
  readInto(machine, elements, "1", made.star);
  machine.network.add(call.to, made);
}

/** Every group may hold every element. */
function groupElements(machine: Machine, call: Call, shape: ObjectValue["shape"]): void {
  const { network } = machine;
  const [groups, group] = [machine.madeBy(call, shape), machine.madeBy(call, "array")];
  const given = [{ variable: elementsOf(machine, argumentAt(machine, call, 0)), isSpread: false, written: null }];
  callEach(machine, argumentAt(machine, call, 1), {
    ...call,
    to: network.newVariable(),
    receiver: none,
    arguments: given,
    isNew: false,
  });
  network.flow(elementsOf(machine, argumentAt(machine, call, 0)), group.star);
  network.add(groups.star, group);
  network.add(call.to, groups);
}

function makeArray(machine: Machine, call: Call): void {
  const made = machine.madeBy(call, "array");
  machine.network.flow(argumentAt(machine, call, 0), made.star);
  for (const { variable, isSpread } of call.arguments.slice(1))
    if (!isSpread) machine.network.flow(variable, made.star);
  machine.network.add(call.to, made);
}

function evaluate(machine: Machine, call: Call): void {
  const code = argumentAt(machine, call, 0);
  if (call.arguments.length === 0) return;
  machine.expectCode(code, call);
  eachText(machine, code, (text) => {
    machine.runCode(text, call);
  });
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
  code = joined(
    joined(code, textOf(") {\n")),
    call.arguments.length === 0 ? textOf("") : argumentAt(machine, call, call.arguments.length - 1),
  );
  eachText(machine, joined(code, textOf("\n})")), (text) => {
    machine.runCode(text, call);
  });
}
