import { none } from "../facts/flow-facts.ts";
import { comparePlaces } from "../findings/place-order.ts";
import type { FunctionBody, ObjectValue, Origin, Value } from "./flow-values.ts";
import { type Call, callEach, type Machine } from "./machine.ts";
import { NativeCall } from "./native-call.ts";
import { callNative, nativeCalls } from "./native-calls.ts";
import { callMethod } from "./native-methods.ts";
import { fluentInstances, wrapperInstances } from "../rules/package-rules.ts";
import { packagePrefix, type Rule, type When } from "../rules/rule.ts";
import { timeOptions } from "../rules/sought-rules.ts";

/** Calls a value: a function of the sources, a method, something banned or something native. */
export function callValue(machine: Machine, callee: Value, call: Call, origin: Origin | null): void {
  if (callee.kind === "object") enterFunction(machine, callee, call);
  else if (callee.kind === "path") callPath(machine, callee.path, call, origin);
  else if (callee.kind === "method") callMethod(machine, callee.name, callee.of, call);
  else if (callee.kind === "bound")
    machine.invoke(callee.of, { ...call, receiver: callee.receiver, arguments: [...callee.given, ...call.arguments] });
  else if (callee.kind === "obtained") {
    const { uses, place } = callee.detection;
    // Nearly everything obtained is called on the spot.
    if (call.place !== null && comparePlaces(call.place, place) !== 0) uses.add(call.place);
    callNative(callee.path, new NativeCall(machine, call));
  }
}

function enterFunction(machine: Machine, callee: ObjectValue, call: Call): void {
  const { body } = callee;
  if (body === null) return;
  const { network } = machine;
  giveArguments(machine, body, call);
  network.flow(body.returns, call.to);
  network.flow(call.receiver, body.receiver);
  if (!call.isNew) {
    // In a sloppy function called without a receiver, `this` is the global object.
    if (body.isSloppy && call.receiver === none) network.add(body.receiver, machine.heap.pathValue(""));
    return;
  }
  if (body.instance !== null) {
    network.add(body.receiver, body.instance);
    network.add(call.to, body.instance);
  }
  if (body.forwards) forwardToParent(machine, body, call);
}

/** A default constructor passes all arguments to the parent. */
function forwardToParent(machine: Machine, body: FunctionBody, call: Call): void {
  const known = machine.forwarded.get(call.arguments) ?? new Set();
  if (known.has(body)) return;
  machine.forwarded.set(call.arguments, known.add(body));
  callEach(machine, body.parent, { ...call, to: machine.network.newVariable() });
}

function giveArguments(machine: Machine, body: FunctionBody, call: Call): void {
  const { network, heap } = machine;
  const spread = call.arguments.findIndex(({ isSpread }) => isSpread);
  const known = spread === -1 ? call.arguments : call.arguments.slice(0, spread);
  known.forEach(({ variable }, index) => {
    network.flow(variable, body.parameters[index] ?? body.rest?.star ?? none);
    if (variable !== none && body.arguments !== null)
      network.flow(variable, heap.propertyOf(body.arguments, String(index)));
  });
  if (spread === -1) return;
  const elements = new NativeCall(machine, call).argument(spread);
  for (const parameter of body.parameters.slice(spread)) network.flow(elements, parameter);
  for (const array of [body.rest, body.arguments]) network.flow(elements, array?.star ?? none);
}

function callPath(machine: Machine, path: string, call: Call, origin: Origin | null): void {
  for (const rule of machine.table.byPath.get(path) ?? []) applyRule(machine, rule, call, origin);
  callNative(path, new NativeCall(machine, call));
  if (hasGivenTime(path, call)) return;
  const { place } = call;
  const give = (given: string): void => {
    const made = place === null ? null : { place, name: given.replace(packagePrefix, "") };
    machine.network.add(call.to, machine.heap.pathValue(given), made);
  };
  const instance = `${path}#`;
  // Objects that the solver can create have values of their own.
  const isMade = call.isNew && !path.includes("#") && !nativeCalls.has(path);
  if (isMade || machine.table.prefixes.has(instance) || fluentInstances.has(instance)) give(instance);
  const wrapped = wrapperInstances.get(path);
  if (wrapped !== undefined) give(wrapped);
  const owner = path.slice(0, path.indexOf("#") + 1);
  if (fluentInstances.has(owner)) give(owner);
}

/** Whether the options of a call may set the time of the new object. */
function hasGivenTime(path: string, call: Call): boolean {
  const option = timeOptions.get(path);
  if (option === undefined) return false;
  if (call.arguments.slice(0, option.argument + 1).some(({ isSpread }) => isSpread)) return true;
  const written = call.arguments[option.argument]?.written;
  return written === null || (written !== undefined && written !== "undefined" && written.includes(option.key));
}

/** Whether a call matches a rule. */
const conditions: Readonly<Partial<Record<When, (call: Call) => boolean>>> = {
  called: ({ isNew }) => !isNew,
  constructed: ({ isNew }) => isNew,
  "called-without-argument": (call) => !call.isNew && isFirst(call, "undefined"),
  "constructed-without-argument": (call) => call.isNew && call.arguments.length === 0,
  "called-or-constructed": () => true,
  "constructed-with-parts": (call) => call.isNew && call.arguments.length > 1,
  "used-without-seed": (call) => isFirst(call, "undefined") || isFirst(call, "null"),
};

function isFirst({ arguments: [first] }: Call, written: "undefined" | "null"): boolean {
  return first === undefined || first.written === written;
}

function applyRule(machine: Machine, rule: Rule, call: Call, origin: Origin | null): void {
  const { place } = call;
  if (place === null) return;
  if (conditions[rule.when]?.(call) === true) {
    machine.detections.obtain(rule, place, origin);
    return;
  }
  if (rule.when === "used-without-seed") {
    // `seedrandom(seed, { entropy: true })` mixes entropy of the machine into the seed.
    const native = new NativeCall(machine, call);
    const entropy = native.property(native.argument(1), "entropy");
    machine.network.watch(entropy, () => void machine.detections.obtain(rule, place));
  }
  const isSpread = call.isNew && call.arguments.every((argument) => argument.isSpread);
  if (rule.when === "constructed-without-argument" && isSpread) machine.detections.notice("new Date(...)", place);
}
