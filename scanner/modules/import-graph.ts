import { Groups } from "./groups.ts";
import { importsIn, type TextImport } from "./imports-in.ts";
import { remember } from "./remember.ts";

/** The modules of a game by their absolute paths, and how one gets from one to another. */
export interface ModuleTree {
  readonly files: readonly string[];
  readonly read: (path: string) => string;
  /** The file among `files` that a specifier means; null for any other. */
  readonly resolve: (from: string, specifier: string) => string | null;
}

/** One import, and the offset of its specifier in the text of the module that imports. */
export interface Import {
  readonly from: string;
  readonly offset: number;
}

/** Who imports whom, read from the text of all files. */
export class ImportGraph {
  readonly #importers = new Map<string, Import[]>();
  readonly #groups: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ files, read, resolve }: ModuleTree) {
    const groups = new Groups();
    let firstScript: string | null = null;
    for (const from of files) {
      const text = read(from);
      // Scripts share their global scope.
      const isScript = !/^[^\S\n\r]*(?:import|export)\b/m.test(text);
      if (isScript) groups.join((firstScript ??= from), from);
      for (const { specifier, offset } of specifiersIn(text)) {
        const to = resolve(from, specifier);
        if (to === null) continue;
        remember(this.#importers, to, () => []).push({ from, offset });
        groups.join(from, to);
      }
    }
    this.#groups = groups.of(files);
  }

  importersOf(file: string): readonly Import[] {
    return this.#importers.get(file) ?? [];
  }

  /** The files that values can reach from a file or come to it from, over any number of imports; itself included. */
  connectedTo(file: string): ReadonlySet<string> {
    return this.#groups.get(file) ?? new Set([file]);
  }
}

/** A tag may hold the beginning of another one: what one finds, the other does, too. */
const scriptTags = /<script\b(?:(?!<script\b)[^>])*\ssrc\s*=\s*["']([^"']+)["']/gi;

/** Every text that looks like the name of a module in an import. One too many does no harm. */
function specifiersIn(text: string): readonly Pick<TextImport, "specifier" | "offset">[] {
  const loaded = Array.from(text.matchAll(scriptTags), ({ 1: source = "", index }) => ({
    specifier: /^[./]/.test(source) ? source : `./${source}`,
    offset: index,
  }));
  return [...importsIn(text), ...loaded];
}
