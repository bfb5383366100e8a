import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import type { Validation } from "../../src/formats/diagnostics.ts";
import { type InputMap, validateInputMap } from "../../src/formats/input-map.ts";
import { type ResolvedManifest, validateManifest } from "../../src/formats/manifest.ts";
import { resolveManifest } from "../../src/formats/resolve-manifest.ts";
import { findOrphan } from "../../src/formats/orphan.ts";
import type { Budget } from "../../src/formats/metrics.ts";
import {
  type Delivery,
  type GameIdentity,
  mainFileOf,
  type GameTarget,
  type ManifestTarget,
  type ServedFolder,
  type TapeInPlan,
} from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { type Accepted, acceptFile, errorFacts, renderDiagnostics } from "./accept-file.ts";
import { checkRoots } from "./check-roots.ts";
import { isResolvableFrom } from "./installed-packages.ts";
import { findBuiltPage, findPage, isPageName } from "./find-page.ts";
import { missingGame } from "./missing-game.ts";
import { deliverRoots, filesForBundler } from "./deliver-roots.ts";
import { loadServer } from "./load-server.ts";
import { loadTape } from "./load-tape.ts";
import { locateDiagnostics } from "./locate-diagnostics.ts";
import { privateKind } from "./private-folder.ts";
import { loadDeclaredPage } from "./load-declared-page.ts";
import { loadPackageBudget } from "./package-budget.ts";
import { readPageTitle } from "./page-title.ts";
import { refuseSources } from "./page-of-sources.ts";
import { readText, requireFile } from "./read-text.ts";
import { findServedFolder, isWithin } from "./served-folder.ts";

/** A game on disk, read and validated. */
export interface Project {
  readonly target: GameTarget;
  readonly delivery: Delivery;
  readonly game: GameIdentity;
  readonly tape: TapeInPlan | null;
  /** Limits under the key `framegate` of the game's package.json. They override the manifest's. */
  readonly packageBudget: Budget | null;
  /** Warnings from validating the files, as printed lines. */
  readonly warnings: readonly string[];
}

type LoadedGame = Omit<Project, "packageBudget">;

/** Options of `loadProject`. */
export interface LoadOptions {
  readonly cwd: string;
  /** A tape. Null means `framegate.tape.json` beside the manifest, if there is one. */
  readonly tape: string | null;
  /** Plays a tape of another game, or of another version of it, with a warning. Otherwise such a tape is refused. */
  readonly allowOrphan?: boolean;
  /**
   * The folder to serve, which must contain the game. Null picks it by the page's references, see `findServedFolder`.
   */
  readonly root?: string | null;
  /** How the game is built. Default: `local`. */
  readonly context?: DeliveryContext;
  /** Ends the wait for a running server. */
  readonly signal?: AbortSignal;
}

/** The name of a manifest in its folder. */
export const manifestName = "framegate.game.json";
/** The name of a game's input map, beside its manifest. */
export const inputMapName = "framegate.input.json";
const tapeName = "framegate.tape.json";

/**
 * Loads a game by its folder, manifest or HTML file, or by the address of a running server on this machine. In a folder
 * without a manifest, the page is the game.
 *
 * @throws FramegateError `game-not-found`, `manifest-not-found`, `several-pages`, `page-needs-bundler`,
 * `file-unreadable`, `file-invalid`, `manifest-unresolvable`, `orphan-tape`, `bad-root`, `no-own-folder`,
 * `server-not-local`, `server-not-reached`, `server-no-page`, `server-failed`, `usage`, and what `deliverRoots` and
 * `checkRoots` throw.
 */
export async function loadProject(argument: string, options: LoadOptions): Promise<Project> {
  const loaded = await loadGame(argument, options);
  const { target } = loaded;
  const budget = target.kind === "server" ? null : loadPackageBudget(dirname(mainFileOf(target)));
  return {
    ...loaded,
    packageBudget: budget?.value ?? null,
    warnings: [...loaded.warnings, ...(budget?.warnings ?? [])],
  };
}

async function loadGame(argument: string, options: LoadOptions): Promise<LoadedGame> {
  const path = resolve(options.cwd, argument);
  if (/^https?:\/\//iu.test(argument)) return await loadAddress(argument, options);
  if (!existsSync(path)) throw missingGame(argument, options.cwd);
  const isFolder = statSync(path).isDirectory();
  if (isPageName(path) && !isFolder) return await loadPage(path, options);
  const manifestPath = isFolder ? join(path, manifestName) : path;
  if (existsSync(manifestPath)) return await loadManifestGame(manifestPath, options);
  const page = findPage(path);
  if (page === null) throw new FramegateError("manifest-not-found", { path: manifestPath, page: findBuiltPage(path) });
  return await loadPage(page, options);
}

async function loadAddress(
  address: string,
  { root = null, context = "local", signal, ...options }: LoadOptions,
): Promise<LoadedGame> {
  if (root !== null) throw new FramegateError("bad-root", { path: root, reason: "does not apply to a running server" });
  if (context === "hosted") {
    const problem = "--context hosted builds a game from its files, and a running server has built its game itself.";
    throw new FramegateError("usage", { problem, command: "framegate perf" });
  }
  const tape = options.tape === null ? null : loadTape(options.tape, options.cwd);
  const loaded = await loadServer(address, signal ?? new AbortController().signal);
  const delivery = { context, ignoredFiles: [] };
  return { ...loaded, delivery, tape: tape?.value ?? null, warnings: tape?.warnings ?? [] };
}

async function loadPage(htmlPath: string, options: LoadOptions): Promise<LoadedGame> {
  requireFile(htmlPath);
  const root = givenRoot(htmlPath, options);
  if (root === null) refusePrivateFolder(htmlPath);
  refuseSources(htmlPath);
  const tape = options.tape === null ? null : loadTape(options.tape, options.cwd);
  return {
    target: { kind: "page", htmlPath, served: root ?? findServedFolder(htmlPath), declared: null },
    // A page is served unchanged, in either context.
    delivery: { context: options.context ?? "local", ignoredFiles: [] },
    game: {
      name: (await readPageTitle(htmlPath)) ?? `${basename(dirname(htmlPath))}/${basename(htmlPath)}`,
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
  return { folder, because: "--root" };
}

/** A game can read the folder it lies in, so that folder should hold nothing else. */
function refusePrivateFolder(gameFile: string): void {
  const folder = dirname(gameFile);
  const kind = privateKind(folder);
  if (kind !== null) throw new FramegateError("no-own-folder", { path: gameFile, folder, kind });
}

async function loadManifestGame(manifestPath: string, options: LoadOptions): Promise<LoadedGame> {
  const gameDir = dirname(manifestPath);
  const { context = "local" } = options;
  const root = givenRoot(manifestPath, options);
  if (root === null) refusePrivateFolder(manifestPath);
  const text = readText(manifestPath);
  const written = acceptFile(manifestPath, text, validateManifest(text));
  const isResolvable = (specifier: string): boolean => isResolvableFrom(gameDir, specifier);
  const resolved = acceptResolved(manifestPath, text, resolveManifest(written.value, context, { isResolvable }));
  const manifest = deliverRoots(resolved.value, context, { path: manifestPath, text });
  const inputMap = loadInputMap(join(gameDir, inputMapName));
  const game = identify(manifest, text);
  const tape = loadTapeOf(game, gameDir, options);
  const page = await loadDeclaredPage(manifestPath, manifest);
  const ofScenes = page === null ? await checkRoots(manifest, { gameDir, manifestPath }) : [];
  const ofRoots: ManifestTarget = {
    kind: "manifest",
    ...{ gameDir, manifestPath, manifest, inputMap: inputMap?.value ?? null },
    served: root ?? { folder: gameDir, because: null },
  };
  return {
    target: page === null ? ofRoots : { kind: "page", ...page, served: root ?? findServedFolder(page.htmlPath) },
    delivery: describeDelivery(context, page === null ? gameDir : null),
    game,
    tape: tape?.value ?? null,
    warnings: [...[written, resolved, inputMap, tape].flatMap((part) => part?.warnings ?? []), ...ofScenes],
  };
}

/** A built game may have files for a bundler. */
function describeDelivery(context: DeliveryContext, builtDir: string | null): Delivery {
  return { context, ignoredFiles: context === "hosted" && builtDir !== null ? filesForBundler(builtDir) : [] };
}

/** The tape of the options, or the one beside the manifest; null if there is none. */
function loadTapeOf(game: GameIdentity, gameDir: string, options: LoadOptions): Accepted<TapeInPlan> | null {
  const file = options.tape ?? defaultTape(gameDir, options.cwd);
  if (file === null) return null;
  const { value, warnings } = loadTape(file, options.cwd);
  const orphaned = checkOrphan(value, game, options);
  if (orphaned.length === 0) return { value, warnings };
  return { value: { ...value, isOrphan: true }, warnings: [...warnings, ...orphaned] };
}

function identify(manifest: ResolvedManifest, text: string): GameIdentity {
  const { name, version, appId, engineVersion } = manifest;
  return { name, version, appId, engineVersion, manifestHash: createHash("sha256").update(text).digest("hex") };
}

/** Warning for a tape of another game or version that is played anyway. */
function checkOrphan({ file, tape }: TapeInPlan, game: GameIdentity, { allowOrphan }: LoadOptions): readonly string[] {
  const orphan = tape.game === undefined ? null : findOrphan({ ...tape.game, appId: null }, game);
  if (orphan === null) return [];
  if (allowOrphan !== true) throw new FramegateError("orphan-tape", { path: file, reason: orphan.reason });
  return [`${file} - warning orphan-tape: This tape is an orphan: it ${orphan.reason}.`];
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

/** Relative, because a report with paths of this machine could not be reproduced elsewhere. */
function defaultTape(gameDir: string, cwd: string): string | null {
  const path = join(gameDir, tapeName);
  return existsSync(path) ? relative(cwd, path) : null;
}
