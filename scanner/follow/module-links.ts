import { everyKey } from "../facts/flow-facts.ts";
import type { ObjectValue, SourcePlace, Value } from "./flow-values.ts";
import type { Machine } from "./machine.ts";
import { nodeModuleGroups, nodeModulePaths } from "../rules/global-rules.ts";
import { packagePathOf } from "../rules/package-rules.ts";
import { packagePrefix } from "../rules/rule.ts";

/** `export * from` hands everything on, whatever its name. */
export type ImportForm = "import" | "require" | "export-all";

/** One module that imports another, and where it says so. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  readonly place: SourcePlace;
  readonly form: ImportForm;
}

/** What a module offers: its exports, and the variable of what `require` gives of it. */
export interface ModuleValue {
  readonly namespace: ObjectValue;
  readonly exports: number;
}

/** The modules of a scan, and who imports whom. */
export interface ModuleLinks {
  readonly edges: readonly ImportEdge[];
  moduleOf(file: string): ModuleValue;
  /** The files that hand on whatever another file exports, read or not. */
  readonly handing: readonly { readonly from: string; readonly to: string }[];
  /** The files that are linked. */
  files(): readonly string[];
  /** The module that a variable comes from, if it is among the sources and was not read; null for any other variable. */
  unreadBehind(variable: number): string | null;
  /** Lets what a specifier means flow into a variable: an analysed module, a module of Node, a known package. */
  importModule(specifier: string, place: SourcePlace, to: number, form: ImportForm): void;
}

type Resolve = (fromFile: string, specifier: string) => string | null;

/** Makes the links of the modules that stand in files: each with the names that it exports itself. */
export function createModuleLinks(
  machine: Machine,
  exportedNames: ReadonlyMap<string, ReadonlySet<string>>,
  resolve: Resolve,
): ModuleLinks {
  const modules = new Map<string, ModuleValue>();
  const edges: ImportEdge[] = [];
  const unread = new Map<number, string>();
  const handing: { readonly from: string; readonly to: string }[] = [];
  const moduleOf = (file: string): ModuleValue => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const made: ModuleValue = {
      // Its own names hide what `export *` hands on, and a default is never handed on.
      namespace: machine.heap.newObject("object", { hiding: new Set(["default", ...(exportedNames.get(file) ?? [])]) }),
      exports: machine.network.newVariable(),
    };
    machine.network.add(made.exports, made.namespace);
    modules.set(file, made);
    return made;
  };
  for (const file of exportedNames.keys()) moduleOf(file);
  return {
    edges,
    handing,
    moduleOf,
    files: () => [...modules.keys()],
    unreadBehind: (variable) => {
      const behind = new Set([variable]);
      for (const one of behind) {
        const file = unread.get(one);
        if (file !== undefined) return file;
        if (behind.size < mostBehind) for (const source of machine.network.sourcesOf(one)) behind.add(source);
      }
      return null;
    },
    importModule: (specifier, place, to, form) => {
      const target = resolve(place.file, specifier);
      const known = target === null ? undefined : modules.get(target);
      if (target !== null && form === "export-all") handing.push({ from: place.file, to: target });
      if (target !== null && known !== undefined) {
        edges.push({ from: place.file, to: target, place, form });
        machine.network.flow(known.exports, to);
        return;
      }
      if (target !== null) unread.set(to, target);
      const path = pathOfModule(machine, specifier, place);
      if (path !== null) machine.network.add(to, moduleValue(machine, path, place, form));
    },
  };
}

/** A name is seldom more than a few assignments away from its import. */
const mostBehind = 50;

/** Whether the properties of a value can be copied. Those of built-in objects cannot: they are not enumerable. */
export function isCopyable(value: Value): boolean {
  return value.kind === "object" || (value.kind === "path" && value.path.startsWith(packagePrefix));
}

/** `require('lodash/random')` is the function itself; an import names it in a specifier, which is read there. */
function moduleValue(machine: Machine, path: string, place: SourcePlace, form: ImportForm): Value {
  const rule = machine.table.byPath.get(path)?.find(({ when }) => when === "obtained");
  if (form !== "require" || rule === undefined) return machine.heap.pathValue(path);
  return machine.heap.obtainedValue(path, machine.detections.obtain(rule, place));
}

function pathOfModule(machine: Machine, specifier: string, place: SourcePlace): string | null {
  const name = specifier.replace(/^node:/, "");
  const group = nodeModuleGroups.get(name);
  if (group !== undefined && machine.table.groups.has(group)) {
    machine.detections.obtain({ path: everyKey, group, when: "obtained", api: `node:${name}` }, place);
  }
  if (name === "module") return "module";
  return nodeModulePaths.get(name) ?? packagePathOf(specifier);
}
