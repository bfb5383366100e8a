import { type CallFact, everyKey, type LoadFact, none, type SourcePlace } from "../facts/flow-facts.ts";
import type { Reading } from "./flow-heap.ts";
import type { Linker, ModuleLinks } from "./module-links.ts";
import { type FunctionBody, isTable, type ObjectValue, type Origin, type Value } from "./flow-values.ts";

/**
 * A possible call: its arguments, and the target of its result. The variables are those of the network. A call by the
 * solver itself has no place: a callback, the resolution of a promise.
 */
export interface Call extends Pick<CallFact, "to" | "receiver" | "arguments" | "place" | "isNew"> {
  /** The local variables visible to the code of a direct eval. */
  readonly scope: VisibleNames | null;
}

/** Names and their variables. */
export type VisibleNames = Pick<ReadonlyMap<string, number>, "get" | "has">;

/** The interface between the parts of the solver. */
export interface Machine extends Linker {
  readonly links: ModuleLinks;
  /**
   * Classes that already passed these arguments to their parents. One may be its own parent, if a subclass replaces a
   * global.
   */
  readonly forwarded: WeakMap<Call["arguments"], Set<FunctionBody>>;
  invoke(callee: Value, call: Call, origin?: Origin | null): void;
  /** The array or collection that a native function creates for a call, the same one each time. */
  madeBy(call: Call, shape: ObjectValue["shape"], length?: number | null): ObjectValue;
  join(to: number, left: number, right: number): void;
  /** Expects a variable to hold known code. Unknown code becomes a notice. */
  expectCode(variable: number, call: Call): void;
  /**
   * Calls the listener with each key that a variable may hold, once it is demanded. Null is an unknown key.
   * @param result For a read, the variable of its result, which stays unknown until the key is known.
   */
  eachKey(variable: number, listener: (key: string | null) => void, result?: number): void;
  /** Reads the text as code at the place of the call. Its value becomes the result of the call. */
  runCode(text: string, call: Call): void;
}

/** A property of a variable's values, by a literal key or by the keys in another variable. */
export type Member = Pick<LoadFact, "object" | "key">;

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

/** Adds a notice for a read of a native object by an unknown key, because the member may be banned. */
function noticeAnyKey({ detections }: Machine, object: Value, { place, use }: Reading): void {
  if (object.kind !== "path" || place === null || use === "guard") return;
  const { path } = object;
  if (path === "Math" || path === "Date" || path === "performance" || path === "crypto")
    detections.notice(`${path}[*]`, place);
}

/** Lets a variable flow into a property. The place is null if no code writes it. */
export function writeMember(machine: Machine, member: Member, from: number, place: SourcePlace | null): void {
  const { network, heap } = machine;
  const { object: owner, key: written } = member;
  network.whenLive(from, owner);
  if (typeof written === "number") network.whenLive(from, written);
  else network.whenDemanded(heap.soughtKeys.of(written), owner);
  eachMember(machine, member, none, (object, key) => heap.write(object, key ?? everyKey, from, place));
}

/** Calls the listener with each possible object and key. Null is an unknown key. */
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

/** Calls all values of a variable, once it can matter: an argument is live, or the result is demanded. */
export function callEach(machine: Machine, callee: number, call: Call): void {
  const { network } = machine;
  // A table of functions may be passed to be read by any key.
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
