import { normalize } from "node:path";
import type { ResolvedRoot } from "../../src/formats/manifest.ts";
import { loadIngest } from "./ingest-entry.ts";
import { type ModulePaths, ownPath, quote } from "./own-code.ts";

/** Inputs of a host page's source. */
export interface HostSource {
  /** In manifest order. */
  readonly roots: readonly ResolvedRoot[];
  readonly paths: ModulePaths;
  /** The expression for `HostOptions.needsTurns`. */
  readonly needsTurns: string;
  /** Whether a development server replaces the entries of roots while the page runs. */
  readonly isReplaced: boolean;
  /** URLs of further dependencies, by bare specifier. */
  readonly dependencyUrls: ReadonlyMap<string, string>;
  /** Origin of unmodified pages. */
  readonly embedOrigin: string;
}

/** Source of a game's host page. It is code because a bundler accepts a list of imports only as code. */
export function hostEntry(source: HostSource): string {
  const { roots, paths, needsTurns, isReplaced } = source;
  const items = roots.map((root, index) => {
    const fields = [
      `id: ${quote(root.id)}`,
      `zOrder: ${String(root.zOrder)}`,
      `loop: ${quote(root.loop)}`,
      `pausable: ${String(root.pausable)}`,
      `usesBody: ${String(isInRealm(root))}`,
      `loadAdapter: ${loadAdapter(root, index, source)}`,
      `loadEntry: ${loadEntry(root, paths)}`,
    ];
    return `{ ${fields.join(",\n    ")} }`;
  });
  // Installed first, because one of the manifest's own roots may load the same React earlier.
  const hook = roots.some(
    ({ adapter }) => isInRealm({ adapter }) && adapter.kind === "ingest" && adapter.surface === "react",
  )
    ? `import { installReactHook } from ${quote(paths.own("adapters/ingest/react-capture.js"))};\ninstallReactHook();\n`
    : "";
  const start = `startHost({ needsTurns: ${needsTurns}, roots: [${items.join(",\n")}] });\n`;
  return `${hook}import { startHost } from ${quote(paths.own("page/host.js"))};
${isReplaced ? `export const host = ${start}${takeEntries(roots, paths)}` : start}`;
}

/** Code that remounts roots with a new version of their entry. Two roots may share one. */
function takeEntries(roots: readonly ResolvedRoot[], paths: ModulePaths): string {
  const idsByEntry = new Map<string, readonly string[]>();
  for (const { id, adapter, entry: written } of roots) {
    // The main module of an unmodified game cannot be undone.
    if (written === null || adapter.kind === "ingest") continue;
    const entry = normalize(written);
    idsByEntry.set(entry, [...(idsByEntry.get(entry) ?? []), id]);
  }
  const taken = [...idsByEntry].map(([entry, ids]) => {
    const take = `updates.take(${JSON.stringify(ids)}, ${quote(`/${entry}`)}, module)`;
    return `import.meta.hot.accept(${quote(paths.game(entry))}, (module) => ${take});\n`;
  });
  return `import { EntryUpdates } from ${quote(ownPath("page/entry-updates.js"))};
const updates = new EntryUpdates(host, import.meta.hot);
${taken.join("")}`;
}

const defaultAdapters = {
  threejs: { file: "adapters/threejs.js", export: "mountThreejs", scene: "adapters/threejs-scene.js" },
  pixijs: { file: "adapters/pixijs.js", export: "mountPixijs", scene: "adapters/pixijs-scene.js" },
  react: { file: "adapters/react.js", export: "mountReact", scene: null },
} as const;

/** Whether an unmodified game runs in the host's realm. */
function isInRealm({ adapter }: Pick<ResolvedRoot, "adapter">): boolean {
  return adapter.kind === "ingest" && (adapter.ingest.strategy === "shared" || adapter.ingest.strategy === "deduped");
}

function loadAdapter(root: ResolvedRoot, index: number, { paths, dependencyUrls, embedOrigin }: HostSource): string {
  const { id, adapter } = root;
  switch (adapter.kind) {
    case "default": {
      const { file, export: name } = defaultAdapters[adapter.name];
      return `async () => (await import(${quote(paths.own(file))})).${name}`;
    }
    case "custom": {
      const module = `await import(${quote(paths.game(adapter.module))})`;
      const { surface } = adapter;
      return `async () => (await import(${quote(paths.own("adapters/custom.js"))})).customAdapter(${module}, ${quote(id)}, ${quote(surface)})`;
    }
    case "ingest":
      return loadIngest({ ...adapter, index, entry: root.entry ?? "", paths, dependencyUrls, embedOrigin });
  }
}

function loadEntry({ adapter, entry, scene }: ResolvedRoot, paths: ModulePaths): string {
  // The main module of an unmodified game has no setup: its adapter loads it.
  if (adapter.kind === "ingest") return "null";
  if (entry !== null) return `() => import(${quote(paths.game(entry))})`;
  const loader = adapter.kind === "default" ? defaultAdapters[adapter.name].scene : null;
  if (scene === null || loader === null) return "null";
  const content = scene.endsWith(".scn2d.json") ? `, (await import(${quote(paths.game(scene))})).default` : "";
  return `async () => (await import(${quote(paths.own(loader))})).sceneEntry(${quote(scene)}${content})`;
}
