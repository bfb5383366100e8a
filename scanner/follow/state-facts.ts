import type { CallFact, Fact, FlowFacts, FunctionFact, LoadFact, SourcePlace } from "../facts/flow-facts.ts";
import { none } from "../facts/flow-facts.ts";
import type { Heap } from "./flow-heap.ts";
import type { Network } from "./flow-network.ts";
import { type FunctionBody, isTable, type ObjectValue, unknownValue } from "./flow-values.ts";
import type { Machine, Member, VisibleNames } from "./machine.ts";
import { callEach, readMember, writeMember } from "./machine.ts";
import { isCopyable } from "./module-links.ts";

/** The facts of a script, and the number of its first variable in the network. */
export interface PlacedPart {
  readonly file: string;
  readonly facts: FlowFacts;
  readonly base: number;
  /** For evaluated code, the variables around it by name. Null for a script of a file. */
  readonly scope: VisibleNames | null;
}

/** The network's number for a variable of a part. */
export function numberOf({ base }: PlacedPart, variable: number): number {
  return variable === none ? none : base + variable;
}

/** Adds all facts of a script to the network. */
export function stateFacts(machine: Machine, part: PlacedPart): void {
  const stating = new Stating(machine, part);
  if (part.scope === null) stateExports(stating);
  for (const fact of part.facts.facts) state(stating, fact);
}

/** Adds the facts of one script. */
class Stating {
  readonly machine: Machine;
  readonly network: Network;
  readonly heap: Heap;
  readonly part: PlacedPart;

  constructor(machine: Machine, part: PlacedPart) {
    this.machine = machine;
    this.network = machine.network;
    this.heap = machine.heap;
    this.part = part;
  }

  /** The number of a variable in the network. */
  at(variable: number): number {
    return numberOf(this.part, variable);
  }

  /** The exports of the file. */
  namespace(): ObjectValue {
    return this.machine.links.moduleOf(this.part.file).namespace;
  }

  member({ object, key }: Member): Member {
    return { object: this.at(object), key: typeof key === "number" ? this.at(key) : key };
  }
}

type Statement<Kind extends Fact["kind"]> = (stating: Stating, fact: Extract<Fact, { kind: Kind }>) => void;

const statements: { readonly [Kind in Fact["kind"]]: Statement<Kind> } = {
  copy: (stating, { from, to }) => stating.network.flow(stating.at(from), stating.at(to)),
  text: (stating, { to, text }) => stating.network.add(stating.at(to), stating.heap.textValue(text)),
  unknown: (stating, { to }) => stating.network.add(stating.at(to), unknownValue),
  global: (stating, { to }) => stating.network.add(stating.at(to), stating.heap.pathValue("")),
  join: (stating, { to, left, right }) => stating.machine.join(stating.at(to), stating.at(left), stating.at(right)),
  object: (stating, { to, shape, length }) =>
    stating.network.add(stating.at(to), stating.heap.newObject(shape, { length })),
  outer: (stating, { to, name }) => stating.network.flow(stating.part.scope?.get(name) ?? none, stating.at(to)),
  spread: stateSpread,
  function: stateFunction,
  load: stateLoad,
  store: (stating, fact) => writeMember(stating.machine, stating.member(fact), stating.at(fact.from), fact.place),
  call: stateCall,
  operator: ({ machine: { table, detections } }, { api, place }) => {
    if (table.groups.has("float")) detections.obtain({ path: api, group: "float", when: "obtained", api }, place);
  },
  export: (stating, { key, from }) => {
    if (stating.part.scope === null)
      stating.network.flow(stating.at(from), stating.heap.propertyOf(stating.namespace(), key));
  },
  "export-all": (stating, { specifier, place }) =>
    stating.machine.links.importModule(specifier, place, stating.namespace().parents, "export-all"),
  module: (stating, { specifier, place, to }) =>
    stating.machine.links.importModule(specifier, place, stating.at(to), "import"),
};

function state(stating: Stating, fact: Fact): void {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the table pairs each statement with its own kind of fact, which an index cannot say
  const statement = statements[fact.kind] as (stating: Stating, fact: Fact) => void;
  statement(stating, fact);
}

function stateExports({ network, heap, machine: { links }, part: { file, facts, base } }: Stating): void {
  const { namespace, exports } = links.moduleOf(file);
  network.flow(exports, base + facts.exportsVariable);
  network.flow(base + facts.exportsVariable, exports);
  // The default import of a CommonJS module is all its exports.
  if (facts.isCommonJs) network.flow(exports, heap.propertyOf(namespace, "default"));
}

function stateSpread(stating: Stating, fact: Extract<Fact, { kind: "spread" }>): void {
  const { network } = stating;
  const from = stating.at(fact.from);
  network.hearObjects(stating.at(fact.object), ({ parents }) => {
    network.whenDemanded(parents, from);
    network.hear(from, (source) => {
      if (isCopyable(source)) network.add(parents, source);
    });
  });
}

function stateFunction(stating: Stating, fact: FunctionFact): void {
  const { network, heap, part } = stating;
  const [to, receiver, parent] = [stating.at(fact.to), stating.at(fact.receiver), stating.at(fact.parent)];
  const connect = (one: ObjectValue): void => network.add(heap.propertyOf(one, "constructor"), made);
  const instance = fact.instance === none ? null : heap.newObject("object", { makerReceiver: receiver, connect });
  const body: FunctionBody = {
    ...fact,
    parameters: fact.parameters.map((parameter) => stating.at(parameter)),
    rest: fact.rest === none ? null : heap.newObject("array"),
    arguments: fact.argumentsVariable === none ? null : heap.newObject("array"),
    returns: stating.at(fact.returns),
    receiver,
    receivers: stating.at(fact.receivers),
    instance,
    parent,
    file: part.scope === null ? part.file : null,
  };
  const made = heap.newObject("function", { body });
  network.add(to, made);
  for (const [variable, array] of [
    [fact.rest, body.rest],
    [fact.argumentsVariable, body.arguments],
  ] as const) {
    if (array === null) continue;
    network.add(stating.at(variable), array);
    // Demanding its elements demands all calls of the function.
    network.whenEnlivened(array, made);
  }
  // Code of eval or new Function is sloppy, wherever it is called.
  if (part.scope !== null && fact.isSloppy) network.add(receiver, heap.pathValue(""));
  for (const variable of body.parameters) network.whenDemanded(variable, made);
  if (fact.hasOwnReceiver) network.whenDemanded(receiver, made);
  else seekMixins(network, receiver);
  network.whenLive(body.returns, made);
  if (parent !== none) stateParent(stating, made, parent);
  if (instance === null) return;
  network.add(stating.at(fact.instance), instance);
  network.whenEnlivened(instance, made);
}

/** Lets a class inherit from its parent. */
function stateParent({ network, heap }: Stating, made: ObjectValue, parent: number): void {
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
    heap.read(value, "prototype", { to: instance.parents, place: null, use: "value", inner: null });
  });
}

/** A method of an object may be called on another object into which its members were copied. */
function seekMixins(network: Network, receiver: number): void {
  network.whenDemanded(receiver, () => {
    for (const value of network.valuesOf(receiver))
      if (value.kind === "object" && isTable(value)) network.enliven(value);
  });
}

function stateLoad(stating: Stating, fact: LoadFact): void {
  const { machine, network } = stating;
  const to = stating.at(fact.to);
  const { place, use, inner } = fact;
  if (place !== null) {
    noticeMethod(machine, fact, place);
    network.hear(to, (value) => {
      if (value.kind === "obtained" && value.detection.place.file !== place.file) value.detection.transits.add(place);
    });
  }
  if (typeof fact.key === "string" && machine.table.soughtMembers.has(fact.key)) network.demand(to);
  readMember(machine, stating.member(fact), { to, place, use, inner });
}

/** Some methods depend on the locale, on any object. */
function noticeMethod(machine: Machine, { key, use }: LoadFact, place: SourcePlace): void {
  if (typeof key === "number" || use !== "value" || !machine.table.methods.has(key)) return;
  machine.detections.obtain({ path: key, group: "locale", when: "obtained", api: `#${key}` }, place);
}

function stateCall(stating: Stating, fact: CallFact): void {
  const { machine, part } = stating;
  const call = {
    to: stating.at(fact.to),
    receiver: stating.at(fact.receiver),
    arguments: fact.arguments.map((argument) => ({ ...argument, variable: stating.at(argument.variable) })),
    place: fact.place,
    isNew: fact.isNew,
    scope: fact.evalOffset === null ? null : namesAt(part, fact.evalOffset),
  };
  callEach(machine, stating.at(fact.callee), call);
}

/** The variables of names at an offset: those of the innermost scope that has the name. */
function namesAt({ base, facts: { names } }: PlacedPart, offset: number): VisibleNames {
  const around = names.filter(({ start, end }) => start <= offset && offset < end);
  const outermostFirst = around.sort((left, right) => right.end - right.start - (left.end - left.start));
  return new Map(outermostFirst.map(({ name, variable }) => [name, base + variable]));
}
