import { dirname, join, relative } from "node:path";
import { compileGlob, expandBraces, parseGlob } from "../find/glob.ts";
import { parseJson, property } from "../find/json.ts";
import { remember } from "../findings/remember.ts";

type MayHaveEffect = (file: string) => boolean;

/**
 * Creates a function that returns whether loading a module may have an effect, by the field `sideEffects` of its
 * package. Bundlers drop an unused module without effects.
 */
export function createEffectOracle(read: (file: string) => string | null): MayHaveEffect {
  const known = new Map<string, MayHaveEffect>();
  const oracleIn = (folder: string): MayHaveEffect =>
    remember(known, folder, () => {
      if (!/[\\/]node_modules[\\/]/.test(folder)) return () => true;
      return effectsSaid(folder, parseJson(read(join(folder, "package.json")))) ?? oracleIn(dirname(folder));
    });
  return (file) => oracleIn(dirname(file))(file);
}

/** The rule of a manifest for the files in its folder. Null if there is none, and a parent folder decides. */
function effectsSaid(folder: string, manifest: unknown): MayHaveEffect | null {
  const sideEffects = property(manifest, "sideEffects");
  if (sideEffects === false) return () => false;
  // A manifest without a name is not a package: it only sets the module type of its folder.
  if (!Array.isArray(sideEffects)) return property(manifest, "name") === undefined ? null : () => true;
  const globs = sideEffects.filter((glob) => typeof glob === "string" && glob !== "").map(String);
  // As bundlers read them: without a slash, a glob matches a name in any folder.
  const named = globs.map((glob) => (glob.includes("/") ? glob.replace(/^\.?\//, "") : `**/${glob}`));
  const expressions = named.flatMap((glob) => expandBraces(glob)?.map(parseGlob) ?? null);
  const known = expressions.flatMap((segments) => (segments === null ? [] : [compileGlob(segments)]));
  // A file that an unreadable glob may mean has effects.
  if (known.length < expressions.length) return () => true;
  return (file) => known.some((expression) => expression.test(relative(folder, file).replaceAll("\\", "/")));
}
