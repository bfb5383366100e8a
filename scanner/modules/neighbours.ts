import { lastUpTo } from "../text/place-finder.ts";

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

/** A tag may hold the beginning of another one: what one finds, the other does, too. */
const scripts = /<script\b(?:(?!<script\b)[^>])*\ssrc\s*=\s*["']([^"']+)["']/gi;

/** What looks like the name of a module in an import. A comment that does is an edge too many, and does no harm. */
function specifiersIn(text: string): readonly string[] {
  const named = importsIn(text);
  const loaded = Array.from(text.matchAll(scripts), ([, source = ""]) =>
    /^[./]/.test(source) ? source : `./${source}`,
  );
  return [...named, ...loaded];
}

/** The names behind `from`, `import` and `require`, of which a comment on either side of a parenthesis may part them. */
function importsIn(text: string): readonly string[] {
  const names: string[] = [];
  const behindComment = createCommentSkipper(text);
  const words = /\b(?:from|import|require)\b/g;
  while (words.test(text)) {
    const opener = behindComment(behindBlanks(text, words.lastIndex));
    name.lastIndex = behindComment(behindBlanks(text, text.charAt(opener) === "(" ? opener + 1 : opener));
    const match = name.exec(text);
    if (match === null) continue;
    names.push(match[2] ?? "");
    words.lastIndex = name.lastIndex;
  }
  return names;
}

const name = /(["'`])([^"'`\n]+)\1/y;
const blanks = /\s*/y;

function behindBlanks(text: string, index: number): number {
  blanks.lastIndex = index;
  blanks.test(text);
  return blanks.lastIndex;
}

/** Makes what gives the place behind a comment and behind blanks after it; the place itself where no comment begins. */
function createCommentSkipper(text: string): (index: number) => number {
  // All ends, found once: many comments may seem to begin in one that ends late or never.
  let ends: readonly number[] | null = null;
  return (index) => {
    if (!text.startsWith("/*", index)) return index;
    ends ??= [-1, ...Array.from(text.matchAll(/\*\//g), (match) => match.index)];
    const end = ends[lastUpTo(ends, index + 1) + 1];
    return end === undefined ? index : behindBlanks(text, end + 2);
  };
}
