import type { CallFact, Fact, FlowFacts, FunctionFact, LoadFact, StoreFact } from "../facts/flow-facts.ts";
import { everyKey, implied, none } from "../facts/flow-facts.ts";
import type { Network } from "./flow-network.ts";
import { type FunctionBody, isTable, type SourcePlace, unknownValue, type Value } from "./flow-values.ts";
import type { Machine, VisibleNames } from "./machine.ts";
import { callEach, readAnyKey } from "./machine.ts";
import type { ModuleLinks } from "./module-links.ts";
import { isCopyable } from "./module-links.ts";
import { visit } from "./short-lists.ts";

/** The facts of a script, with the numbers that its variables have in the network. */
export interface PlacedPart {
  readonly file: string;
  readonly facts: FlowFacts;
  readonly base: number;
  /** Where the code stands that this part was evaluated from; null for a script of a file. */
  readonly pinned: SourcePlace | null;
  /** The variables around a direct eval, by name. */
  readonly scope: VisibleNames | null;
}

/** What facts are stated to. */
export interface Stage {
  readonly machine: Machine;
  readonly links: ModuleLinks;
}

/** Tells the network all that a script says. */
export function stateFacts(stage: Stage, part: PlacedPart): void {
  if (part.pinned === null) stateExports(stage, part);
  const places = part.facts.sites.map((site): SourcePlace => part.pinned ?? { file: part.file, ...site });
  const stating: Stating = { ...stage, part, placeOf: (site) => places[site] ?? null };
  visit(
    part.facts.facts,
    (fact) => {
      state(stating, fact);
    },
    null,
  );
}

interface Stating extends Stage {
  readonly part: PlacedPart;
  readonly placeOf: (site: number) => SourcePlace | null;
}

type Statement<Kind extends Fact["kind"]> = (stating: Stating, fact: Extract<Fact, { kind: Kind }>) => void;

const statements: { readonly [Kind in Fact["kind"]]: Statement<Kind> } = {
  copy: ({ machine, part }, { from, to }) => {
    machine.network.flow(at(part, from), at(part, to));
  },
  text: ({ machine, part }, { to, text }) => {
    machine.network.add(at(part, to), machine.heap.textValue(text));
  },
  unknown: ({ machine, part }, { to }) => {
    machine.network.add(at(part, to), unknownValue);
  },
  global: ({ machine, part }, { to }) => {
    machine.network.add(at(part, to), machine.heap.pathValue(""));
  },
  join: ({ machine, part }, { to, left, right }) => {
    machine.join(at(part, to), at(part, left), at(part, right));
  },
  object: ({ machine, part }, { to, shape, length }) => {
    machine.network.add(at(part, to), machine.heap.newObject(shape, length));
  },
  outer: ({ machine, part }, { to, name }) => {
    machine.network.flow(part.scope?.get(name) ?? none, at(part, to));
  },
  spread: stateSpread,
  function: stateFunction,
  load: stateLoad,
  store: stateStore,
  call: stateCall,
  operator: ({ machine, placeOf }, { api, site }) => {
    const place = placeOf(site);
    if (place !== null && machine.table.groups.has("float"))
      machine.detections.obtain({ path: api, group: "float", when: "obtained", api }, place);
  },
  export: ({ machine, links, part }, { key, from }) => {
    if (part.pinned === null)
      machine.network.flow(at(part, from), machine.heap.propertyOf(links.moduleOf(part.file).namespace, key));
  },
  "export-all": ({ links, part, placeOf }, { specifier, site }) => {
    const place = placeOf(site);
    if (place !== null) links.importModule(specifier, place, links.moduleOf(part.file).namespace.parents, "export-all");
  },
  module: ({ links, part, placeOf }, { specifier, site, to }) => {
    const place = placeOf(site);
    if (place !== null) links.importModule(specifier, place, at(part, to), "import");
  },
};

function state(stating: Stating, fact: Fact): void {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the table pairs each statement with its own kind of fact, which an index cannot say
  const statement = statements[fact.kind] as (stating: Stating, fact: Fact) => void;
  statement(stating, fact);
}

function at({ base }: PlacedPart, variable: number): number {
  return variable === none ? none : base + variable;
}

function stateExports({ machine: { network, heap }, links }: Stage, { file, facts, base }: PlacedPart): void {
  const { namespace, exports } = links.moduleOf(file);
  network.flow(exports, base + facts.exportsVariable);
  network.flow(base + facts.exportsVariable, exports);
  // An import of the default of a CommonJS module is all that it exports.
  if (facts.isCommonJs) network.flow(exports, heap.propertyOf(namespace, "default"));
}

function stateSpread(
  { machine: { network }, part }: Stating,
  { object, from }: Extract<Fact, { kind: "spread" }>,
): void {
  network.hear(at(part, object), (target) => {
    if (target.kind !== "object") return;
    network.whenDemanded(target.parents, () => {
      network.demand(at(part, from));
    });
    network.hear(at(part, from), (source) => {
      if (isCopyable(source)) network.add(target.parents, source);
    });
  });
}

function stateFunction({ machine: { network, heap }, part }: Stating, fact: FunctionFact): void {
  const instance = fact.instance === none ? null : heap.newInstance(at(part, fact.receiver));
  const body: FunctionBody = {
    parameters: fact.parameters.map((parameter) => at(part, parameter)),
    rest: fact.rest === none ? null : heap.newObject("array"),
    arguments: fact.argumentsVariable === none ? null : heap.newObject("array"),
    returns: at(part, fact.returns),
    receiver: at(part, fact.receiver),
    receivers: at(part, fact.receivers),
    instance,
    parent: at(part, fact.parent),
    forwards: fact.forwards,
    isSloppy: fact.isSloppy,
  };
  const value = heap.newObject("function", null, body);
  network.add(at(part, fact.to), value);
  giveArray(network, at(part, fact.rest), body.rest, value);
  giveArray(network, at(part, fact.argumentsVariable), body.arguments, value);
  // What eval or new Function makes is sloppy code, wherever it is called.
  if (part.pinned !== null && fact.isSloppy) network.add(body.receiver, heap.pathValue(""));
  const enliven = (): void => {
    network.enliven(value);
  };
  for (const variable of body.parameters) network.whenDemanded(variable, enliven);
  if (fact.hasOwnReceiver) network.whenDemanded(body.receiver, enliven);
  else seekMixins(network, body.receiver);
  network.whenLive(body.returns, enliven);
  network.hear(body.parent, (parent) => {
    network.add(value.parents, parent);
  });
  const demandParent = (): void => {
    network.demand(body.parent);
  };
  network.whenDemanded(value.parents, demandParent);
  network.whenEnlivened(value, demandParent);
  if (instance === null) return;
  network.whenDemanded(instance.parents, demandParent);
  // A method of the parent may read what this class has.
  network.whenLive(instance.every, demandParent);
  network.whenEnlivened(instance, enliven);
  network.add(at(part, fact.instance), instance);
  network.add(heap.propertyOf(instance, "constructor"), value);
  network.hear(body.parent, (parent) => {
    // A method or a getter of the parent may be that of an instance of this class.
    if (parent.kind === "object" && parent.body !== null) network.add(parent.body.receivers, instance);
  });
  network.hear(body.parent, (parent) => {
    heap.read(parent, "prototype", { to: instance.parents, place: null, use: "value", inner: null });
  });
}

/** A method of an object may be called on another one, which was given all that the object has. */
function seekMixins(network: Network, receiver: number): void {
  network.whenDemanded(receiver, () => {
    for (const value of network.valuesOf(receiver))
      if (value.kind === "object" && isTable(value)) network.enliven(value);
  });
}

/** Gives a function the array of its arguments. Who asks for what is in it asks for all calls of the function. */
function giveArray(network: Network, variable: number, array: Value | null, owner: Value): void {
  if (array === null) return;
  network.add(variable, array);
  network.whenEnlivened(array, () => {
    network.enliven(owner);
  });
}

function stateLoad(stating: Stating, fact: LoadFact): void {
  const { machine, part, placeOf } = stating;
  const to = at(part, fact.to);
  const place = placeOf(fact.site);
  if (place !== null) {
    noticeMethod(machine, fact, place);
    machine.network.hear(to, (value) => {
      if (value.kind === "obtained" && value.detection.place.file !== place.file) value.detection.transits.add(place);
    });
  }
  if (fact.key !== null && machine.table.soughtMembers.has(fact.key)) machine.network.demand(to);
  const reading = { to, place, use: fact.use, inner: placeOf(fact.inner) };
  machine.network.whenDemanded(to, () => {
    machine.network.demand(at(part, fact.object));
    machine.network.demand(at(part, fact.keyVariable));
  });
  if (fact.key !== null)
    machine.heap.whenKeyLive(fact.key, () => {
      machine.network.demand(at(part, fact.object));
    });
  eachKey(stating, fact, (object, key) => {
    if (key === null) readAnyKey(machine, object, reading);
    else machine.heap.read(object, key, reading);
  });
}

/** Some methods follow the locale whatever they are called on. */
function noticeMethod(machine: Machine, { key, use }: LoadFact, place: SourcePlace): void {
  if (key === null || use !== "value" || !machine.table.methods.has(key)) return;
  machine.detections.obtain({ path: key, group: "locale", when: "obtained", api: `#${key}` }, place);
}

function stateStore(stating: Stating, fact: StoreFact): void {
  const place = stating.placeOf(fact.site);
  const from = at(stating.part, fact.from);
  const { network } = stating.machine;
  network.whenLive(from, () => {
    network.demand(at(stating.part, fact.object));
    network.demand(at(stating.part, fact.keyVariable));
  });
  if (fact.key !== null)
    stating.machine.heap.whenKeySought(fact.key, () => {
      network.demand(at(stating.part, fact.object));
    });
  eachKey(stating, fact, (object, key) => {
    stating.machine.heap.write(object, key ?? everyKey, from, place);
  });
}

/** Calls the listener with each object and each key that may be meant; null is a key of which nothing is known. */
function eachKey(
  { machine, part }: Stating,
  fact: LoadFact | StoreFact,
  listener: (object: Value, key: string | null) => void,
): void {
  const { network } = machine;
  const { key } = fact;
  const keyVariable = at(part, fact.keyVariable);
  network.hear(at(part, fact.object), (object) => {
    if (key !== null) {
      listener(object, key);
      return;
    }
    const mayRunTexts = object.kind === "object" && object.body !== null;
    if ((object.kind === "path" && object.path === "") || mayRunTexts) network.demand(keyVariable);
    network.whenEnlivened(object, () => {
      network.demand(keyVariable);
    });
    machine.eachKey(
      keyVariable,
      (name) => {
        listener(object, name);
      },
      fact.kind === "load" ? at(part, fact.to) : none,
    );
  });
}

function stateCall({ machine, part, placeOf }: Stating, fact: CallFact): void {
  const call = {
    to: at(part, fact.to),
    receiver: fact.receiver === implied ? machine.impliedReceiver : at(part, fact.receiver),
    arguments: fact.arguments.map((argument) => ({ ...argument, variable: at(part, argument.variable) })),
    place: placeOf(fact.site),
    isNew: fact.isNew,
    scope: fact.scope === null ? null : namesFrom(part, fact.scope),
  };
  callEach(machine, at(part, fact.callee), call);
}

/** What names mean in a scope: the innermost one that has a name says it. */
function namesFrom(part: PlacedPart, scope: number): VisibleNames {
  const get = (name: string): number | undefined => {
    for (let next = part.facts.scopes[scope]; next !== undefined; next = part.facts.scopes[next.outer ?? -1]) {
      const variable = Object.hasOwn(next.names, name) ? next.names[name] : undefined;
      if (variable !== undefined) return at(part, variable);
    }
    return undefined;
  };
  return { get, has: (name) => get(name) !== undefined };
}
