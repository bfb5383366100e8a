import { Groups } from "./groups.ts";
import { importsIn, type TextImport } from "./imports-in.ts";
import type { ResolveModule } from "./resolve-module.ts";
import { remember } from "../findings/remember.ts";

/** One import, and the offset of its specifier in the importing module. */
export interface Import {
  readonly from: string;
  readonly offset: number;
}

/** The import graph, read from the text of all files. */
export class ImportGraph {
  readonly #importers = new Map<string, Import[]>();
  readonly #groups: ReadonlyMap<string, ReadonlySet<string>>;

  /** @param files Absolute paths. */
  constructor(files: readonly string[], read: (path: string) => string, resolve: ResolveModule) {
    const groups = new Groups();
    const known = new Set(files);
    let firstScript: string | null = null;
    for (const from of files) {
      const text = read(from);
      // Scripts share their global scope.
      const isScript = !/^[^\S\n\r]*(?:import|export)\b/m.test(text);
      if (isScript) groups.join((firstScript ??= from), from);
      for (const { specifier, offset } of [...importsIn(text), ...scriptsIn(text)]) {
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

/** The likely script tags of a text. As with imports, a false match is harmless. */
function scriptsIn(text: string): readonly Omit<TextImport, "start">[] {
  return Array.from(text.matchAll(scriptTags), ({ 1: source = "", index: offset }) => {
    return { specifier: /^[./]/.test(source) ? source : `./${source}`, offset };
  });
}
