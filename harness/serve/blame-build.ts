import { sep } from "node:path";
import type { ResolvedManifest } from "../../src/formats/manifest.ts";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { readBuildError } from "./build-error.ts";
import { findMissingPackage } from "./missing-package.ts";

type Built = Pick<ManifestTarget, "gameDir" | "manifestPath"> & {
  readonly manifest: Pick<ResolvedManifest, "name" | "roots">;
};

/** The games of which this process has run the configuration, by their folders. */
const built = new Map<string, Built>();

/** Notes that code of a game's folder runs in this process from now on: its Vite configuration may leave timers behind. */
export function noteBuild(target: Built): void {
  built.set(target.gameDir, target);
}

/** The error of a build: `package-missing` or `build-failed`. */
export function buildFailed({ gameDir, manifestPath, manifest }: Built, thrown: unknown): FramegateError {
  const { reason, where } = readBuildError(thrown, gameDir);
  const missing = findMissingPackage(reason, gameDir, manifest.roots);
  if (missing !== null) {
    const facts = { game: manifest.name, folder: gameDir, where: where ?? manifestPath, ...missing };
    return new FramegateError("package-missing", facts, { cause: thrown });
  }
  return new FramegateError(
    "build-failed",
    { game: manifest.name, reason, where: where ?? manifestPath },
    { cause: thrown },
  );
}

/** The error of the build behind an error that nobody caught; null if no code of a built game is in its stack. */
export function blameBuild(thrown: Error): FramegateError | null {
  for (const target of built.values())
    if (thrown.stack?.includes(`${target.gameDir}${sep}`) === true) return buildFailed(target, thrown);
  return null;
}
