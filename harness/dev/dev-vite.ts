import { createHash } from "node:crypto";
import type { Server } from "node:http";
import { join } from "node:path";
import type { LogErrorOptions, Logger, ViteDevServer } from "vite";
import type { GameTarget, PageTarget } from "../../src/formats/run-plan.ts";
import { distDir } from "../package-root.ts";
import { withOutputDiverted } from "../serve/divert-output.ts";
import { withProcessHeld } from "../serve/hold-process.ts";
import { createHostPlugin, type HostedRoots } from "../serve/host-plugin.ts";
import type { SiteOrigins } from "../serve/origins.ts";
import { collapsesCopies } from "../serve/runtime-copies.ts";
import { createDevPlugin } from "./dev-modules.ts";

/** How long a file must be stable before its change counts. Two writes of an editor are a few milliseconds apart. */
const stableMs = 40;

/** A game that a development server can serve. */
export type DevTarget = Exclude<GameTarget, { readonly kind: "server" }>;

export interface DevViteOptions {
  readonly target: DevTarget;
  readonly origins: SiteOrigins;
  /** Also carries Vite's socket. */
  readonly server: Server;
  readonly cacheDir: string;
  /** Called with each error of a module, as thrown by Vite. */
  readonly onError: (thrown: unknown) => void;
}

/** Folder that relative URLs of the host page count from. */
export function rootOf(target: DevTarget): string {
  return target.kind === "manifest" ? target.gameDir : target.served.folder;
}

/** Folder in which Vite keeps a game's prebundled packages. */
export function preparedDir(target: DevTarget, cacheDir: string): string {
  const key = createHash("sha256")
    .update(JSON.stringify([rootOf(target), target.kind]))
    .digest("hex")
    .slice(0, 32);
  return join(cacheDir, "dev", key);
}

/**
 * Creates a game's Vite server, as middleware. A manifest's game has its own Vite configuration; an unmodified page has
 * none, because a run serves its files unchanged.
 */
export async function createDevVite(options: DevViteOptions): Promise<ViteDevServer> {
  const { target, origins, server, cacheDir, onError } = options;
  const { createServer } = await import("vite");
  const source = target.kind === "manifest" ? target : pageSource(target);
  const host = createHostPlugin(source, origins);
  return await withOutputDiverted(
    async () =>
      await withProcessHeld(
        async () =>
          await createServer({
            root: rootOf(target),
            base: "/",
            mode: "development",
            appType: "custom",
            ...(target.kind === "manifest" ? {} : { configFile: false, publicDir: false }),
            customLogger: loggerOf(onError),
            cacheDir: preparedDir(target, cacheDir),
            plugins: [host.plugin, createDevPlugin(host.entryId)],
            resolve: { dedupe: collapsesCopies(source.manifest) ? ["three", "pixi.js", "react", "react-dom"] : [] },
            optimizeDeps: { entries: entriesOf(target), exclude: ["framegate"] },
            server: {
              middlewareMode: true,
              // An editor may empty a file before it writes it, and a second change so soon after would go unnoticed.
              watch: { awaitWriteFinish: { stabilityThreshold: stableMs, pollInterval: 10 } },
              hmr: { server, overlay: true },
              fs: {
                strict: true,
                allow: [rootOf(target), target.served.folder, distDir, preparedDir(target, cacheDir)],
              },
            },
          }),
      ),
  );
}

/** The host page of an unmodified page has no roots. */
function pageSource({ served }: PageTarget): HostedRoots {
  return { gameDir: served.folder, manifest: { roots: [] } };
}

/** Modules that Vite scans for packages before the page requests them. */
function entriesOf(target: DevTarget): string[] {
  if (target.kind === "page") return [];
  return target.manifest.roots.flatMap(({ entry, adapter }) => [
    ...(entry === null ? [] : [entry]),
    ...(adapter.kind === "custom" ? [adapter.module] : []),
  ]);
}

/** A logger that passes on errors and drops everything else. */
function loggerOf(onError: (thrown: unknown) => void): Logger {
  const silent = (): void => undefined;
  const seen = new WeakSet<object>();
  return {
    hasWarned: false,
    info: silent,
    warn: silent,
    warnOnce: silent,
    clearScreen: silent,
    hasErrorLogged: (error) => seen.has(error),
    error(message: string, { error }: LogErrorOptions = {}) {
      if (error instanceof Error) seen.add(error);
      onError(error ?? new Error(message));
    },
  };
}
