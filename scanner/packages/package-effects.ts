import { dirname, join, relative } from "node:path";

/**
 * Makes what says whether a module does anything by being loaded, as far as the package says so that it is in: `sideEffects`
 * in its package.json, by which bundlers leave out modules of which nothing is needed.
 */
export function createEffectOracle(read: (file: string) => string | null): (file: string) => boolean {
  const known = new Map<string, (file: string) => boolean>();
  const oracleIn = (folder: string): ((file: string) => boolean) => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const own = /[\\/]node_modules[\\/]/.test(folder)
      ? effectsSaid(folder, read(join(folder, "package.json")))
      : always;
    const made = own ?? oracleIn(dirname(folder));
    known.set(folder, made);
    return made;
  };
  return (file) => oracleIn(dirname(file))(file);
}

const always = (): boolean => true;

/** What a manifest says of the files beside it and below; null where none is there, and another one above may say it. */
function effectsSaid(folder: string, manifest: string | null): ((file: string) => boolean) | null {
  if (manifest === null) return null;
  const sideEffects = sideEffectsIn(manifest);
  if (sideEffects === false) return () => false;
  if (!Array.isArray(sideEffects)) return isNamed(manifest) ? always : null;
  const patterns = sideEffects.filter((pattern) => typeof pattern === "string").map(patternOf);
  return (file) => patterns.some((pattern) => pattern.test(relative(folder, file).replaceAll("\\", "/")));
}

function sideEffectsIn(manifest: string): unknown {
  try {
    const content: unknown = JSON.parse(manifest);
    return typeof content === "object" && content !== null ? Reflect.get(content, "sideEffects") : undefined;
  } catch {
    return undefined;
  }
}

/** A manifest without a name only says of which kind the modules of a folder are. */
function isNamed(manifest: string): boolean {
  return /"name"\s*:/.test(manifest);
}

/** `*` stands for a part of a name, `**` for folders too; a name without a folder may be in any. */
function patternOf(glob: string): RegExp {
  const path = glob.replace(/^\.?\//, "");
  const source = path.replaceAll(/\*\*\/?|\*|[$()+.?[\\\]^{|}]/g, (found) =>
    found.startsWith("**") ? ".*" : found === "*" ? "[^/]*" : `\\${found}`,
  );
  return new RegExp(glob.includes("/") ? `^${source}$` : `(?:^|/)${source}$`);
}
