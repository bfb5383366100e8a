import { callValue } from "./call-values.ts";
import { collectFacts } from "./collect-facts.ts";
import type { Detections } from "./detections.ts";
import { createDetections } from "./detections.ts";
import type { CallFact, Fact, FlowFacts, FunctionFact, LoadFact, StoreFact } from "./flow-facts.ts";
import { everyKey, none } from "./flow-facts.ts";
import { createHeap } from "./flow-heap.ts";
import { createNetwork } from "./flow-network.ts";
import type { ObjectValue, SourcePlace, Value } from "./flow-values.ts";
import type { Call, Machine } from "./machine.ts";
import { nativeCalls } from "./native-calls.ts";
import { isParseProblem, parseSource } from "./parse-source.ts";
import type { Group } from "./finding.ts";
import { nodeModuleGroups, nodeModulePaths } from "./rules/global-rules.ts";
import { packagePathOf } from "./rules/package-rules.ts";
import { ruleTableOf } from "./rules/rule-table.ts";

/** The facts of one script of a file. */
export interface Part {
  readonly file: string;
  readonly facts: FlowFacts;
}

/** One module that imports another, and where it says so. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  readonly place: SourcePlace;
  readonly form: ImportForm;
}

/** `export * from` hands everything on, whatever its name. */
export type ImportForm = "import" | "require" | "export-all";

export interface Solution {
  readonly detections: Detections;
  readonly imports: readonly ImportEdge[];
}

export interface SolveOptions {
  readonly groups: readonly Group[];
  readonly resolve: (fromFile: string, specifier: string) => string | null;
}

/** A part with the numbers that its variables have in the network. */
interface PlacedPart extends Part {
  readonly base: number;
  /** Where the code stands that this part was evaluated from; null for a script of a file. */
  readonly pinned: SourcePlace | null;
  readonly scope: ReadonlyMap<string, number> | null;
}

/** What a module offers: its exports, and what `require` gives of it. */
interface ModuleValue {
  readonly namespace: ObjectValue;
  readonly exports: number;
}

/** Code that is evaluated may evaluate code. More than this is a program that writes programs. */
const mostEvaluations = 1000;

const unknownValue: Value = { kind: "unknown" };
const openNotices: ReadonlySet<string> = new Set(["Math", "Date", "performance", "crypto"]);

/** Lets the values of all parts flow through each other, and gives what is obtained on the way. */
export function solveFlow(parts: readonly Part[], options: SolveOptions): Solution {
  const network = createNetwork();
  const detections = createDetections();
  const table = ruleTableOf(options.groups, nativeCalls.keys());
  const heap = createHeap(network, detections, table);
  const modules = new Map<string, ModuleValue>();
  const imports: ImportEdge[] = [];
  const made = new Map<string, ObjectValue>();
  const computedKeys = new Set<number>();
  const expectedCode: { readonly variable: number; readonly call: Call }[] = [];
  const evaluated = new Map<string, PlacedPart>();

  for (const { file } of parts) {
    if (modules.has(file)) continue;
    const value: ModuleValue = { namespace: heap.newObject("object"), exports: network.newVariable() };
    network.add(value.exports, value.namespace);
    modules.set(file, value);
  }

  const machine: Machine = {
    network,
    heap,
    detections,
    table,
    invoke: (callee, call) => { callValue(machine, callee, call); },
    madeBy: (call, shape) => {
      const key = `${call.to} ${shape}`;
      const known = made.get(key) ?? heap.newObject(shape);
      made.set(key, known);
      return known;
    },
    join: (to, left, right) => {
      network.watch(left, (first) => {
        network.watch(right, (second) => {
          if (first.kind !== "text" || second.kind !== "text") return;
          if (first.text.length + second.text.length < 10_000) network.add(to, heap.textValue(first.text + second.text));
        });
      });
    },
    requireModule: (specifier, call) => {
      if (call.place !== null) importModule(specifier, call.place, call.to, "require");
    },
    expectCode: (variable, call) => void expectedCode.push({ variable, call }),
    runCode: (text, call) => {
      if (call.place === null) return;
      const key = `${call.to} ${text}`;
      const part = evaluated.get(key) ?? placeCode(text, call, call.place);
      if (part === null) return;
      evaluated.set(key, part);
      if (part.facts.completion !== none) network.flow(part.base + part.facts.completion, call.to);
    },
  };

  const importModule = (specifier: string, place: SourcePlace, to: number, form: ImportForm): void => {
    const { file } = place;
    const target = options.resolve(file, specifier);
    const known = target === null ? undefined : modules.get(target);
    if (target !== null && known !== undefined) {
      imports.push({ from: file, to: target, place, form });
      network.flow(known.exports, to);
      return;
    }
    const path = modulePath(specifier, place);
    if (path === null) return;
    const rule = table.byPath.get(path)?.find(({ when }) => when === "obtained");
    // `require('lodash/random')` is the function itself; an import names it in a specifier, which is read there.
    if (form === "require" && rule !== undefined) network.add(to, heap.obtainedValue(path, detections.obtain(rule, place)));
    else network.add(to, heap.pathValue(path));
  };

  const modulePath = (specifier: string, place: SourcePlace): string | null => {
    const name = specifier.replace(/^node:/, "");
    const group = nodeModuleGroups.get(name);
    if (group !== undefined && table.groups.has(group)) {
      detections.obtain({ path: name, group, when: "obtained", api: `node:${name}` }, place);
    }
    if (name === "module") return "module";
    return nodeModulePaths.get(name) ?? packagePathOf(specifier);
  };

  const placeCode = (text: string, call: Call, place: SourcePlace): PlacedPart | null => {
    const parsed = evaluated.size >= mostEvaluations ? null : parseSource(text, "js");
    if (parsed === null || isParseProblem(parsed)) {
      detections.notice("eval", place);
      return null;
    }
    const outerNames = new Set(call.scope?.keys() ?? []);
    const facts = collectFacts(parsed, { text, outerNames, isScript: true });
    return placePart({ file: call.file, facts }, place, call.scope);
  };

  const placePart = (part: Part, pinned: SourcePlace | null, scope: PlacedPart["scope"]): PlacedPart => {
    const placed: PlacedPart = { ...part, base: network.newVariables(part.facts.variableCount), pinned, scope };
    const module = modules.get(part.file);
    if (module !== undefined && pinned === null) {
      network.flow(module.exports, placed.base + part.facts.exportsVariable);
      network.flow(placed.base + part.facts.exportsVariable, module.exports);
      // An import of the default of a CommonJS module is all that it exports.
      if (part.facts.isCommonJs) network.flow(module.exports, heap.propertyOf(module.namespace, "default"));
    }
    for (const fact of part.facts.facts) state(placed, fact);
    return placed;
  };

  const at = ({ base }: PlacedPart, variable: number): number => (variable === none ? none : base + variable);

  const placeOf = (part: PlacedPart, index: number): SourcePlace | null => {
    const site = part.facts.sites[index];
    if (part.pinned !== null || site === undefined) return site === undefined ? null : part.pinned;
    const known = places.get(site) ?? { file: part.file, ...site };
    places.set(site, known);
    return known;
  };
  const places = new Map<object, SourcePlace>();

  const state = (part: PlacedPart, fact: Fact): void => {
    switch (fact.kind) {
      case "copy":
        network.flow(at(part, fact.from), at(part, fact.to));
        return;
      case "text":
        network.add(at(part, fact.to), heap.textValue(fact.text));
        return;
      case "unknown":
        network.add(at(part, fact.to), unknownValue);
        return;
      case "global":
        network.add(at(part, fact.to), heap.pathValue(""));
        return;
      case "join":
        machine.join(at(part, fact.to), at(part, fact.left), at(part, fact.right));
        return;
      case "object":
        network.add(at(part, fact.to), heap.newObject(fact.shape, fact.length));
        return;
      default:
        stateFurther(part, fact);
    }
  };

  const stateFurther = (part: PlacedPart, fact: Exclude<Fact, { kind: "copy" | "text" | "unknown" | "global" | "join" | "object" }>): void => {
    switch (fact.kind) {
      case "outer":
        network.flow(part.scope?.get(fact.name) ?? none, at(part, fact.to));
        return;
      case "spread":
        stateSpread(at(part, fact.object), at(part, fact.from));
        return;
      case "function":
        stateFunction(part, fact);
        return;
      case "load":
        stateLoad(part, fact);
        return;
      case "store":
        stateStore(part, fact);
        return;
      case "call":
        stateCall(part, fact);
        return;
      default:
        stateModule(part, fact);
    }
  };

  const stateModule = (part: PlacedPart, fact: Extract<Fact, { kind: "module" | "operator" | "export" | "export-all" }>): void => {
    const namespace = modules.get(part.file)?.namespace;
    if (fact.kind === "export") {
      if (namespace !== undefined && part.pinned === null) network.flow(at(part, fact.from), heap.propertyOf(namespace, fact.key));
      return;
    }
    const place = placeOf(part, fact.site);
    if (place === null) return;
    if (fact.kind === "module") importModule(fact.specifier, place, at(part, fact.to), "import");
    else if (fact.kind === "operator") {
      if (table.groups.has("float")) detections.obtain({ path: "**", group: "float", when: "obtained", api: fact.api }, place);
    } else if (namespace !== undefined) {
      const all = network.newVariable();
      importModule(fact.specifier, place, all, "export-all");
      network.flow(all, namespace.parents);
    }
  };

  /** Built-in objects have nothing to copy: their properties are not enumerable. A package's exports are. */
  const stateSpread = (object: number, from: number): void => {
    network.watch(object, (target) => {
      if (target.kind !== "object") return;
      network.watch(from, (source) => {
        if (source.kind === "object" || (source.kind === "path" && source.path.startsWith("npm:"))) network.add(target.parents, source);
      });
    });
  };

  const stateFunction = (part: PlacedPart, fact: FunctionFact): void => {
    const instance = fact.instance === none ? null : heap.newObject("object");
    const rest = heap.newObject("array");
    const given = heap.newObject("array");
    const body = {
      parameters: fact.parameters.map((parameter) => at(part, parameter)),
      rest,
      arguments: given,
      returns: at(part, fact.returns),
      receiver: at(part, fact.receiver),
      instance,
      parent: at(part, fact.parent),
      forwards: fact.forwards,
    };
    const value = heap.newObject("function", null, body);
    // What is made by eval or new Function is sloppy code, in which a plain call has the global object for `this`.
    if (part.pinned !== null) network.add(body.receiver, heap.pathValue(""));
    network.add(at(part, fact.rest), rest);
    network.add(at(part, fact.argumentsVariable), given);
    if (instance !== null) {
      network.add(at(part, fact.instance), instance);
      network.add(heap.propertyOf(instance, "constructor"), value);
    }
    network.add(at(part, fact.to), value);
    network.watch(body.parent, (parent) => {
      network.add(value.parents, parent);
      if (instance !== null) heap.read(parent, "prototype", { to: instance.parents, place: null, use: "value", inner: null });
    });
  };

  const stateLoad = (part: PlacedPart, fact: LoadFact): void => {
    const [object, to] = [at(part, fact.object), at(part, fact.to)];
    const place = placeOf(part, fact.site);
    const inner = fact.inner === none ? null : placeOf(part, fact.inner);
    const reading = { to, place, use: fact.use, inner };
    if (fact.key !== null && place !== null && table.methods.has(fact.key) && fact.use === "value") {
      detections.obtain({ path: fact.key, group: "locale", when: "obtained", api: `#${fact.key}` }, place);
    }
    if (place !== null) {
      network.watch(to, (value) => {
        if (value.kind === "obtained" && value.detection.place.file !== place.file) value.detection.transits.add(place);
      });
    }
    const { key } = fact;
    if (key !== null) {
      network.watch(object, (value) => { heap.read(value, key, reading); });
      return;
    }
    const keyVariable = at(part, fact.keyVariable);
    computedKeys.add(keyVariable);
    network.watch(object, (value) => {
      network.watch(keyVariable, (name) => {
        if (name.kind === "text") heap.read(value, name.text, reading);
        if (name.kind !== "unknown") return;
        heap.read(value, everyKey, reading);
        if (place !== null && fact.use !== "guard") noticeOpenRead(value, place);
      });
    });
  };

  const noticeOpenRead = (value: Value, place: SourcePlace): void => {
    if (value.kind !== "path" || !openNotices.has(value.path)) return;
    if (value.path === "Math" || value.path === "Date" || value.path === "performance" || value.path === "crypto") detections.notice(`${value.path}[*]`, place);
  };

  const stateStore = (part: PlacedPart, fact: StoreFact): void => {
    const [object, from] = [at(part, fact.object), at(part, fact.from)];
    const place = placeOf(part, fact.site);
    const { key } = fact;
    network.watch(object, (value) => {
      if (key !== null) {
        heap.write(value, key, from, place);
        return;
      }
      const keyVariable = at(part, fact.keyVariable);
      computedKeys.add(keyVariable);
      network.watch(keyVariable, (name) => {
        if (name.kind === "text") heap.write(value, name.text, from, place);
        else if (name.kind === "unknown") heap.write(value, everyKey, from, place);
      });
    });
  };

  const stateCall = (part: PlacedPart, fact: CallFact): void => {
    const scope = fact.scope === null ? null : new Map(Object.entries(fact.scope).map(([name, variable]) => [name, at(part, variable)]));
    const call: Call = {
      to: at(part, fact.to),
      receiver: at(part, fact.receiver),
      arguments: fact.arguments.map((argument) => ({ ...argument, variable: at(part, argument.variable) })),
      place: placeOf(part, fact.site),
      file: part.file,
      isNew: fact.isNew,
      scope,
    };
    network.watch(at(part, fact.callee), (value) => { machine.invoke(value, call); });
  };

  for (const part of parts) placePart(part, null, null);
  network.settle();
  // What nothing flowed into is not known; saying so may let more flow.
  for (const variable of computedKeys) if (network.isOpen(variable)) network.add(variable, unknownValue);
  network.settle();
  for (const { variable, call } of expectedCode) {
    if (call.place !== null && (variable === none || network.isOpen(variable) || [...network.valuesOf(variable)].every(({ kind }) => kind !== "text"))) {
      detections.notice("eval", call.place);
    }
  }
  return { detections, imports };
}
