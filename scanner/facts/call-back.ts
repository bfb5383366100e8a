import type { Collector } from "./collector.ts";
import { none } from "./flow-facts.ts";

/** Emits a call of a callback with one argument, and gives the variable of its result. */
export function callBack(collector: Collector, callback: number, given: number): number {
  if (callback === none) return none;
  const to = collector.newVariable();
  collector.emit({
    kind: "call",
    to,
    callee: callback,
    receiver: none,
    arguments: [{ variable: given, isSpread: false, written: null }],
    site: none,
    isNew: false,
    scope: null,
  });
  return to;
}

/** Emits a call of a DOM listener with an event. */
export function callListener(collector: Collector, listener: number): void {
  if (listener === none) return;
  const read = (object: number, key: string): number => {
    const to = collector.newVariable();
    collector.emit({ kind: "load", to, object, key, keyVariable: none, site: none, use: "value", inner: none });
    return to;
  };
  // The prototype of events stands for an event.
  callBack(collector, listener, read(read(collector.globalVariable, "Event"), "prototype"));
}
