import type { Detections } from "./detections.ts";
import type { Argument } from "../facts/flow-facts.ts";
import { everyKey } from "../facts/flow-facts.ts";
import type { Heap, Reading } from "./flow-heap.ts";
import type { Network } from "./flow-network.ts";
import { type FunctionBody, isTable, type ObjectValue, type SourcePlace, type Value } from "./flow-values.ts";
import type { RuleTable } from "../rules/rule-table.ts";

/** A call that may happen: what is given, and where the result goes. The variables are those of the network. */
export interface Call {
  readonly to: number;
  readonly receiver: number;
  readonly arguments: readonly Argument[];
  /** Null for a call that the solver makes on its own: a callback, the resolution of a promise. */
  readonly place: SourcePlace | null;
  readonly isNew: boolean;
  /** The local variables that the code of a direct eval can see. */
  readonly scope: VisibleNames | null;
}

/** Names, and what they mean. */
export type VisibleNames = Pick<ReadonlyMap<string, number>, "get" | "has">;

/** What the solver's parts know of each other. */
export interface Machine {
  readonly network: Network;
  readonly heap: Heap;
  readonly detections: Detections;
  readonly table: RuleTable;
  /** Holds the global object, for calls that are made on nothing: only a sloppy function gets it. */
  readonly impliedReceiver: number;
  /** The classes that have handed arguments on to their parents: one may be its own, where a global is replaced by a subclass. */
  readonly forwarded: WeakMap<Call["arguments"], Set<FunctionBody>>;
  invoke(callee: Value, call: Call): void;
  /** An array or a collection that a native function makes for a call; the same one each time. */
  madeBy(call: Call, shape: ObjectValue["shape"], length?: number | null): ObjectValue;
  join(to: number, left: number, right: number): void;
  /** What `require(specifier)` gives. */
  requireModule(specifier: string, call: Call): void;
  /** Code that must be known to be scanned: where it is not, that is a notice. */
  expectCode(variable: number, call: Call): void;
  /**
   * Calls the listener with each key that a variable may hold, once it is demanded; null is one of which nothing is known.
   * @param result The variable of what is read by the key, if it is: until the key is known, that is not, either.
   */
  eachKey(variable: number, listener: (key: string | null) => void, result?: number): void;
  /** Reads the text as code of the place of the call; its value goes where the call's goes. */
  runCode(text: string, call: Call): void;
}

/** The variable of an argument, or none; a spread argument stands for all that come after it. */
export function argumentAt(machine: Machine, call: Call, index: number): number {
  const spread = call.arguments.findIndex(({ isSpread }) => isSpread);
  if (spread === -1 || index < spread) return call.arguments[index]?.variable ?? -1;
  const elements = machine.network.newVariable();
  for (const { variable } of call.arguments.slice(spread)) readInto(machine, variable, "*", elements);
  return elements;
}

/** Lets a property of all that a variable holds flow into another variable; nothing is obtained by that. */
export function readInto(machine: Machine, from: number, key: string, to: number): void {
  machine.network.whenDemanded(to, () => {
    machine.network.demand(from);
  });
  machine.network.hear(from, (value) => {
    machine.heap.read(value, key, { to, place: null, use: "value", inner: null });
  });
}

/** Calls the listener with each value that something may be stored in, once there is something live to store. */
export function eachTarget(
  { network }: Machine,
  target: number,
  from: number,
  listener: (target: Value) => void,
): void {
  network.whenLive(from, () => {
    network.demand(target);
  });
  network.hear(target, listener);
}

/** Calls all that a variable may hold, once anything can come of it: something live is given, or the result is asked for. */
export function callEach(machine: Machine, callee: number, call: Call): void {
  const { network } = machine;
  const demand = (): void => {
    network.demand(callee);
  };
  network.whenLive(call.receiver, demand);
  for (const { variable } of call.arguments) {
    network.whenLive(variable, demand);
    // A table of functions may be given to be read by any key.
    network.hear(variable, (value) => {
      if (value.kind === "object" && isTable(value)) network.whenLive(value.every, demand);
    });
  }
  network.whenDemanded(call.to, demand);
  network.hear(callee, (value) => {
    machine.invoke(value, call);
  });
}

/** Reads a property of which the key is not known. Of an object of the language, that it may be banned is a notice. */
export function readAnyKey({ heap, detections }: Machine, object: Value, reading: Reading): void {
  heap.read(object, everyKey, reading);
  if (object.kind !== "path" || reading.place === null || reading.use === "guard") return;
  const { path } = object;
  if (path === "Math" || path === "Date" || path === "performance" || path === "crypto")
    detections.notice(`${path}[*]`, reading.place);
}

/** Calls the listener with each text that the variable holds. */
export function eachText(machine: Machine, variable: number, listener: (text: string) => void): void {
  machine.network.watch(variable, (value) => {
    if (value.kind === "text") listener(value.text);
  });
}

/** Gives the arguments that an array stands for of which nothing is known, once that is certain. */
export function whenUnknown(machine: Machine, array: number, listener: (values: readonly Argument[]) => void): void {
  machine.eachKey(array, (text) => {
    if (text === null) listener([{ variable: array, isSpread: true, written: null }]);
  });
}

/** The arguments that an array stands for. Of an array of unknown length, any number of its elements. */
export function argumentsFrom(machine: Machine, array: number, listener: (values: readonly Argument[]) => void): void {
  machine.network.watch(array, (value) => {
    if (value.kind !== "object") return;
    if (value.length === null) {
      listener([{ variable: array, isSpread: true, written: null }]);
      return;
    }
    listener(
      Array.from({ length: value.length }, (_, index) => ({
        variable: machine.heap.propertyOf(value, String(index)),
        isSpread: false,
        written: null,
      })),
    );
  });
}
