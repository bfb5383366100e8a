import { dirname, join, resolve, sep } from "node:path";
import type { Plugin } from "vite";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { distDir, packageRoot } from "../package-root.ts";
import { framePages } from "./frame-pages.ts";
import { hostEntry } from "./host-entry.ts";
import { findDependencyUrls } from "./ingest-packages.ts";
import { ownPath } from "./own-code.ts";
import { runOrigins, type SiteOrigins } from "./origins.ts";

/** Framegate's part of a build. */
export interface HostPlugin {
  readonly plugin: Plugin;
  readonly entryId: string;
  /** Absolute paths of all modules. Known after the build. */
  modules(): readonly string[];
  /** Files that every run loads: the host, the adapters and entries, and their imports. Known after the build. */
  loadedFiles(): readonly string[];
  /** Whether the game uses a glob that may match outside its folder. Known after the build. */
  hasGlobsElsewhere(): boolean;
}

/** The game that a host page is generated for. */
export interface HostedRoots extends Pick<ManifestTarget, "gameDir"> {
  readonly manifest: Pick<ManifestTarget["manifest"], "roots">;
}

const entryId = "virtual:framegate-host";
const resolvedEntryId = `\0${entryId}`;

// If the game's own code matches, a frame must end with a turn of the event loop. Matches in strings and comments do no
// harm: an extra turn costs five microseconds, and a missing one changes the game.
export const promisePattern =
  /\basync\b|\bawait\b|\bPromise\b|\.then\s*\(|\bqueueMicrotask\b|\bMessageChannel\b|\bpostMessage\b/u;

/**
 * Creates the plugin that generates the host page's entry from the manifest's roots, resolves `framegate` for games
 * that have not installed it, and resolves the runtimes of Framegate's adapters from the game.
 */
export function createHostPlugin({ gameDir, manifest }: HostedRoots, origins: SiteOrigins = runOrigins): HostPlugin {
  const modules = new Set<string>();
  let loadedFiles: readonly string[] = [];
  // It is unknown what an unmodified game does between frames.
  let needsTurns = manifest.roots.some(({ adapter }) => adapter.kind === "ingest");
  let hasGlobsElsewhere = false;
  let isBuilding = true;
  const isOwn = (id: string): boolean => id.startsWith(distDir + sep);
  const plugin: Plugin = {
    name: "framegate:host",
    enforce: "pre",
    configResolved({ command }) {
      isBuilding = command === "build";
    },
    async resolveId(source, importer, options) {
      if (source === entryId) return resolvedEntryId;
      if (source === "framegate") return join(distDir, "src/index.js");
      if (source === "framegate/adapter") return join(distDir, "src/adapter.js");
      const isBare = !source.startsWith(".") && !source.startsWith("/") && !source.startsWith("\0");
      // The adapters are in Framegate's folder, but must use the game's own three.
      if (isBare && importer !== undefined && (importer === resolvedEntryId || isOwn(importer))) {
        const ofGame = await this.resolve(source, join(gameDir, "framegate.game.json"), { ...options, skipSelf: true });
        return (
          ofGame ?? (await this.resolve(source, join(packageRoot, "package.json"), { ...options, skipSelf: true }))
        );
      }
      return undefined;
    },
    async load(id) {
      if (id !== resolvedEntryId) return undefined;
      const { roots } = manifest;
      const dependencyUrls = await findDependencyUrls(roots, gameDir, origins.host, async (specifier) => {
        const file = (await this.resolve(specifier, join(gameDir, "framegate.game.json")))?.id ?? null;
        // An upgrade of the package may move it.
        if (file !== null) this.addWatchFile(file);
        return file;
      });
      return {
        code: hostEntry({
          ...{ roots, dependencyUrls, embedOrigin: origins.embed },
          paths: { own: ownPath, game: (path) => join(gameDir, path) },
          // A development server loads modules one by one, so nothing is known about them here.
          needsTurns: isBuilding ? needsTurnsName : "true",
          isReplaced: !isBuilding,
        }),
        moduleSideEffects: true,
      };
    },
    transform(code, id) {
      if (id.includes("node_modules") || isOwn(id) || id.startsWith("\0")) return undefined;
      if (promisePattern.test(code)) needsTurns = true;
      if (globsElsewhere(code, id, gameDir)) hasGlobsElsewhere = true;
      return undefined;
    },
    renderChunk(code) {
      // Known only after all modules, so the entry contains a placeholder.
      return code.includes(needsTurnsName) ? code.replaceAll(needsTurnsName, String(needsTurns)) : undefined;
    },
    generateBundle(_options, bundle) {
      for (const { fileName, source } of framePages(manifest.roots)) this.emitFile({ type: "asset", fileName, source });
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])),
      );
      const host = [...chunks.values()].find((chunk) => chunk.facadeModuleId === resolvedEntryId);
      loadedFiles = withImports(
        [host?.fileName ?? "", ...(host?.dynamicImports ?? [])],
        (name) => chunks.get(name)?.imports,
      );
    },
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const [path] = id.split("?");
        if (path !== undefined && path.startsWith("/") && !path.includes("\0")) modules.add(path);
      }
    },
  };
  return {
    plugin,
    entryId,
    modules: () => [...modules],
    loadedFiles: () => loadedFiles,
    hasGlobsElsewhere: () => hasGlobsElsewhere,
  };
}

/** Whether a module may have a glob outside the game's folder, where a new matching file would go unnoticed. */
function globsElsewhere(code: string, id: string, gameDir: string): boolean {
  for (const { index } of code.matchAll(/\bimport\.meta\.glob\b/gu)) {
    const [, text] = globArguments.exec(code.slice(index)) ?? [];
    if (text === undefined) return true;
    const patterns = [...text.matchAll(/["'`]!?([^"'`]*)["'`]/gu)].flatMap(([, pattern]) => pattern ?? []);
    if (patterns.some((pattern) => leadsElsewhere(pattern, id, gameDir))) return true;
  }
  return false;
}

const globArguments = /^import\.meta\.glob\s*(?:<[^(]*>)?\s*\(((?:[^()"'`]|"[^"]*"|'[^']*'|`[^`]*`)*)\)/u;

function leadsElsewhere(pattern: string, id: string, gameDir: string): boolean {
  if (pattern.includes("..") || pattern.startsWith("./")) {
    const path = pattern.startsWith("/") ? join(gameDir, pattern) : resolve(dirname(id), pattern);
    return !path.startsWith(gameDir + sep);
  }
  // An alias or a package may point anywhere. Other strings are options, such as the name of an export.
  return pattern.includes("*") && !pattern.startsWith("/");
}

/** The named files and all their imports, each once. */
function withImports(
  names: readonly string[],
  importsOf: (name: string) => readonly string[] | undefined,
): readonly string[] {
  const found = new Set<string>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const imports = importsOf(name);
    if (imports === undefined || found.has(name)) continue;
    found.add(name);
    queue.push(...imports);
  }
  return [...found];
}

// Placeholder for a value that is known only after all modules.
const needsTurnsName = "__FRAMEGATE_NEEDS_TURNS__";
