import type { Detections } from "./detections.ts";
import type { Argument, Key, SourcePlace } from "../facts/flow-facts.ts";
import { everyKey, none } from "../facts/flow-facts.ts";
import type { Heap, Reading } from "./flow-heap.ts";
import type { Network } from "./flow-network.ts";
import type { ModuleLinks } from "./module-links.ts";
import { type FunctionBody, isTable, type ObjectValue, type Origin, type Value } from "./flow-values.ts";
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
  readonly links: ModuleLinks;
  /** The classes that have handed arguments on to their parents: one may be its own, where a global is replaced by a subclass. */
  readonly forwarded: WeakMap<Call["arguments"], Set<FunctionBody>>;
  invoke(callee: Value, call: Call, origin?: Origin | null): void;
  /** An array or a collection that a native function makes for a call; the same one each time. */
  madeBy(call: Call, shape: ObjectValue["shape"], length?: number | null): ObjectValue;
  join(to: number, left: number, right: number): void;
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

/** A property of what a variable holds: under a key that is written there, or under those that another variable holds. */
export interface Member {
  readonly object: number;
  readonly key: Key;
}

export function readMember(machine: Machine, member: Member, reading: Reading): void {
  const { network, heap } = machine;
  const { object: owner, key: written } = member;
  network.whenDemanded(reading.to, owner);
  if (typeof written === "number") network.whenDemanded(reading.to, written);
  else network.whenDemanded(heap.liveKeys.of(written), owner);
  eachMember(machine, member, reading.to, (object, key, origin) => {
    heap.read(object, key ?? everyKey, { ...reading, origin });
    if (key === null) noticeAnyKey(machine, object, reading);
  });
}

/** That a member of the language is read of which the key is not known is a notice: it may be banned. */
function noticeAnyKey({ detections }: Machine, object: Value, { place, use }: Reading): void {
  if (object.kind !== "path" || place === null || use === "guard") return;
  const { path } = object;
  if (path === "Math" || path === "Date" || path === "performance" || path === "crypto")
    detections.notice(`${path}[*]`, place);
}

/** Lets a variable flow into a property. The place is null where the sources do not write it there. */
export function writeMember(machine: Machine, member: Member, from: number, place: SourcePlace | null): void {
  const { network, heap } = machine;
  const { object: owner, key: written } = member;
  network.whenLive(from, owner);
  if (typeof written === "number") network.whenLive(from, written);
  else network.whenDemanded(heap.soughtKeys.of(written), owner);
  eachMember(machine, member, none, (object, key) => heap.write(object, key ?? everyKey, from, place));
}

/** Calls the listener with each object and each key that may be meant; null is a key of which nothing is known. */
function eachMember(
  machine: Machine,
  { object: owner, key }: Member,
  result: number,
  listener: (object: Value, key: string | null, origin: Origin | null) => void,
): void {
  const { network } = machine;
  network.hear(owner, (object, origin) => {
    if (typeof key === "string") {
      listener(object, key, origin);
      return;
    }
    const isGlobal = object.kind === "path" && object.path === "";
    if (isGlobal || (object.kind === "object" && object.body !== null)) network.demand(key);
    network.whenEnlivened(object, key);
    machine.eachKey(key, (name) => listener(object, name, origin), result);
  });
}

/** Calls all that a variable may hold, once anything can come of it: something live is given, or the result is asked for. */
export function callEach(machine: Machine, callee: number, call: Call): void {
  const { network } = machine;
  // A table of functions may be given to be read by any key.
  const seekTable = (value: Value): void => {
    if (value.kind === "object" && isTable(value)) network.whenLive(value.every, callee);
  };
  network.whenLive(call.receiver, callee);
  for (const { variable } of call.arguments) {
    network.whenLive(variable, callee);
    network.hear(variable, seekTable);
  }
  network.whenDemanded(call.to, callee);
  network.hear(callee, (value, origin) => machine.invoke(value, call, origin));
}
