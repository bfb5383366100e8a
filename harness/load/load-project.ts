import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Validation } from "../../src/formats/diagnostics.ts";
import { type InputMap, validateInputMap } from "../../src/formats/input-map.ts";
import { type ResolvedManifest, type ResolvedRoot, validateManifest } from "../../src/formats/manifest.ts";
import { resolveManifest } from "../../src/formats/resolve-manifest.ts";
import { findOrphan } from "../../src/formats/orphan.ts";
import type { GameIdentity, ManifestTarget, PageTarget, ServedFolder, TapeInPlan } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { type Accepted, acceptFile, errorFacts, renderDiagnostics } from "./accept-file.ts";
import { loadTape } from "./load-tape.ts";
import { locateDiagnostics } from "./locate-diagnostics.ts";
import { createPathLookup } from "./look-up-path.ts";
import { readText } from "./read-text.ts";
import { findServedFolder, isWithin } from "./served-folder.ts";

/** A game on the disk, read and validated. */
export interface Project {
  readonly target: ManifestTarget | PageTarget;
  readonly game: GameIdentity;
  readonly tape: TapeInPlan | null;
  /** The warnings of the files' validation, as printed lines. */
  readonly warnings: readonly string[];
}

/** Options of `loadProject`. */
export interface LoadOptions {
  readonly cwd: string;
  /** A tape. Null means `framegate.tape.json` beside the manifest, if there is one. */
  readonly tape: string | null;
  /** Plays a tape of another game, or of another version of it, with a warning. Otherwise such a tape is refused. */
  readonly allowOrphan?: boolean;
  /** The folder to serve, which must hold the game; null decides by what a page refers to, see `findServedFolder`. */
  readonly root?: string | null;
}

const manifestName = "framegate.game.json";
const inputMapName = "framegate.input.json";
const tapeName = "framegate.tape.json";

/**
 * Loads a game by its folder, manifest or HTML file.
 *
 * @throws FramegateError `game-not-found`, `manifest-not-found`, `file-unreadable`, `file-invalid`,
 * `manifest-unresolvable`, `entry-missing`, `entry-not-found`, `orphan-tape`, `bad-root`, `not-supported`.
 */
export async function loadProject(argument: string, options: LoadOptions): Promise<Project> {
  const path = resolve(options.cwd, argument);
  if (/^https?:\/\//u.test(argument)) {
    throw new FramegateError("not-supported", {
      what: "A URL as a game",
      path: argument,
      instead: "Pass the path of the HTML file that the server serves.",
    });
  }
  if (!existsSync(path)) throw missingGame(path);
  if (/\.html?$/iu.test(path)) return await loadPage(path, options);
  const manifestPath = statSync(path).isDirectory() ? join(path, manifestName) : path;
  if (!existsSync(manifestPath)) throw new FramegateError("manifest-not-found", { path: manifestPath });
  return await loadManifestGame(manifestPath, options);
}

function missingGame(path: string): FramegateError {
  return path.endsWith(".json")
    ? new FramegateError("manifest-not-found", { path })
    : new FramegateError("game-not-found", { path });
}

async function loadPage(htmlPath: string, options: LoadOptions): Promise<Project> {
  const tape = options.tape === null ? null : loadTape(options.tape, options.cwd);
  return {
    target: { kind: "page", htmlPath, served: givenRoot(htmlPath, options) ?? findServedFolder(htmlPath) },
    game: {
      name: `${basename(dirname(htmlPath))}/${basename(htmlPath)}`,
      version: null,
      appId: null,
      engineVersion: null,
      manifestHash: null,
    },
    tape: tape?.value ?? null,
    warnings: tape?.warnings ?? [],
  };
}

/** The folder of `--root`; null if none is given. */
function givenRoot(gameFile: string, { root = null, cwd }: LoadOptions): ServedFolder | null {
  if (root === null) return null;
  const folder = resolve(cwd, root);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) throw new FramegateError("bad-root", { path: folder, reason: "is not a folder" });
  if (!isWithin(gameFile, folder))
    throw new FramegateError("bad-root", { path: folder, reason: "does not hold the game" });
  return { folder, because: null };
}

async function loadManifestGame(manifestPath: string, options: LoadOptions): Promise<Project> {
  const gameDir = dirname(manifestPath);
  const text = readText(manifestPath);
  const written = acceptFile(manifestPath, text, validateManifest(text));
  const resolved = acceptResolved(manifestPath, text, resolveManifest(written.value, "local"));
  const inputMap = loadInputMap(join(gameDir, inputMapName));
  const tapeFile = options.tape ?? defaultTape(gameDir, options.cwd);
  const tape = tapeFile === null ? null : loadTape(tapeFile, options.cwd);
  const game = identify(resolved.value, text);
  const orphaned = tape === null ? [] : checkOrphan(tape.value, game, options);
  for (const root of resolved.value.roots) await checkRoot(root, gameDir, manifestPath);
  return {
    target: {
      kind: "manifest",
      gameDir,
      manifestPath,
      manifest: resolved.value,
      inputMap: inputMap?.value ?? null,
      served: givenRoot(manifestPath, options) ?? { folder: gameDir, because: null },
    },
    game,
    tape: tape === null ? null : { ...tape.value, ...(orphaned.length === 0 ? {} : { isOrphan: true }) },
    warnings: [...[written, resolved, inputMap, tape].flatMap((part) => part?.warnings ?? []), ...orphaned],
  };
}

function identify(manifest: ResolvedManifest, text: string): GameIdentity {
  const { name, version, appId, engineVersion } = manifest;
  return { name, version, appId, engineVersion, manifestHash: createHash("sha256").update(text).digest("hex") };
}

/** The warning for a tape of another game or version that is played anyway. */
function checkOrphan({ file, tape }: TapeInPlan, game: GameIdentity, { allowOrphan }: LoadOptions): readonly string[] {
  const orphan = tape.game === undefined ? null : findOrphan({ ...tape.game, appId: null }, game);
  if (orphan === null) return [];
  if (allowOrphan !== true) throw new FramegateError("orphan-tape", { path: file, reason: orphan.reason });
  return [`${file} - warning orphan-tape: This tape is an orphan: it ${orphan.reason}.`];
}

/** Finds errors before the build that would otherwise show at mounting. */
async function checkRoot(
  { id, adapter, entry, scene }: ResolvedRoot,
  gameDir: string,
  manifestPath: string,
): Promise<void> {
  if (adapter.kind !== "default") {
    throw new FramegateError("not-supported", {
      what: adapter.kind === "custom" ? `A custom adapter (root "${id}")` : `An ingest adapter (root "${id}")`,
      path: manifestPath,
      instead: "Use threejs, pixijs or react; an unmodified game runs by its HTML file: framegate perf index.html",
    });
  }
  if (entry === null && scene !== null) {
    throw new FramegateError("not-supported", {
      what: `A scene file as a root ("${id}")`,
      path: manifestPath,
      instead: 'Use "entry": a module that exports setup(ctx) and loads the scene.',
    });
  }
  if (entry === null)
    throw new FramegateError("entry-missing", { rootId: id, adapter: adapter.name, path: manifestPath });
  if (!existsSync(join(gameDir, entry))) {
    const lookup = await createPathLookup(gameDir)(entry);
    const nearest = lookup.found === "nothing" ? lookup.nearest : lookup.found === "other-case" ? lookup.written : null;
    throw new FramegateError("entry-not-found", { rootId: id, entry, nearest, path: manifestPath });
  }
}

function acceptResolved<T>(path: string, text: string, resolution: Validation<T>): Accepted<T> {
  if (!resolution.ok) {
    const errors = locateDiagnostics(text, resolution.errors);
    throw new FramegateError("manifest-unresolvable", errorFacts(path, text, errors));
  }
  return { value: resolution.value, warnings: renderDiagnostics(path, text, resolution.warnings) };
}

function loadInputMap(path: string): Accepted<InputMap> | null {
  if (!existsSync(path)) return null;
  const text = readText(path);
  return acceptFile(path, text, validateInputMap(text));
}

/** Relative, because a report with paths of this machine could not be reproduced on another. */
function defaultTape(gameDir: string, cwd: string): string | null {
  const path = join(gameDir, tapeName);
  return existsSync(path) ? relative(cwd, path) : null;
}
