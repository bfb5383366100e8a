import { dirname, join, resolve } from "node:path";
import { openCache } from "../cache/cache.ts";
import { createEntryPaths } from "../modules/entry-paths.ts";
import type { FoundSources } from "../find/find-sources.ts";
import type { Group } from "../findings/finding.ts";
import { createImportMaps } from "../modules/import-maps.ts";
import { createLineReader, type KnownLine } from "../findings/line-reader.ts";
import { openFiles, type OpenFiles } from "../modules/open-files.ts";
import type { LineReader } from "../report/scan-report.ts";
import { createResolver, type ResolveModule } from "../modules/resolve-module.ts";
import { scanSources } from "./scan-sources.ts";
import type { FoundProblems, ScannedSources } from "../findings/scanned-sources.ts";
import { applySuppressions } from "../findings/suppressions.ts";
import { createPathMappings } from "../modules/tsconfig-paths.ts";
import { shownPath } from "../find/walk.ts";

export interface ScanFoundOptions {
  readonly cwd: string;
  readonly groups: readonly Group[];
  /** What `findUnclear` says of the files; null where it has not been asked. */
  readonly unclear: readonly string[] | null;
  readonly isUnfiltered: boolean;
  /** The file to remember results in, relative to `cwd`. */
  readonly cache: string | null;
  readonly signal: AbortSignal;
}

/** Scans the sources of which something may not be clear, and lets pass what they say may. */
export async function scanFound(found: FoundSources, options: ScanFoundOptions): Promise<FoundProblems> {
  const { scanned, readLine, grounds } = await scanOrRemember(found, options);
  const { findings, notices, suppressions } = scanned;
  return { notices, ...applySuppressions(findings, suppressions, options.groups), readLine, grounds };
}

interface Scanned extends Pick<FoundProblems, "readLine" | "grounds"> {
  readonly scanned: ScannedSources;
}

async function scanOrRemember(found: FoundSources, options: ScanFoundOptions): Promise<Scanned> {
  const { cwd, groups, unclear, isUnfiltered, signal } = options;
  const system = openFiles();
  const mappings = createPathMappings(found.folders, { isFile: system.isThere, read: system.read });
  const importMapOf = createImportMaps(found.files, system);
  const resolveModule = rememberByFolder(
    createResolver({ files: system, pathsOf: (file) => ({ ...mappings.of(file), ...importMapOf(file) }) }),
  );
  const entries = found.games.flatMap((game) => game.entries).filter((entry) => system.isFile(entry));
  const pathFromEntry = createEntryPaths(entries, {
    read: system.read,
    resolve: resolveModule,
    shown: (path) => shownPath(path, cwd),
  });
  const settings = { cwd, groups, unclear, isUnfiltered, signal, resolve: resolveModule, pathFromEntry };
  const readLine = createLineReader(cwd);
  if (options.cache === null)
    return { scanned: await scanSources(found.files, { ...settings, cache: null }), readLine, grounds: null };
  const files = [
    ...mappings.configurationsOf(found.files),
    ...manifestsAbove(found.files, system),
    ...found.files,
    ...entries.filter((entry) => !found.files.includes(entry)),
  ];
  // Before it is asked for what only a scan asks for.
  const grounds = { contents: files, presences: system.missing() };
  const cache = openCache(resolve(cwd, options.cache), {
    files,
    settings: [cwd, String(isUnfiltered), ...groups, ...entries],
  });
  const known = cache.known();
  if (known !== undefined) return { scanned: known.scanned, readLine: createLineReader(cwd, known.lines), grounds };
  const scanned = await scanSources(found.files, { ...settings, cache });
  cache.keep({ scanned, lines: linesOf(scanned, readLine) });
  return { scanned, readLine, grounds };
}

/** In characters: what is longer is minified, and as long as its file. */
const longestKeptLine = 1000;

function linesOf({ findings }: ScannedSources, readLine: LineReader): readonly KnownLine[] {
  return findings.flatMap(({ file, line }): readonly KnownLine[] => {
    const text = readLine(file, line);
    return text === null || text.length > longestKeptLine ? [] : [[file, line, text]];
  });
}

/** The modules of a folder import much the same, and what they mean by it depends on no more than the folder. */
function rememberByFolder(resolveModule: ResolveModule): ResolveModule {
  const known = new Map<string, string | null>();
  return (from, specifier) => {
    const key = `${dirname(from)}\0${specifier}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const resolved = resolveModule(from, specifier);
    known.set(key, resolved);
    return resolved;
  };
}

/** Each package.json beside one of the files or above it: they say what a specifier means. */
function manifestsAbove(files: readonly string[], system: OpenFiles): readonly string[] {
  const folders = new Set(files.map((file) => dirname(file)));
  // A set takes what is added to it while it is gone through.
  for (const folder of folders) folders.add(dirname(folder));
  return [...folders].map((folder) => join(folder, "package.json")).filter((path) => system.isThere(path));
}
