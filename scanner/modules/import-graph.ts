import { Groups } from "./groups.ts";
import { importsIn, type TextImport } from "./imports-in.ts";
import { remember } from "../findings/remember.ts";

/** The modules of a game, by absolute path, and how their imports resolve. */
export interface ModuleTree {
  readonly files: readonly string[];
  readonly read: (path: string) => string;
  /** The file that a specifier resolves to, or null. */
  readonly resolve: (from: string, specifier: string) => string | null;
}

/** One import, and the offset of its specifier in the importing module. */
export interface Import {
  readonly from: string;
  readonly offset: number;
}

/** The import graph, read from the text of all files. */
export class ImportGraph {
  readonly #importers = new Map<string, Import[]>();
  readonly #groups: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ files, read, resolve }: ModuleTree) {
    const groups = new Groups();
    const known = new Set(files);
    let firstScript: string | null = null;
    for (const from of files) {
      const text = read(from);
      // Scripts share their global scope.
      const isScript = !/^[^\S\n\r]*(?:import|export)\b/m.test(text);
      if (isScript) groups.join((firstScript ??= from), from);
      for (const { specifier, offset } of specifiersIn(text)) {
        const to = resolve(from, specifier);
        if (to === null || !known.has(to)) continue;
        remember(this.#importers, to, () => []).push({ from, offset });
        groups.join(from, to);
      }
    }
    this.#groups = groups.of(files);
  }

  importersOf(file: string): readonly Import[] {
    return this.#importers.get(file) ?? [];
  }

  /** All files connected to a file by imports in either direction, including itself: values can flow between them. */
  connectedTo(file: string): ReadonlySet<string> {
    return this.#groups.get(file) ?? new Set([file]);
  }
}

/** Starts at the last `<script` inside a tag, which finds the same source in linear time. */
const scriptTags = /<script\b(?:(?!<script\b)[^>])*\ssrc\s*=\s*["']([^"']+)["']/gi;

/** Every string that looks like an import specifier. A false match is harmless. */
function specifiersIn(text: string): readonly Pick<TextImport, "specifier" | "offset">[] {
  const loaded = Array.from(text.matchAll(scriptTags), ({ 1: source = "", index }) => ({
    specifier: /^[./]/.test(source) ? source : `./${source}`,
    offset: index,
  }));
  return [...importsIn(text), ...loaded];
}
