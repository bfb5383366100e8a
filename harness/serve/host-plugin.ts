import { dirname, join, resolve, sep } from "node:path";
import type { Plugin } from "vite";
import type { ResolvedRoot } from "../../src/formats/manifest.ts";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { distDir, packageRoot } from "../package-root.ts";

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

const entryId = "virtual:framegate-host";
const resolvedEntryId = `\0${entryId}`;

const adapterModules = {
  threejs: { file: "threejs.js", export: "mountThreejs" },
  pixijs: { file: "pixijs.js", export: "mountPixijs" },
  react: { file: "react.js", export: "mountReact" },
} as const;

// If the game's own code has any of these, a frame must end with a turn of the event loop. Matches in strings and
// comments do no harm: an extra turn costs five microseconds, and a missing one changes the game.
const promisePattern =
  /\basync\b|\bawait\b|\bPromise\b|\.then\s*\(|\bqueueMicrotask\b|\bMessageChannel\b|\bpostMessage\b/u;

/**
 * Creates the plugin that generates the entry of the host page from the manifest's roots, resolves `framegate` for
 * games that have not installed it, and resolves the runtimes of Framegate's adapters from the game.
 */
export function createHostPlugin({ gameDir, manifest }: ManifestTarget): HostPlugin {
  const modules = new Set<string>();
  let loadedFiles: readonly string[] = [];
  let needsTurns = false;
  let hasGlobsElsewhere = false;
  const isOwn = (id: string): boolean => id.startsWith(distDir + sep);
  const plugin: Plugin = {
    name: "framegate:host",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (source === entryId) return resolvedEntryId;
      if (source === "framegate") return join(distDir, "src/index.js");
      const isBare = !source.startsWith(".") && !source.startsWith("/") && !source.startsWith("\0");
      // The adapters are in Framegate's folder, but must use the game's own three.
      if (isBare && importer !== undefined && isOwn(importer)) {
        const ofGame = await this.resolve(source, join(gameDir, "framegate.game.json"), { ...options, skipSelf: true });
        return (
          ofGame ?? (await this.resolve(source, join(packageRoot, "package.json"), { ...options, skipSelf: true }))
        );
      }
      return undefined;
    },
    load(id) {
      if (id !== resolvedEntryId) return undefined;
      return { code: hostEntry(manifest.roots, gameDir), moduleSideEffects: true };
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

const needsTurnsName = "__FRAMEGATE_NEEDS_TURNS__";

/** The source of the entry. A bundler takes a list of imports only as code. */
function hostEntry(roots: readonly ResolvedRoot[], gameDir: string): string {
  const items = roots.map((root) => {
    const adapter = adapterModules[adapterName(root)];
    const adapterPath = JSON.stringify(join(distDir, "src/adapters", adapter.file));
    const entryPath = JSON.stringify(join(gameDir, root.entry ?? ""));
    return `{ id: ${JSON.stringify(root.id)}, zOrder: ${String(root.zOrder)},
    loadAdapter: async () => (await import(${adapterPath})).${adapter.export},
    loadEntry: () => import(${entryPath}) }`;
  });
  return `import { startHost } from ${JSON.stringify(join(distDir, "src/page/host.js"))};
startHost({ needsTurns: ${needsTurnsName}, roots: [${items.join(",\n")}] });
`;
}

function adapterName({ adapter }: ResolvedRoot): keyof typeof adapterModules {
  if (adapter.kind === "default") return adapter.name;
  throw new TypeError(`The plan let through a root with the adapter kind ${adapter.kind}.`);
}
