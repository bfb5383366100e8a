import { createBreather } from "../find/breather.ts";
import type { FoundSources } from "../find/find-sources.ts";
import type { Finding, Group } from "../findings/finding.ts";
import { createImportMaps } from "../modules/import-maps.ts";
import { openFiles } from "../modules/open-files.ts";
import { reachDependencies } from "./reach-dependencies.ts";
import { createResolver } from "../modules/resolve-module.ts";
import { createPathMappings } from "../modules/tsconfig-paths.ts";
import { shownPath } from "../find/walk.ts";

export interface ScanDependenciesOptions {
  readonly groups: readonly Group[];
  /** Folder that the paths in findings are relative to. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Finds banned functions in the packages that the games' entries reach or, without a game, any source. */
export async function scanDependencies(
  { games, files, folders }: FoundSources,
  { groups, cwd, signal }: ScanDependenciesOptions,
): Promise<readonly Finding[]> {
  const system = openFiles();
  const entries = games.flatMap(({ entries: named }) => named).filter((entry) => system.isFile(entry));
  const mappings = createPathMappings(folders, { isFile: system.isThere, read: system.read });
  const importMapOf = createImportMaps(files, system);
  const resolve = createResolver({
    files: system,
    pathsOf: (file) => ({ ...mappings.of(file), ...importMapOf(file) }),
  });
  const { findings } = await reachDependencies(entries.length > 0 ? entries : files, {
    groups,
    resolve,
    breathe: createBreather(signal),
    read: (file) => system.read(file),
  });
  return findings.map((finding) => ({
    ...finding,
    file: shownPath(finding.file, cwd),
    related: finding.related.map((place) => ({ ...place, file: shownPath(place.file, cwd) })),
    chain: finding.chain.map((place) => ({ ...place, file: shownPath(place.file, cwd) })),
  }));
}
