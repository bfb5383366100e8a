import { describeThrown } from "../../page/thrown-text.ts";
import type { MountedRoot, RootAdapter } from "../../page/root-adapter.ts";
import { type Capture, waitForCapture } from "./capture.ts";
import { LateCapture } from "./late-capture.ts";
import { applyStubs } from "./dom-stubs.ts";
import { unmanaged } from "./unmanaged.ts";

/** The exports of a module of the host. */
export type HostModule = Readonly<Record<string, unknown>>;

/** A built bundle of an unmodified game, with the strategy iframe-reachable. */
export interface ReachableGame {
  /** The page that the host's build has made for it, with its base and its body. */
  readonly pageUrl: string;
  /** Absolute, or relative to the game's folder. */
  readonly bundleUrl: string;
  readonly captureTimeoutMs: number;
  readonly domStubs: readonly string[];
  /** The bare specifier that the bundle imports its runtime by. */
  readonly runtime: string;
  /** Modules of the host, by the bare specifiers that the bundle imports. The runtime is one of them, or is in `urls`. */
  readonly modules: Readonly<Record<string, () => Promise<HostModule>>>;
  /** Further modules, which the frame loads by itself: URLs, absolute or relative to the game's folder. */
  readonly urls: Readonly<Record<string, string>>;
  /**
   * Called with the runtime, which is the host's or the one in `urls`, and with the URL that the frame's relative paths
   * begin at.
   */
  readonly startCapture: (runtime: HostModule, baseUrl: string) => Capture;
}

/**
 * Mounts a bundle in a frame of the host's origin, where its bare imports resolve to the host's own modules. A bundle
 * that never imports its runtime has its own copy inlined: it runs, but its scene is unknown. Many bundles import it
 * late, so this is reported only at the end of a run.
 */
export function ingestReachable(game: ReachableGame): RootAdapter {
  return async (place): Promise<MountedRoot> => {
    const realm = await place.whileLoading(openFrame(place.layer, game.pageUrl));
    applyStubs(game.domStubs, realm);
    const isOfRuntime = (specifier: string): boolean =>
      specifier === game.runtime || specifier.startsWith(`${game.runtime}/`);
    let isImported = false;
    let hearLate = (): void => undefined;
    const noteImport = (specifier: string): void => {
      if (isImported || !isOfRuntime(specifier)) return;
      isImported = true;
      hearLate();
    };
    const modules = await loadModules(game.modules);
    publish(place.context.rootId, { modules, noteImport });
    addImportMap(realm.document, importsOf(game, modules, place.context.rootId));
    const own = game.urls[game.runtime];
    const load = importerOf(realm);
    const runtime = own === undefined ? modules.get(game.runtime) : await load(game.runtime);
    if (own !== undefined) noteImport(game.runtime);
    const startCapture = (): Capture => game.startCapture(runtime ?? {}, realm.document.baseURI);
    const capture = startCapture();
    await load(absolute(game.bundleUrl));
    if (isImported) {
      await waitForCapture(capture, place, game.captureTimeoutMs, realm.document);
      capture.close();
      return capturedPage(capture);
    }
    // Until its own import, renderers that others make with the runtime do not belong to this root.
    capture.close();
    const late = new LateCapture({ place, game, startCapture, document: realm.document });
    hearLate = () => {
      late.start();
    };
    return late;
  };
}

function capturedPage(capture: Capture): MountedRoot {
  return {
    ...unmanaged,
    hasLayout: true,
    showsDom: () => false,
    worlds: () => capture.worlds(),
    countEntities: () => null,
    hashInto: (sink) => {
      capture.hashInto(sink);
    },
  };
}

type Realm = Window & typeof globalThis;

/** A window is the global object of its realm, but its type has no globals. */
function isRealm(frame: Window): frame is Realm {
  return "Promise" in frame;
}

function openFrame(layer: HTMLElement, url: string): Promise<Realm> {
  const frame = document.createElement("iframe");
  frame.allow = "autoplay *; cross-origin-isolated *; fullscreen *; gamepad *";
  frame.style.cssText = "position:absolute;inset:0;width:100%;height:100%;border:0";
  return new Promise((resolve, reject) => {
    frame.addEventListener(
      "load",
      () => {
        const { contentWindow } = frame;
        frame.focus({ preventScroll: true });
        if (contentWindow === null || !isRealm(contentWindow))
          reject(new Error("The frame of the game has no window."));
        else resolve(contentWindow);
      },
      { once: true },
    );
    frame.src = url + window.location.search;
    layer.append(frame);
  });
}

async function loadModules(loaders: ReachableGame["modules"]): Promise<ReadonlyMap<string, HostModule>> {
  const loaded = new Map<string, HostModule>();
  for (const [specifier, load] of Object.entries(loaders)) loaded.set(specifier, await load());
  return loaded;
}

/** The key under which the frame's stand-in modules find the host's own, by root. */
const hostKey = Symbol.for("framegate.modules");

interface HostModules {
  readonly modules: ReadonlyMap<string, HostModule>;
  readonly noteImport: (specifier: string) => void;
}

function publish(rootId: string, own: HostModules): void {
  const present: unknown = Reflect.get(window, hostKey);
  const byRoot = present instanceof Map ? present : new Map<unknown, unknown>();
  byRoot.set(rootId, own);
  Reflect.set(window, hostKey, byRoot);
}

function importsOf(
  { urls }: ReachableGame,
  modules: ReadonlyMap<string, HostModule>,
  rootId: string,
): Readonly<Record<string, string>> {
  const imports: Record<string, string> = {};
  for (const [specifier, module] of modules) imports[specifier] = standIn(specifier, module, rootId);
  for (const [specifier, url] of Object.entries(urls)) imports[specifier] = absolute(url);
  return imports;
}

/** The text of a module that re-exports the host's module: the very same objects. */
function standIn(specifier: string, module: HostModule, rootId: string): string {
  const names = Object.keys(module).filter((name) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name));
  const lines = [
    `const own = parent[Symbol.for("framegate.modules")].get(${JSON.stringify(rootId)});`,
    `own.noteImport(${JSON.stringify(specifier)});`,
    `const module = own.modules.get(${JSON.stringify(specifier)});`,
    ...names.map((name, index) => `const e${String(index)} = module[${JSON.stringify(name)}];`),
    `export { ${names.map((name, index) => `e${String(index)} as ${name}`).join(", ")} };`,
  ];
  return `data:text/javascript;charset=utf-8,${encodeURIComponent(lines.join("\n"))}`;
}

function addImportMap(document: Document, imports: Readonly<Record<string, string>>): void {
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
}

/** Imports a module in another realm, with its import map. A failure there is an error here. */
function importerOf(realm: Realm): (specifier: string) => Promise<HostModule> {
  // The only way to the other realm's import() without a request.
  const load: unknown = Reflect.apply(Reflect.get(realm, "eval"), realm, ["(specifier) => import(specifier)"]);
  return async (specifier) => {
    if (typeof load !== "function") throw new TypeError("The frame of the game has no import().");
    try {
      const module: unknown = await Reflect.apply(load, undefined, [specifier]);
      return isModule(module) ? module : {};
    } catch (thrown) {
      // Classes of another realm are not ours.
      const { message, stack } = describeThrown(thrown);
      const error = new Error(explainImport(message, stack, specifier), { cause: thrown });
      if (stack !== null) error.stack = stack;
      throw error;
    }
  };
}

/** The browser's message, with a remedy or at least the specifier that was imported. */
function explainImport(message: string, stack: string | null, specifier: string): string {
  const [, missing] = /Failed to resolve module specifier "([^"]+)"/u.exec(message) ?? [];
  if (missing !== undefined) return `${message} Add "${missing}" to the root's extraDeps.`;
  if (message.includes("Failed to fetch") && new URL(specifier, window.location.href).origin !== window.location.origin)
    return `${message}. Only servers of this machine can be reached, and they must send Access-Control-Allow-Origin.`;
  // The browser gives no position for a syntax error.
  const isPlaced = stack?.includes("\n    at ") === true;
  return isPlaced || message.includes(specifier) ? message : `${message} (while ${specifier} was imported)`;
}

function isModule(value: unknown): value is HostModule {
  return typeof value === "object" && value !== null;
}

/** Paths are those of the game's folder. */
function absolute(url: string): string {
  return URL.canParse(url) ? url : new URL(url.replace(/^\/+/u, ""), new URL("/__game/", window.location.href)).href;
}
