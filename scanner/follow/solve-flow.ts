import { callValue } from "./call-values.ts";
import { collectIfShallow } from "../facts/collect-facts.ts";
import { Detections } from "./detections.ts";
import type { Group } from "../findings/finding.ts";
import type { FileAnalysis } from "../facts/analyse.ts";
import { type FlowFacts, none, type SourcePlace } from "../facts/flow-facts.ts";
import { Heap } from "./flow-heap.ts";
import { Network } from "./flow-network.ts";
import { type ObjectValue, type Origin, unknownValue, type Value } from "./flow-values.ts";
import type { Call, Machine } from "./machine.ts";
import { type ImportEdge, ModuleLinks } from "./module-links.ts";
import { nativeCalls } from "./native-calls.ts";
import { elementMethods } from "./native-methods.ts";
import type { ResolveModule } from "../modules/resolve-module.ts";
import { remember } from "../findings/remember.ts";
import { isParseProblem, parseSource } from "../parse/parse-source.ts";
import { RuleTable } from "../rules/rule-table.ts";
import { type PlacedPart, stateFacts } from "./state-facts.ts";
import { findWants, type Wants } from "./wants.ts";

/** The result of the flow analysis. */
export interface Solution {
  readonly wants: Wants;
  readonly detections: Detections;
  readonly imports: readonly ImportEdge[];
}

export interface SolveOptions {
  readonly groups: readonly Group[];
  /** Keys under which other files store something banned. */
  readonly liveKeys?: Iterable<string>;
  /** The analysed file of a specifier. Null for a package and for a missing file. */
  readonly resolve: ResolveModule;
}

/** The most evaluated texts, because evaluated code may evaluate code. */
const mostEvaluations = 1000;
/** The most characters of evaluated code that are read again for other calls. */
const mostRepeated = 200_000;

/** A loop may concatenate texts without end. */
const longestText = 10_000;

/** Lets the values of all parts flow, and returns everything obtained on the way. */
export function solveFlow(analyses: readonly FileAnalysis[], options: SolveOptions): Solution {
  return new Solver(analyses, options).solve(analyses);
}

/** The parts of one solution, connected as a machine. */
class Solver implements Machine {
  readonly detections = new Detections();
  readonly table: RuleTable;
  readonly network: Network;
  readonly heap: Heap;
  readonly links: ModuleLinks;
  readonly forwarded: Machine["forwarded"] = new WeakMap();
  readonly #made = new Map<string, ObjectValue>();
  /** Variables of evaluated code, and the places that run it. */
  readonly #expectedCode: { readonly variable: number; readonly place: SourcePlace }[] = [];
  /** From the variable of a key to the variables of reads by it. */
  readonly #computedKeys = new Map<number, Set<number>>();
  /** The evaluated code, by its text and by the variable of its result. */
  readonly #evaluated = new Map<string, Map<number, PlacedPart | null>>();
  #evaluationCount = 0;
  #repeatedLength = 0;

  constructor(analyses: readonly FileAnalysis[], { groups, resolve, liveKeys = [] }: SolveOptions) {
    this.table = remember(tables, groups.join(), () => new RuleTable(groups, nativeCalls.keys()));
    this.network = new Network((path) => path !== "" && this.table.live.has(path));
    this.heap = new Heap(this, elementMethods);
    this.links = new ModuleLinks(this, analyses, resolve);
    // The global object is everywhere, so it is not followed. Instead, a read of a banned global from any object seeks
    // the origin of that object.
    for (const key of [...this.table.globals, "constructor", ...liveKeys])
      this.network.demand(this.heap.liveKeys.of(key));
  }

  solve(analyses: readonly FileAnalysis[]): Solution {
    const { network, detections } = this;
    const placed = analyses.flatMap(({ file, parts }) => parts.map((facts) => this.#place(file, facts)));
    const tooMuchIn = this.#letFlow(placed);
    this.#tellUnknownKeys();
    const isOpen = network.findOpen();
    for (const { variable, place } of this.#expectedCode) {
      const hasText = [...network.valuesOf(variable)].some(({ kind }) => kind === "text");
      if (!hasText || isOpen(variable)) detections.notice("eval", place);
    }
    if (tooMuchIn !== null || network.hasLost)
      detections.notice("followed-so-far", { file: tooMuchIn ?? analyses[0]?.file ?? "", line: 1, column: 1 });
    return { detections, wants: findWants(placed, this), imports: this.links.edges };
  }

  invoke(callee: Value, call: Call, origin: Origin | null = null): void {
    this.network.later(() => {
      callValue(this, callee, call, origin);
    }, callee);
  }

  madeBy({ to }: Call, shape: ObjectValue["shape"], length: number | null = null): ObjectValue {
    const key = `${String(to)} ${shape} ${String(length)}`;
    return remember(this.#made, key, () => this.heap.newObject(shape, { length }));
  }

  join(to: number, left: number, right: number): void {
    const { network, heap } = this;
    network.whenDemanded(to, () => {
      network.watch(left, (first) => {
        network.watch(right, (second) => {
          if (first.kind !== "text" || second.kind !== "text") return;
          if (first.text.length + second.text.length <= longestText)
            network.add(to, heap.textValue(first.text + second.text));
        });
      });
    });
  }

  expectCode(variable: number, { place }: Call): void {
    if (place !== null) this.#expectedCode.push({ variable, place });
  }

  eachKey(variable: number, listener: (key: string | null) => void, result = none): void {
    remember(this.#computedKeys, variable, () => new Set()).add(result);
    this.network.hear(variable, (value) => {
      if (value.kind === "text") listener(value.text);
      if (value.kind === "unknown") listener(null);
    });
  }

  runCode(text: string, { place, to, scope }: Call): void {
    if (place === null) return;
    const ofText = remember(this.#evaluated, text, () => new Map<number, PlacedPart | null>());
    if (!ofText.has(to) && this.#evaluationCount < mostEvaluations && this.#repeatedLength < mostRepeated) {
      this.#evaluationCount += 1;
      if (ofText.size > 0) this.#repeatedLength += text.length;
      ofText.set(to, this.#placeCode(text, place, scope));
    }
    const part = ofText.get(to) ?? null;
    if (part === null) this.detections.notice("eval", place);
    else this.network.flow(part.at(part.facts.completion), to);
  }

  #placeCode(text: string, pinned: SourcePlace, scope: Call["scope"]): PlacedPart | null {
    const parsed = parseSource(text, "js");
    if (isParseProblem(parsed)) return null;
    const { file } = pinned;
    const outerNames = scope ?? new Map<string, number>();
    const facts = collectIfShallow(parsed, { text, file, pinned, outerNames, isScript: true, isSloppy: true });
    if (facts === null) return null;
    const part = this.#place(file, facts, outerNames);
    stateFacts(this, part);
    return part;
  }

  #place(file: string, facts: FlowFacts, scope: PlacedPart["scope"] = null): PlacedPart {
    const base = this.network.newVariables(facts.variableCount);
    return { file, facts, scope, at: (variable) => (variable === none ? none : base + variable) };
  }

  /** Returns the file in which too much flowed to follow, or null. */
  #letFlow(parts: readonly PlacedPart[]): string | null {
    let tooMuchIn: string | null = null;
    // It is usually one large file. With the small ones first, only that one is lost.
    for (const part of parts.toSorted((left, right) => left.facts.facts.length - right.facts.facts.length)) {
      stateFacts(this, part);
      this.network.settle();
      if (this.network.hasLost) tooMuchIn ??= part.file;
    }
    return tooMuchIn;
  }

  /** Adds an unknown key to variables without any value, which may let more flow. */
  #tellUnknownKeys(): void {
    const { network } = this;
    const told = new Set<number>();
    const demandedKeys = (): readonly number[] =>
      [...this.#computedKeys.keys()].filter((variable) => !told.has(variable) && network.isDemanded(variable));
    let seen = -1;
    for (let keys = demandedKeys(); keys.length !== seen; keys = demandedKeys()) {
      const open = keys.filter(network.findOpen());
      for (const variable of this.#firstToTell(open)) {
        told.add(variable);
        network.add(variable, unknownValue);
      }
      seen = keys.length - open.length;
      network.settle();
    }
  }

  /** Puts keys first that are not themselves read by another unknown key: resolving them may reveal the others. */
  #firstToTell(open: readonly number[]): readonly number[] {
    const results = new Set(open.flatMap((variable) => [...(this.#computedKeys.get(variable) ?? [])]));
    const first = open.filter(this.network.findOpen(results));
    return first.length === 0 ? open : first;
  }
}

/** By groups, because the hundreds of components of a scan share them. */
const tables = new Map<string, RuleTable>();
