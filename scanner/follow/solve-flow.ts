import { callValue } from "./call-values.ts";
import { collectIfShallow } from "../facts/collect-facts.ts";
import { Detections } from "./detections.ts";
import type { Group } from "../findings/finding.ts";
import type { FlowFacts, SourcePlace } from "../facts/flow-facts.ts";
import { none } from "../facts/flow-facts.ts";
import { Heap } from "./flow-heap.ts";
import { Network } from "./flow-network.ts";
import type { ObjectValue } from "./flow-values.ts";
import { unknownValue } from "./flow-values.ts";
import type { Call, Machine } from "./machine.ts";
import { type ImportEdge, ModuleLinks } from "./module-links.ts";
import { nativeCalls } from "./native-calls.ts";
import { elementMethods } from "./native-methods.ts";
import { remember } from "../modules/remember.ts";
import { isParseProblem, parseSource } from "../parse/parse-source.ts";
import { RuleTable } from "../rules/rule-table.ts";
import type { PlacedPart, Stage } from "./state-facts.ts";
import { stateFacts } from "./state-facts.ts";
import { findWants, type Wants } from "./wants.ts";

/** The facts of one script of a file. */
export interface Part {
  readonly file: string;
  readonly facts: FlowFacts;
}

export interface Solution {
  readonly wants: Wants;
  readonly detections: Detections;
  readonly imports: readonly ImportEdge[];
}

export interface SolveOptions {
  readonly groups: readonly Group[];
  /** Keys under which other files store something banned. */
  readonly liveKeys?: Iterable<string>;
  readonly resolve: (fromFile: string, specifier: string) => string | null;
}

interface ExpectedCode {
  readonly variable: number;
  readonly place: SourcePlace;
}

/** Code that is evaluated may evaluate code. More than this is a program that writes programs. */
const mostEvaluations = 1000;
/** And of what has been read already, for another call, no more characters than this are read again. */
const mostRepeated = 200_000;

/** Texts that are put together may grow without end where a loop does it. */
const longestText = 10_000;

/** Lets the values of all parts flow through each other, and gives what is obtained on the way. */
export function solveFlow(parts: readonly Part[], options: SolveOptions): Solution {
  const expectedCode: ExpectedCode[] = [];
  const computedKeys = new Map<number, Set<number>>();
  const machine = createMachine(options, {
    requireModule: (specifier, call) => {
      if (call.place !== null) links.importModule(specifier, call.place, call.to, "require");
    },
    expectCode: (variable, { place }) => {
      if (place !== null) expectedCode.push({ variable, place });
    },
    eachKey: (variable, listener, result = none) => {
      remember(computedKeys, variable, () => new Set()).add(result);
      machine.network.hear(variable, (value) => {
        if (value.kind === "text") listener(value.text);
        if (value.kind === "unknown") listener(null);
      });
    },
    runCode: (text, call) => {
      runCode(stage, evaluated, text, call);
    },
  });
  const evaluated: Evaluated = { parts: new Map(), count: 0, repeatedLength: 0 };
  const links = new ModuleLinks(machine, exportedNames(parts), options.resolve);
  const stage: Stage = { machine, links };
  const { network, detections } = machine;
  const placed = parts.map(({ file, facts }): PlacedPart => ({
    file,
    facts,
    base: network.newVariables(facts.variableCount),
    pinned: null,
    scope: null,
  }));
  // The global object is everywhere, so it is not followed. Whoever reads a banned global from an object asks where that
  // object comes from.
  for (const key of [...machine.table.globals, "constructor", ...(options.liveKeys ?? [])])
    machine.heap.liveKeys.note(key);
  const tooMuchIn = letFlow(stage, placed);
  tellUnknownKeys(network, computedKeys);
  const isOpen = expectedCode.length === 0 ? () => false : network.findOpen();
  for (const { variable, place } of expectedCode)
    if (isOpen(variable) || !hasText(machine, variable)) detections.notice("eval", place);
  if (tooMuchIn !== null || network.hasLost)
    detections.notice("followed-so-far", {
      file: tooMuchIn ?? parts[0]?.file ?? "",
      line: 1,
      column: 1,
      symbol: "",
      text: "",
    });
  return {
    detections,
    wants: findWants(placed, machine, links),
    imports: links.edges,
  };
}

/** Gives the file in which more flowed together than can be followed; null where all of it was. */
function letFlow(stage: Stage, parts: readonly PlacedPart[]): string | null {
  const { network } = stage.machine;
  let tooMuchIn: string | null = null;
  // That is one file among many, mostly, and a large one: with the others done before, it is all that is lost.
  for (const part of parts.toSorted((left, right) => left.facts.facts.length - right.facts.facts.length)) {
    stateFacts(stage, part);
    network.settle();
    if (network.hasLost) tooMuchIn ??= part.file;
  }
  return tooMuchIn;
}

/** What nothing flowed into is not known; saying so may let more flow. */
function tellUnknownKeys(network: Network, computedKeys: ReadonlyMap<number, ReadonlySet<number>>): void {
  const told = new Set<number>();
  const demandedKeys = (): readonly number[] =>
    [...computedKeys.keys()].filter((variable) => !told.has(variable) && network.isDemanded(variable));
  let seen = -1;
  for (let keys = demandedKeys(); keys.length !== seen; keys = demandedKeys()) {
    const open = keys.filter(network.findOpen());
    for (const variable of firstToTell(network, open, computedKeys)) {
      told.add(variable);
      network.add(variable, unknownValue);
    }
    seen = keys.length - open.length;
    network.settle();
  }
}

/** Of a table, all is known that a key of which nothing is known may find there: what is read by others is a key only then. */
function firstToTell(
  network: Network,
  open: readonly number[],
  computedKeys: ReadonlyMap<number, ReadonlySet<number>>,
): readonly number[] {
  const results = new Set(open.flatMap((variable) => [...(computedKeys.get(variable) ?? [])]));
  const first = open.filter(network.findOpen(results));
  return first.length === 0 ? open : first;
}

/** What each file exports by name; a file may have several scripts. */
function exportedNames(parts: readonly Part[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { file, facts } of parts) {
    const known = remember(names, file, () => new Set());
    for (const fact of facts.facts) if (fact.kind === "export") known.add(fact.key);
  }
  return names;
}

type Surroundings = Pick<Machine, "requireModule" | "expectCode" | "eachKey" | "runCode">;

function createMachine({ groups }: SolveOptions, surroundings: Surroundings): Machine {
  const detections = new Detections();
  const table = remember(tables, groups.join(), () => new RuleTable(groups, nativeCalls.keys()));
  const network = new Network((path) => path !== "" && table.live.has(path));
  const heap = new Heap(network, detections, table, elementMethods);
  const made = new Map<string, ObjectValue>();
  const impliedReceiver = network.newVariable();
  network.add(impliedReceiver, heap.pathValue(""));
  const machine: Machine = {
    ...surroundings,
    impliedReceiver,
    forwarded: new WeakMap(),
    network,
    heap,
    detections,
    table,
    invoke: (callee, call, origin = null) => {
      network.later(() => {
        callValue(machine, callee, call, origin);
      }, callee);
    },
    madeBy: (call, shape, length = null) => {
      const key = `${String(call.to)} ${shape} ${String(length)}`;
      return remember(made, key, () => heap.newObject(shape, { length }));
    },
    join: (to, left, right) => {
      network.whenDemanded(to, () => {
        network.watch(left, (first) => {
          network.watch(right, (second) => {
            if (first.kind !== "text" || second.kind !== "text") return;
            if (first.text.length + second.text.length <= longestText)
              network.add(to, heap.textValue(first.text + second.text));
          });
        });
      });
    },
  };
  return machine;
}

/** By their groups, which the hundreds of components of a scan have in common. */
const tables = new Map<string, RuleTable>();

/** The code that has been read: by its text, and by where the value of the call goes that runs it. */
interface Evaluated {
  readonly parts: Map<string, Map<number, PlacedPart | null>>;
  count: number;
  repeatedLength: number;
}

/** Reads a text as code of the place of a call, once for each call. */
function runCode(stage: Stage, evaluated: Evaluated, text: string, { place, to, scope }: Call): void {
  if (place === null) return;
  const ofText = evaluated.parts.get(text) ?? new Map<number, PlacedPart | null>();
  const known = ofText.get(to);
  const mayRead = known === undefined && evaluated.count < mostEvaluations && evaluated.repeatedLength < mostRepeated;
  const part = mayRead ? placeCode(stage, text, place, scope) : (known ?? null);
  if (mayRead) {
    evaluated.count += 1;
    if (ofText.size > 0) evaluated.repeatedLength += text.length;
    evaluated.parts.set(text, ofText.set(to, part));
  }
  if (part === null) stage.machine.detections.notice("eval", place);
  else if (part.facts.completion !== none) stage.machine.network.flow(part.base + part.facts.completion, to);
}

function placeCode(stage: Stage, text: string, pinned: SourcePlace, scope: Call["scope"]): PlacedPart | null {
  const parsed = parseSource(text, "js");
  if (isParseProblem(parsed)) return null;
  const facts = collectIfShallow(parsed, {
    text,
    file: pinned.file,
    pinned,
    outerNames: scope ?? new Set(),
    isScript: true,
    isSloppy: true,
  });
  if (facts === null) return null;
  const part: PlacedPart = {
    file: pinned.file,
    facts,
    base: stage.machine.network.newVariables(facts.variableCount),
    pinned,
    scope,
  };
  stateFacts(stage, part);
  return part;
}

function hasText({ network }: Machine, variable: number): boolean {
  return [...network.valuesOf(variable)].some(({ kind }) => kind === "text");
}
