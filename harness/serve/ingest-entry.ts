import type { ResolvedIngest, Surface } from "../../src/formats/manifest.ts";
import { type ModulePaths, quote } from "./own-code.ts";

/** Inputs of the code that loads an unmodified game. */
export interface IngestSource {
  readonly surface: Surface;
  readonly ingest: ResolvedIngest;
  /** The root's index in the manifest. */
  readonly index: number;
  /** Path of the game's main module in its folder, for a game in the host's realm. */
  readonly entry: string;
  readonly paths: ModulePaths;
  /** URLs of further dependencies, by bare specifier. */
  readonly dependencyUrls: ReadonlyMap<string, string>;
  /** Origin of unmodified pages. */
  readonly embedOrigin: string;
}

/** Bare specifiers by which games import the runtimes of their surfaces. */
export const runtimes = { threejs: "three", pixijs: "pixi.js", react: "react" } as const;

/** Name of the page that a build emits for a game with the strategy iframe-reachable. */
export function framePage(index: number): string {
  return `framegate/frames/${String(index)}.html`;
}

/** Code of a root's `loadAdapter` for an unmodified game. */
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
  // The runtime comes with the adapter, not with the game, so that its own draws during loading do not count for the
  // game.
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
  // The host's runtime would resolve relative paths against the host page.
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
