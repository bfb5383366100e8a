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

/** The games of which this process has run the configuration, with the folders of their builds, by their folders. */
const built = new Map<string, { readonly target: Built; readonly outDir: string }>();

/** Notes that code of a game's folder runs in this process from now on: its Vite configuration may leave timers behind. */
export function noteBuild(target: Built, outDir: string): void {
  built.set(target.gameDir, { target, outDir });
}

/** How systems say, in the words of Node and of the bundler, that a file cannot be written. */
const unwritable = /no space left on device|disk quota exceeded|read-only file system/iu;

/** The error of a build that writes into `outDir`: `write-failed`, `package-missing` or `build-failed`. */
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
    // An adapter of ours imports it, because the manifest asks for the adapter.
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

/** Whether an error of the system is about a folder, or about one above or below it. */
function isAt(folder: string, thrown: unknown): boolean {
  const path: unknown = thrown instanceof Error ? Reflect.get(thrown, "path") : undefined;
  return typeof path === "string" && (path.startsWith(folder) || folder.startsWith(path));
}

/** The error of the build behind an error that nobody caught; null if no code of a built game is in its stack. */
export function blameBuild(thrown: Error): FramegateError | null {
  for (const { target, outDir } of built.values())
    if (thrown.stack?.includes(`${target.gameDir}${sep}`) === true) return buildFailed(target, thrown, outDir);
  return null;
}
