import type { ResolvedIngest, Surface } from "../../src/formats/manifest.ts";
import { type ModulePaths, quote } from "./own-code.ts";

/** What the code that loads an unmodified game is made from. */
export interface IngestSource {
  readonly surface: Surface;
  readonly ingest: ResolvedIngest;
  /** The root's position in the manifest. */
  readonly index: number;
  /** The path of the game's main module in its folder, for a game in the host's realm. */
  readonly entry: string;
  readonly paths: ModulePaths;
  /** URLs of further dependencies, by their bare specifiers. */
  readonly dependencyUrls: ReadonlyMap<string, string>;
  /** The origin of unmodified pages. */
  readonly embedOrigin: string;
}

/** The bare specifiers by which games import the runtimes of their surfaces. */
export const runtimes = { threejs: "three", pixijs: "pixi.js", react: "react" } as const;

/** The name of the page that a build emits for a game with the strategy iframe-reachable. */
export function framePage(index: number): string {
  return `framegate/frames/${String(index)}.html`;
}

/** The code of a root's `loadAdapter` for an unmodified game. */
export function loadIngest(source: IngestSource): string {
  switch (source.ingest.strategy) {
    case "shared":
    case "deduped":
      return loadInRealm(source);
    case "iframe-reachable":
      return loadReachable(source);
    case "opaque-embed":
      return loadOpaque(source);
  }
}

function loadInRealm({ surface, ingest, entry, paths }: IngestSource): string {
  // The runtime comes with the adapter, and not with the game, so that what it draws as it is loaded is none of the game's.
  return `async () => (await import(${quote(runtimes[surface])}), await import(${quote(paths.own("adapters/ingest/in-realm.js"))})).ingestInRealm({
      ${limits(ingest)},
      isDom: ${String(surface === "react")},
      startCapture: async () => ${captureOf(surface, `await import(${quote(runtimes[surface])})`, paths)},
      loadGame: () => import(${quote(paths.game(entry))}) })`;
}

function loadReachable({ surface, ingest, index, paths, dependencyUrls }: IngestSource): string {
  const runtime = runtimes[surface];
  const { bundleUrl, extraDeps, pixiModuleUrl, assetBaseUrl } = ingest;
  const urls = new Map([...dependencyUrls].filter(([specifier]) => extraDeps.includes(specifier)));
  if (pixiModuleUrl !== null) urls.set(runtime, pixiModuleUrl);
  const ofHost = [...new Set([runtime, ...extraDeps])].filter((specifier) => !urls.has(specifier));
  const modules = ofHost.map((specifier) => `${quote(specifier)}: () => import(${quote(specifier)})`);
  // The host's runtime would look for relative paths beside the host's page.
  const base = `new URL(${assetBaseUrl === null ? "baseUrl" : quote(assetBaseUrl)}, location.href).href`;
  const [setBase, startCapture] =
    surface === "threejs"
      ? [`trap.setThreeAssetBase(${base})`, "trap.captureThree()"]
      : [`trap.setPixiAssetBase(runtime, ${base})`, "trap.capturePixi(runtime)"];
  const trap = surface === "threejs" ? "three" : "pixi";
  return `async () => {
      const trap = await import(${quote(paths.own(`adapters/ingest/${trap}-capture.js`))});
      return (await import(${quote(paths.own("adapters/ingest/reachable-frame.js"))})).ingestReachable({
      ${limits(ingest)},
      pageUrl: ${quote(`/${framePage(index)}`)},
      bundleUrl: ${quote(bundleUrl ?? "")},
      runtime: ${quote(runtime)},
      modules: { ${modules.join(", ")} },
      urls: ${JSON.stringify(Object.fromEntries(urls))},
      startCapture: (runtime, baseUrl) => { ${setBase}; return ${startCapture}; } });
    }`;
}

function loadOpaque({ ingest, paths, embedOrigin }: IngestSource): string {
  const path = (ingest.entryHtml ?? "").split("/").filter((part) => part !== "" && part !== ".");
  const url = `${embedOrigin}/${path.map(encodeURIComponent).join("/")}`;
  return `async () => (await import(${quote(paths.own("adapters/ingest/opaque-frame.js"))})).ingestOpaque(${quote(url)})`;
}

function limits({ captureTimeoutMs, domStubs }: ResolvedIngest): string {
  return `captureTimeoutMs: ${String(captureTimeoutMs)}, domStubs: ${JSON.stringify(domStubs)}`;
}

function captureOf(surface: Surface, runtime: string, paths: ModulePaths): string {
  switch (surface) {
    case "threejs":
      return `(await import(${quote(paths.own("adapters/ingest/three-capture.js"))})).captureThree()`;
    case "pixijs":
      return `(await import(${quote(paths.own("adapters/ingest/pixi-capture.js"))})).capturePixi(${runtime})`;
    case "react":
      return `(await import(${quote(paths.own("adapters/ingest/react-capture.js"))})).captureReact()`;
  }
}
