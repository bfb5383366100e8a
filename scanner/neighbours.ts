/** The modules of a game by their absolute paths, and how one gets from one to another. */
export interface ModuleTree {
  readonly files: readonly string[];
  /** The text of a file, read as Latin-1. */
  readonly read: (path: string) => string;
  /** The file among `files` that a specifier means; null for any other. */
  readonly resolve: (from: string, specifier: string) => string | null;
}

/**
 * The files that values can reach from some files or come to them from, over any number of imports, in both directions: an
 * importer gets what a module exports, and a module gets what its importers call it with. The files themselves included.
 */
export function findNeighbours(open: readonly string[], tree: ModuleTree): ReadonlySet<string> {
  const edges = readEdges(tree);
  const reached = new Set(open);
  // A set takes what is added to it while it is gone through.
  for (const file of reached) for (const next of edges.get(file) ?? []) reached.add(next);
  return reached;
}

/** Every import, both ways. */
function readEdges({ files, read, resolve }: ModuleTree): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map<string, Set<string>>(files.map((file) => [file, new Set()]));
  for (const from of files) {
    for (const specifier of specifiersIn(read(from))) {
      const to = resolve(from, specifier);
      if (to === null) continue;
      edges.get(from)?.add(to);
      edges.get(to)?.add(from);
    }
  }
  return edges;
}

const imports = /\b(?:from|import|require)\b\s*(?:\/\*[^]*?\*\/\s*)?\(?\s*(?:\/\*[^]*?\*\/\s*)?(["'`])([^"'`\n]+)\1/g;
const scripts = /<script\b[^>]*\ssrc\s*=\s*["']([^"']+)["']/gi;

/** What looks like the name of a module in an import. A comment that does is an edge too many, and does no harm. */
function specifiersIn(text: string): readonly string[] {
  const named = Array.from(text.matchAll(imports), ([, , specifier = ""]) => specifier);
  const loaded = Array.from(text.matchAll(scripts), ([, source = ""]) => (/^[./]/.test(source) ? source : `./${source}`));
  return [...named, ...loaded];
}
