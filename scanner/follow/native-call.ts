import { argumentOf } from "../facts/flow.ts";
import { type Argument, everyKey, none } from "../facts/flow-facts.ts";
import type { Heap } from "./flow-heap.ts";
import type { Network } from "./flow-network.ts";
import type { ObjectValue, Value } from "./flow-values.ts";
import { type Call, callEach, type Machine } from "./machine.ts";

/** Models of native functions by name. Each row starts with the names that its models are for. */
export function byNames<Model>(
  rows: readonly (readonly [names: string, ...models: Model[]])[],
): ReadonlyMap<string, readonly Model[]> {
  return new Map(rows.flatMap(([names, ...models]) => names.split(" ").map((name) => [name, models])));
}

/** The target of a callback's result, its receiver, and its place. */
type CallBackOptions = Partial<Pick<Call, "to" | "receiver" | "place">>;

/** A call of a native function, and the operations for its model. */
export class NativeCall {
  readonly machine: Machine;
  readonly call: Call;
  readonly network: Network;
  readonly heap: Heap;

  constructor(machine: Machine, call: Call) {
    this.machine = machine;
    this.call = call;
    this.network = machine.network;
    this.heap = machine.heap;
  }

  /** The variable of an argument, or none. A spread argument stands for all later ones. */
  argument(index: number): number {
    const spread = this.call.arguments.findIndex(({ isSpread }) => isSpread);
    if (spread === -1 || index < spread) return this.call.arguments[index]?.variable ?? none;
    const elements = this.network.newVariable();
    for (const { variable } of this.call.arguments.slice(spread)) this.heap.readInto(variable, everyKey, elements);
    return elements;
  }

  /** Lets a variable flow into the result. */
  give(from: number): void {
    this.network.flow(from, this.call.to);
  }

  giveValue(value: Value): void {
    this.network.add(this.call.to, value);
  }

  /** Returns from the call an object that may hold a variable's values anywhere, the same object each time. */
  giveMade(shape: ObjectValue["shape"], held = none, length: number | null = null): ObjectValue {
    const made = this.machine.madeBy(this.call, shape, length);
    this.network.flow(held, made.star);
    this.giveValue(made);
    return made;
  }

  /** Returns from the call a list of one object, with a variable's values in one of its properties. */
  giveListOf(object: ObjectValue, key: string, held: number): void {
    this.network.flow(held, this.heap.propertyOf(object, key));
    this.network.add(this.giveMade("array").star, object);
  }

  /** A variable for a property of all values of another variable. */
  property(object: number, key: string): number {
    const property = this.network.newVariable();
    this.heap.readInto(object, key, property);
    return property;
  }

  /** The elements of an argument. */
  elements(index: number): number {
    return this.property(this.argument(index), everyKey);
  }

  /** Calls the values of a variable. */
  callBack(callee: number, given: readonly number[], options: CallBackOptions = {}): void {
    const { to = this.network.newVariable(), receiver = none, place = this.call.place } = options;
    const values = given.map((variable) => argumentOf(variable));
    callEach(this.machine, callee, { to, receiver, arguments: values, place, isNew: false, scope: null });
  }

  /** Calls the listener with each text that a variable holds. */
  eachText(variable: number, listener: (text: string) => void): void {
    this.network.watch(variable, (value) => {
      if (value.kind === "text") listener(value.text);
    });
  }

  /** Runs each text that a variable holds as code. */
  runTexts(variable: number): void {
    this.eachText(variable, (text) => this.machine.runCode(text, this.call));
  }

  /**
   * Calls the listener with each target in the first argument, once there is something live to store in it.
   */
  eachTarget(from: number, listener: (target: Value) => void): void {
    const target = this.argument(0);
    this.network.whenLive(from, target);
    this.network.hear(target, listener);
  }

  /**
   * Calls the listener with the arguments in an array. Unknown length means any number of its elements.
   * @param mayBeUnknown Whether to call it for an unknown array too.
   */
  eachArguments(array: number, mayBeUnknown: boolean, listener: (values: readonly Argument[]) => void): void {
    const any = [argumentOf(array, true)];
    this.network.watch(array, (value) => {
      if (value.kind !== "object") return;
      const elementAt = (index: number): Argument => argumentOf(this.heap.propertyOf(value, String(index)));
      listener(value.length === null ? any : Array.from({ length: value.length }, (_, index) => elementAt(index)));
    });
    if (mayBeUnknown)
      this.machine.eachKey(array, (key) => {
        if (key === null) listener(any);
      });
  }
}
