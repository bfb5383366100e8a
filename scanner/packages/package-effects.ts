import { dirname, join, relative } from "node:path";
import { expandBraces } from "../find/expand-braces.ts";
import { matchesPath, parseGlob } from "../find/glob.ts";

/**
 * Makes a function that says whether loading a module may have an effect, by the field `sideEffects` of its package. Bundlers
 * leave out a module without one if nothing of it is needed.
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

/** The rule of a manifest for the files in its folder; null without a manifest, where one further up decides. */
function effectsSaid(folder: string, manifest: string | null): ((file: string) => boolean) | null {
  if (manifest === null) return null;
  const sideEffects = sideEffectsIn(manifest);
  if (sideEffects === false) return () => false;
  if (!Array.isArray(sideEffects)) return isNamed(manifest) ? always : null;
  const patterns = sideEffects.filter((pattern) => typeof pattern === "string").map(patternOf);
  return (file) => {
    const names = relative(folder, file).split(/[\\/]/);
    return patterns.some((matches) => matches(names));
  };
}

function sideEffectsIn(manifest: string): unknown {
  try {
    const content: unknown = JSON.parse(manifest);
    return typeof content === "object" && content !== null ? Reflect.get(content, "sideEffects") : undefined;
  } catch {
    return undefined;
  }
}

/** A manifest without a name is no package: it only sets the module type of its folder. */
function isNamed(manifest: string): boolean {
  return /"name"\s*:/.test(manifest);
}

/** A glob of `sideEffects`, as bundlers read them: without a slash it matches a name in any folder. */
function patternOf(glob: string): (names: readonly string[]) => boolean {
  const globs = expandBraces(glob.replace(/^\.?\//, "")) ?? [];
  const paths = globs.map((one) => parseGlob(glob.includes("/") ? one : `**/${one}`));
  return (names) => paths.some((segments) => segments !== null && matchesPath(segments, names));
}
