import { resolve, sep } from "node:path";
import type { ResolvedManifest } from "../../src/formats/manifest.ts";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { distDir } from "../package-root.ts";
import { readBuildError } from "./build-error.ts";
import { findMissingPackage } from "./missing-package.ts";

type Built = Pick<ManifestTarget, "gameDir" | "manifestPath"> & {
  readonly manifest: Pick<ResolvedManifest, "name" | "roots">;
};

/** Games whose configuration has run in this process, with their build folders, by game folder. */
const built = new Map<string, { readonly target: Built; readonly outDir: string }>();

/** Records that code from a game's folder has run in this process: its Vite configuration may leave timers behind. */
export function noteBuild(target: Built, outDir: string): void {
  built.set(target.gameDir, { target, outDir });
}

/** Messages for a file that cannot be written, in the words of Node and of the bundler. */
const unwritable = /no space left on device|disk quota exceeded|read-only file system/iu;

/** Error of a build that writes into `outDir`: `write-failed`, `package-missing` or `build-failed`. */
export function buildFailed(
  { gameDir, manifestPath, manifest }: Built,
  thrown: unknown,
  outDir: string,
): FramegateError {
  const { reason, where } = readBuildError(thrown, gameDir);
  const [refusal] = unwritable.exec(reason) ?? [isAt(outDir, thrown) ? reasonOf(thrown) : undefined];
  if (refusal !== undefined)
    return new FramegateError("write-failed", { path: outDir, reason: refusal }, { cause: thrown });
  const missing = findMissingPackage(reason, gameDir, manifest.roots);
  if (missing !== null) {
    // One of our adapters imports it, because the manifest asks for the adapter.
    const isOurs = where !== null && resolve(gameDir, where).startsWith(distDir + sep);
    const place = isOurs ? manifestPath : (where ?? manifestPath);
    const facts = { game: manifest.name, folder: gameDir, where: place, ...missing };
    return new FramegateError("package-missing", facts, { cause: thrown });
  }
  return new FramegateError(
    "build-failed",
    { game: manifest.name, reason, where: where ?? manifestPath },
    { cause: thrown },
  );
}

/** Whether a system error concerns a folder, or a parent or child of it. */
function isAt(folder: string, thrown: unknown): boolean {
  const path: unknown = thrown instanceof Error ? Reflect.get(thrown, "path") : undefined;
  return typeof path === "string" && (path.startsWith(folder) || folder.startsWith(path));
}

/** The build error behind an uncaught error; null if no code of a built game is in its stack. */
export function blameBuild(thrown: Error): FramegateError | null {
  for (const { target, outDir } of built.values())
    if (thrown.stack?.includes(`${target.gameDir}${sep}`) === true) return buildFailed(target, thrown, outDir);
  return null;
}
