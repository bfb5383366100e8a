import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { glob } from "tinyglobby";

/** The environment variables of a process. */
export type BuildEnvironment = Readonly<Record<string, string | undefined>>;

/** Files that a build has read. All paths are absolute. */
export interface BuildReads {
  readonly gameDir: string;
  /** Modules, and the files and folders that plugins watch. */
  readonly paths: readonly string[];
  readonly configurationFiles: readonly string[];
  /** Folder of the `.env` files; null if the game uses none. */
  readonly environmentDir: string | null;
  /** Prefixes of the environment variables that the game's code sees. */
  readonly environmentPrefixes: readonly string[];
}

/** Fingerprints of the inputs of a build: files by their content, folders by sizes and times. */
export interface BuildInputs {
  /** SHA-256 by path. Absent files count, too. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 of the paths, sizes and times of all files below a folder, by its path. */
  readonly folders: Readonly<Record<string, string>>;
  /** SHA-256 of the names in a folder, by its path. */
  readonly listings: Readonly<Record<string, string>>;
  readonly environment: EnvironmentInputs;
}

interface EnvironmentInputs {
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
  /** SHA-256 of the values of all variables with these names or prefixes. Unset ones count, too. */
  readonly hash: string;
}

/**
 * Files in the game's folder that affect a build although no module imports them, and that the folder's fingerprint
 * omits.
 */
const besideNames = ["package-lock.json"];

const environmentNames = [".env", ".env.local", ".env.production", ".env.production.local"];

/** Files that builders look for in every parent folder. They configure JSX, styles, target browsers and modules. */
const upwardNames = [
  ...[
    "package.json",
    "tsconfig.json",
    ".browserslistrc",
    ".postcssrc",
    ".postcssrc.json",
    ".postcssrc.yaml",
    ".postcssrc.yml",
  ],
  ...["js", "mjs", "cjs", "ts", "mts", "cts", "json"].map((extension) => `postcss.config.${extension}`),
];

/** Inputs of a finished build. */
export interface FinishedReads {
  readonly inputs: BuildInputs;
  /** Whether a file was edited during the build, so that either version may have been read. */
  readonly wereEdited: boolean;
}

/** Call it before a build; the returned function takes the fingerprints after the build. */
export async function watchReads(
  gameDir: string,
): Promise<(reads: Omit<BuildReads, "gameDir">) => Promise<FinishedReads>> {
  const startedAtMs = Date.now();
  // A builder may change it.
  const environment = { ...process.env };
  const folderBefore = await fingerprintFolder(gameDir);
  return async (reads) => {
    const inputs = await fingerprintInputs({ ...reads, gameDir }, environment);
    const wereEdited =
      inputs.folders[gameDir] !== folderBefore || (await areWrittenSince(Object.keys(inputs.files), startedAtMs));
    return { inputs, wereEdited };
  };
}

/**
 * Fingerprints the inputs of a build, so that the next run can tell whether they have changed. A plugin may read files
 * without reporting them, such as a glob or a template. They are assumed to lie in the game's folder, which is
 * fingerprinted as a whole, or beside a module elsewhere, where only names are. An unnecessary build is slow; a missing
 * one is wrong.
 */
export async function fingerprintInputs(reads: BuildReads, environment: BuildEnvironment): Promise<BuildInputs> {
  const { gameDir, configurationFiles, environmentDir } = reads;
  const watchedFolders = await onlyFolders(reads.paths);
  const modules = reads.paths.filter((path) => !watchedFolders.includes(path));
  const files = [
    ...modules,
    ...configurationFiles,
    ...besideNames.map((name) => join(gameDir, name)),
    ...(environmentDir === null ? [] : environmentNames.map((name) => join(environmentDir, name))),
    ...foldersUpward(gameDir).flatMap((folder) => upwardNames.map((name) => join(folder, name))),
  ];
  const isElsewhere = (path: string): boolean =>
    !path.startsWith(gameDir + sep) && !/[\\/]node_modules[\\/]/u.test(path);
  const names = await namesIn(configurationFiles);
  const prefixes = reads.environmentPrefixes;
  return {
    files: await hashEach(files, hashFile),
    folders: await hashEach([gameDir, ...watchedFolders.filter(isElsewhere)], fingerprintFolder),
    listings: await hashEach(
      modules.filter(isElsewhere).map((path) => dirname(path)),
      hashListing,
    ),
    environment: { names, prefixes, hash: hashEnvironment(names, prefixes, environment) },
  };
}

/** Whether all fingerprints are still the same. */
export async function areInputsUnchanged(inputs: BuildInputs, environment: BuildEnvironment): Promise<boolean> {
  const { names, prefixes, hash } = inputs.environment;
  if (hashEnvironment(names, prefixes, environment) !== hash) return false;
  for (const [hashes, hashOf] of [
    [inputs.folders, fingerprintFolder],
    [inputs.listings, hashListing],
    [inputs.files, hashFile],
  ] as const) {
    const checks = Object.entries(hashes).map(async ([path, expected]) => (await hashOf(path)) === expected);
    if (!(await Promise.all(checks)).every(Boolean)) return false;
  }
  return true;
}

/** Whether any of the files was written after `timeMs`, milliseconds since 1970. */
async function areWrittenSince(paths: readonly string[], timeMs: number): Promise<boolean> {
  const states = await Promise.all(paths.map(async (path) => stat(path).catch(() => null)));
  return states.some((state) => state !== null && state.mtimeMs > timeMs);
}

/**
 * SHA-256 of the paths, sizes and times of all files in a folder, except folders without sources: installed packages,
 * hidden folders, and output of Framegate and of builds, wherever `--out` has put it.
 */
async function fingerprintFolder(folder: string): Promise<string> {
  const paths = await glob("**/*", {
    cwd: folder,
    ignore: ["**/node_modules/**", "reports/**", "dist/**"],
    absolute: true,
    followSymbolicLinks: false,
  });
  const lines = await Promise.all(
    paths
      .filter((path) => !runFolderPattern.test(path.slice(folder.length)))
      .sort()
      .map(async (path) => {
        // A dangling link, or a file that was just removed, is not an input.
        const state = await stat(path).catch(() => null);
        return state === null ? `${path}\nabsent` : `${path}\n${String(state.size)}\n${String(state.mtimeMs)}`;
      }),
  );
  return hashText(lines.join("\n"));
}

/** A report's folder, such as `2026-01-31T094500Z-seed1`. */
const runFolderPattern = /\/\d{4}-\d\d-\d\dT\d{6}Z-seed\d+(?:-\d+)?\//u;

function foldersUpward(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpward(parent)];
}

async function onlyFolders(paths: readonly string[]): Promise<readonly string[]> {
  const states = await Promise.all(paths.map(async (path) => stat(path).catch(() => null)));
  return paths.filter((_path, index) => states[index]?.isDirectory() === true);
}

async function hashEach(
  paths: readonly string[],
  hashOf: (path: string) => Promise<string>,
): Promise<Record<string, string>> {
  const sorted = [...new Set(paths)].sort();
  return Object.fromEntries(await Promise.all(sorted.map(async (path) => [path, await hashOf(path)] as const)));
}

async function hashFile(path: string): Promise<string> {
  try {
    return createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  } catch {
    return "absent";
  }
}

async function hashListing(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  return hashText(
    names
      .filter((name) => !name.startsWith("."))
      .sort()
      .join("\n"),
  );
}

/** All words in the configuration files that could name an environment variable. */
async function namesIn(configurationFiles: readonly string[]): Promise<readonly string[]> {
  const texts = await Promise.all(configurationFiles.map(async (path) => readFile(path, "utf8").catch(() => "")));
  const words = texts.flatMap((text) => [
    ...(text.match(/\b[A-Z][A-Z0-9_]+\b/gu) ?? []),
    ...[...text.matchAll(/\benv\b\W{1,3}(\w+)/gu)].flatMap(([, name]) => name ?? []),
  ]);
  return [...new Set(words)].sort();
}

function hashEnvironment(names: readonly string[], prefixes: readonly string[], environment: BuildEnvironment): string {
  const prefixed = Object.keys(environment).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  const all = [...new Set(["NODE_ENV", ...names, ...prefixed])].sort();
  return hashText(JSON.stringify(all.map((name) => [name, environment[name] ?? null])));
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
