import type { FileAnalysis } from "../facts/analyse.ts";
import { everyKey, type SourcePlace } from "../facts/flow-facts.ts";
import type { ObjectValue, Value } from "./flow-values.ts";
import type { Ground, Heap } from "./flow-heap.ts";
import type { ResolveModule } from "../modules/resolve-module.ts";
import { nodeModuleGroups, nodeModulePaths } from "../rules/global-rules.ts";
import { packagePathOf } from "../rules/package-rules.ts";

/** `export * from` passes on everything, whatever its name. */
export type ImportForm = "import" | "require" | "export-all";

/** An import of one module by another, and its place. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  readonly place: SourcePlace;
  readonly form: ImportForm;
}

/** The exports of a module, and the variable of its `require` result. */
export interface ModuleValue {
  readonly namespace: ObjectValue;
  readonly exports: number;
}

/** The parts of the solver that linking needs. */
export interface Linker extends Ground {
  readonly heap: Heap;
}

/** The modules of a scan, and the imports between them. */
export class ModuleLinks {
  readonly edges: ImportEdge[] = [];
  /** The linked files and their exports. */
  readonly modules: ReadonlyMap<string, ModuleValue>;
  readonly #machine: Linker;
  readonly #resolve: ResolveModule;
  readonly #unread = new Map<number, string>();
  /** Variables of modules that are neither among the sources nor known. */
  readonly #foreign = new Set<number>();

  constructor(machine: Linker, analyses: readonly FileAnalysis[], resolve: ResolveModule) {
    this.#machine = machine;
    this.#resolve = resolve;
    const { heap, network } = machine;
    this.modules = new Map(
      analyses.map(({ file, parts }) => {
        const exported = parts.flatMap(({ facts }) => facts.filter((fact) => fact.kind === "export"));
        // Its own names hide those of `export *`, which never passes on a default.
        const namespace = heap.newObject("object", { hiding: new Set(["default", ...exported.map(({ key }) => key)]) });
        // A module re-exported by `export *` is exported from here too.
        network.demand(namespace.parents);
        return [file, { namespace, exports: network.newVariable(namespace) }];
      }),
    );
  }

  moduleOf(file: string): ModuleValue {
    const known = this.modules.get(file);
    if (known === undefined) throw new Error(`${file} is not linked.`);
    return known;
  }

  /** The module that a variable comes from, if it is an unread source. Null for any other variable. */
  unreadBehind(variable: number): string | null {
    const behind = new Set([variable]);
    for (const one of behind) {
      const file = this.#unread.get(one);
      if (file !== undefined) return file;
      if (behind.size < mostBehind) for (const source of this.#machine.network.sourcesOf(one)) behind.add(source);
    }
    return null;
  }

  isForeign(variable: number): boolean {
    return this.#foreign.has(variable);
  }

  /** Lets the module of a specifier flow into a variable: an analysed module, a Node module or a known package. */
  importModule(specifier: string, place: SourcePlace, to: number, form: ImportForm): void {
    const { network } = this.#machine;
    const target = this.#resolve(place.file, specifier);
    const known = target === null ? undefined : this.modules.get(target);
    if (target !== null && known !== undefined) {
      this.edges.push({ from: place.file, to: target, place, form });
      network.flow(known.exports, to);
      return;
    }
    if (target !== null) this.#unread.set(to, target);
    const path = pathOfModule(this.#machine, specifier, place);
    if (path !== null) network.add(to, moduleValue(this.#machine, path, place, form), { place, name: specifier });
    else if (target === null) this.#foreign.add(to);
  }
}

/** A name is seldom more than a few assignments away from its import. */
const mostBehind = 50;

/** `require('lodash/random')` returns the function itself. An import names it in a specifier, which is read there. */
function moduleValue(machine: Linker, path: string, place: SourcePlace, form: ImportForm): Value {
  const rule = machine.table.byPath.get(path)?.find(({ when }) => when === "obtained");
  if (form !== "require" || rule === undefined) return machine.heap.pathValue(path);
  return machine.heap.obtainedValue(path, machine.detections.obtain(rule, place));
}

function pathOfModule(machine: Linker, specifier: string, place: SourcePlace): string | null {
  const name = specifier.replace(/^node:/, "");
  const group = nodeModuleGroups.get(name);
  if (group !== undefined && machine.table.groups.has(group)) {
    machine.detections.obtain({ path: everyKey, group, when: "obtained", api: `node:${name}` }, place);
  }
  if (name === "module") return "module";
  return nodeModulePaths.get(name) ?? packagePathOf(specifier);
}
