import { dirname, resolve } from "node:path";

/**
 * Makes a resolver for the imports between some files, given by their absolute paths. It asks for nothing outside of them:
 * relative specifiers only, with the endings that bundlers and TypeScript add or replace.
 */
export function createResolver(files: readonly string[]): (from: string, specifier: string) => string | null {
  const known = new Set(files);
  return (from, specifier) => {
    if (!specifier.startsWith(".")) return null;
    const path = resolve(dirname(from), specifier.replace(/[?#].*$/, ""));
    return candidates(path).find((candidate) => known.has(candidate)) ?? null;
  };
}

const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/** What TypeScript reads where an import names what it will be compiled to. */
const compiled: ReadonlyMap<string, readonly string[]> = new Map([
  [".js", [".ts", ".tsx"]],
  [".jsx", [".tsx"]],
  [".mjs", [".mts"]],
  [".cjs", [".cts"]],
]);

function candidates(path: string): readonly string[] {
  const ending = /\.[mc]?jsx?$/.exec(path)?.[0] ?? "";
  const stem = ending === "" ? path : path.slice(0, -ending.length);
  return [
    path,
    ...(compiled.get(ending) ?? []).map((other) => stem + other),
    ...endings.map((other) => path + other),
    ...endings.map((other) => `${path}/index${other}`),
  ];
}
