import type { CallFact, Fact, FlowFacts, FunctionFact, Key, LoadFact, SourcePlace } from "../facts/flow-facts.ts";
import { globalObject, moduleExports, none } from "../facts/flow-facts.ts";
import { placeless } from "./flow-heap.ts";
import type { Network } from "./flow-network.ts";
import { type FunctionBody, isTable, type ObjectValue, unknownValue } from "./flow-values.ts";
import { callEach, type Machine, readMember, type VisibleNames, writeMember } from "./machine.ts";
import { packagePrefix } from "../rules/rule.ts";

/** The facts of a script, and the number of its first variable in the network. */
export interface PlacedPart {
  readonly file: string;
  readonly facts: FlowFacts;
  /** Returns the network's number for a variable of the part. */
  readonly at: (variable: number) => number;
  /** For evaluated code, the variables around it by name. Null for a script of a file. */
  readonly scope: VisibleNames | null;
}

/** Adds all facts of a script to the network. */
export function stateFacts(machine: Machine, part: PlacedPart): void {
  if (part.scope === null) stateExports(machine, part);
  machine.network.add(part.at(globalObject), machine.heap.pathValue(""));
  for (const fact of part.facts.facts) state(machine, part, fact);
}

type Statement<One extends Fact> = (machine: Machine, part: PlacedPart, fact: One) => void;

const statements: { readonly [Kind in Fact["kind"]]: Statement<Extract<Fact, { kind: Kind }>> } = {
  copy: ({ network }, { at }, { from, to }) => network.flow(at(from), at(to)),
  text: ({ network, heap }, { at }, { to, text }) => network.add(at(to), heap.textValue(text)),
  unknown: ({ network }, { at }, { to }) => network.add(at(to), unknownValue),
  join: (machine, { at }, { to, left, right }) => machine.join(at(to), at(left), at(right)),
  object: ({ network, heap }, { at }, { to, shape, length }) => network.add(at(to), heap.newObject(shape, { length })),
  outer: ({ network }, { at, scope }, { to, name }) => network.flow(scope?.get(name) ?? none, at(to)),
  spread: stateSpread,
  function: stateFunction,
  load: stateLoad,
  store: (machine, { at }, { object, key, from, place }) =>
    writeMember(machine, { object: at(object), key: keyAt(at, key) }, at(from), place),
  call: stateCall,
  operator: ({ table, detections }, _part, { api, place }) => {
    if (table.groups.has("float")) detections.obtain({ path: api, group: "float", when: "obtained", api }, place);
  },
  export: ({ network, heap, links }, { at, file, scope }, { key, from }) => {
    if (scope === null) network.flow(at(from), heap.propertyOf(links.moduleOf(file).namespace, key));
  },
  "export-all": ({ links }, { file }, { specifier, place }) =>
    links.importModule(specifier, place, links.moduleOf(file).namespace.parents, "export-all"),
  module: ({ links }, { at }, { specifier, place, to }) => links.importModule(specifier, place, at(to), "import"),
};

function state(machine: Machine, part: PlacedPart, fact: Fact): void {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the table pairs each statement with its own kind of fact, which an index cannot say
  const statement = statements[fact.kind] as Statement<Fact>;
  statement(machine, part, fact);
}

function keyAt(at: PlacedPart["at"], key: Key): Key {
  return typeof key === "number" ? at(key) : key;
}

function stateExports({ network, heap, links }: Machine, { file, facts, at }: PlacedPart): void {
  const { namespace, exports } = links.moduleOf(file);
  network.flow(exports, at(moduleExports));
  network.flow(at(moduleExports), exports);
  // The default import of a CommonJS module is all its exports.
  if (facts.isCommonJs) network.flow(exports, heap.propertyOf(namespace, "default"));
}

function stateSpread({ network }: Machine, { at }: PlacedPart, fact: Extract<Fact, { kind: "spread" }>): void {
  const from = at(fact.from);
  network.hearObjects(at(fact.object), ({ parents }) => {
    network.whenDemanded(parents, from);
    network.hear(from, (source) => {
      // The properties of built-in objects are not enumerable.
      const isOfPackage = source.kind === "path" && source.path.startsWith(packagePrefix);
      if (source.kind === "object" || isOfPackage) network.add(parents, source);
    });
  });
}

function stateFunction(machine: Machine, { at, file, scope }: PlacedPart, fact: FunctionFact): void {
  const { network, heap } = machine;
  const [to, receiver, parent] = [at(fact.to), at(fact.receiver), at(fact.parent)];
  const connect = (one: ObjectValue): void => network.add(heap.propertyOf(one, "constructor"), made);
  const instance = fact.instance === none ? null : heap.newObject("object", { makerReceiver: receiver, connect });
  const body: FunctionBody = {
    ...fact,
    parameters: fact.parameters.map((parameter) => at(parameter)),
    rest: fact.rest === none ? null : heap.newObject("array"),
    arguments: fact.argumentsVariable === none ? null : heap.newObject("array"),
    returns: at(fact.returns),
    receiver,
    receivers: at(fact.receivers),
    instance,
    parent,
    file: scope === null ? file : null,
  };
  const made = heap.newObject("function", { body });
  network.add(to, made);
  giveArray(network, at(fact.rest), body.rest, made);
  giveArray(network, at(fact.argumentsVariable), body.arguments, made);
  // Code of eval or new Function is sloppy, wherever it is called.
  if (scope !== null && fact.isSloppy) network.add(receiver, heap.pathValue(""));
  for (const variable of body.parameters) network.whenDemanded(variable, made);
  if (fact.hasOwnReceiver) network.whenDemanded(receiver, made);
  else seekMixins(network, receiver);
  network.whenLive(body.returns, made);
  if (parent !== none) stateParent(machine, made, parent);
  if (instance === null) return;
  network.add(at(fact.instance), instance);
  network.whenEnlivened(instance, made);
}

/** Gives a function the array of its arguments. Demanding its elements demands all calls of the function. */
function giveArray(network: Network, variable: number, array: ObjectValue | null, made: ObjectValue): void {
  if (array === null) return;
  network.add(variable, array);
  network.whenEnlivened(array, made);
}

/** Lets a class inherit from its parent. */
function stateParent({ network, heap }: Machine, made: ObjectValue, parent: number): void {
  network.hear(parent, (value) => network.add(made.parents, value));
  network.whenDemanded(made.parents, parent);
  network.whenEnlivened(made, parent);
  const instance = made.body?.instance ?? null;
  if (instance === null) return;
  network.whenDemanded(instance.parents, parent);
  // A method of the parent may read members of this class.
  network.whenLive(instance.every, parent);
  network.hear(parent, (value) => {
    // A method or getter of the parent may be called on an instance of this class.
    if (value.kind === "object" && value.body !== null) network.add(value.body.receivers, instance);
    heap.read(value, "prototype", { ...placeless, to: instance.parents });
  });
}

/** A method of an object may be called on another object into which its members were copied. */
function seekMixins(network: Network, receiver: number): void {
  network.whenDemanded(receiver, () => {
    for (const value of network.valuesOf(receiver))
      if (value.kind === "object" && isTable(value)) network.enliven(value);
  });
}

function stateLoad(machine: Machine, { at }: PlacedPart, fact: LoadFact): void {
  const { network } = machine;
  const to = at(fact.to);
  const { place, use, inner } = fact;
  if (place !== null) {
    noticeMethod(machine, fact, place);
    network.hear(to, (value) => {
      if (value.kind === "obtained" && value.detection.place.file !== place.file) value.detection.transits.add(place);
    });
  }
  if (typeof fact.key === "string" && machine.table.soughtMembers.has(fact.key)) network.demand(to);
  readMember(machine, { object: at(fact.object), key: keyAt(at, fact.key) }, { to, place, use, inner });
}

/** Some methods depend on the locale, on any object. */
function noticeMethod(machine: Machine, { key, use }: LoadFact, place: SourcePlace): void {
  if (typeof key === "number" || use !== "value" || !machine.table.methods.has(key)) return;
  machine.detections.obtain({ path: key, group: "locale", when: "obtained", api: `#${key}` }, place);
}

function stateCall(machine: Machine, part: PlacedPart, fact: CallFact): void {
  const { at } = part;
  const { place, isNew, evalOffset } = fact;
  const given = fact.arguments.map((argument) => ({ ...argument, variable: at(argument.variable) }));
  const scope = evalOffset === null ? null : namesAt(part, evalOffset);
  const call = { to: at(fact.to), receiver: at(fact.receiver), arguments: given, place, isNew, scope };
  callEach(machine, at(fact.callee), call);
}

/** The variables of names at an offset: those of the innermost scope that has the name. */
function namesAt({ at, facts: { names } }: PlacedPart, offset: number): VisibleNames {
  const around = names.filter(({ start, end }) => start <= offset && offset < end);
  const outermostFirst = around.sort((left, right) => right.end - right.start - (left.end - left.start));
  return new Map(outermostFirst.map(({ name, variable }) => [name, at(variable)]));
}
