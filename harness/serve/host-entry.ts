import type { ResolvedRoot } from "../../src/formats/manifest.ts";
import { loadIngest } from "./ingest-entry.ts";
import { type ModulePaths, quote } from "./own-code.ts";

/** What the source of a host page is made from. */
export interface HostSource {
  /** In the manifest's order. */
  readonly roots: readonly ResolvedRoot[];
  readonly paths: ModulePaths;
  /** The expression for `HostOptions.needsTurns`. */
  readonly needsTurns: string;
  /** URLs of further dependencies, by their bare specifiers. */
  readonly dependencyUrls: ReadonlyMap<string, string>;
  /** The origin of unmodified pages. */
  readonly embedOrigin: string;
}

/** The source of a game's host page: a bundler takes a list of imports only as code. */
export function hostEntry(source: HostSource): string {
  const { roots, paths, needsTurns } = source;
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
  // A root of the manifest's own may load the same React before.
  const hook = roots.some(
    ({ adapter }) => isInRealm({ adapter }) && adapter.kind === "ingest" && adapter.surface === "react",
  )
    ? `import { installReactHook } from ${quote(paths.own("adapters/ingest/react-capture.js"))};\ninstallReactHook();\n`
    : "";
  return `${hook}import { startHost } from ${quote(paths.own("page/host.js"))};
startHost({ needsTurns: ${needsTurns}, roots: [${items.join(",\n")}] });
`;
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
