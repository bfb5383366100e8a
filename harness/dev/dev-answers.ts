import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, relative, sep } from "node:path";
import type { ViteDevServer } from "vite";
import type { FrameConfig } from "../../src/formats/page-port.ts";
import { manifestOf } from "../../src/formats/run-plan.ts";
import type { ManifestTarget, RunPlan } from "../../src/formats/run-plan.ts";
import { cacheFolder } from "../cache-folder.ts";
import type { Environment } from "../environment.ts";
import type { FramegateError } from "../errors.ts";
import { distDir } from "../package-root.ts";
import { framePages } from "../serve/frame-pages.ts";
import { assetsOf, ingestHandlers, opaqueHandlers, opaqueFolders } from "../serve/ingest-handlers.ts";
import type { SiteOrigins } from "../serve/origins.ts";
import { setHeaders } from "../serve/private-server.ts";
import { rewriteAssets } from "../serve/rewrite-assets.ts";
import { type Handler, runHandlers, serveFiles } from "../serve/serve-files.ts";
import { underPrefix } from "../serve/under-prefix.ts";
import { type DevPageConfig, devClientUrl, devConfigPath, failedEvent } from "./dev-modules.ts";
import { devHostPage, sendPage, servePages, servePrelude, withPrelude } from "./dev-pages.ts";
import { type DevTarget, preparedDir, rootOf } from "./dev-vite.ts";
import { gameFailure } from "./page-report.ts";
import { mayServe } from "./source-guard.ts";

/** Answers one request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** State that the answers of a served game depend on. */
export interface Serving {
  /** Plan of a page with this query, which decides its seed; null stands for the printed address. */
  readonly planFor: (query: string | null) => RunPlan;
  readonly target: DevTarget;
  readonly origins: SiteOrigins;
  readonly vite: ViteDevServer;
  readonly env: Environment;
  /** Called with each error that ended the game or kept one of its roots from mounting. */
  readonly onError: (error: FramegateError) => void;
}

const badRequest = 400;
const notFound = 404;
const misdirected = 421;
const found = 302;

/** Answers of a game, by the names of its two origins. */
export function answerBy(serving: Serving): Answer {
  const { origins, target, vite } = serving;
  const secret = randomUUID();
  const frameFor = (query: string | null): FrameConfig => frameConfig(serving.planFor(query), secret);
  const hostName = new URL(origins.host).host;
  const embedName = new URL(origins.embed).host;
  const byName = new Map([
    [hostName, hostHandlers(serving, frameFor)],
    [embedName, [redirectVisitors(origins), servePrelude(), ...embedHandlers(target, frameFor)]],
  ]);
  vite.environments.client.hot.on(failedEvent, (ending: unknown) => {
    serving.onError(gameFailure(ending, serving.planFor(null), vite, rootOf(target)));
  });
  return (request, response) => {
    const handlers = byName.get(request.headers.host ?? "");
    if (handlers === undefined) {
      response.writeHead(misdirected).end();
      return;
    }
    setHeaders(response);
    if (request.url?.startsWith("/") !== true) {
      response.writeHead(badRequest).end();
      return;
    }
    runHandlers(handlers, request, response, () => {
      response.writeHead(notFound).end();
    });
  };
}

function hostHandlers(serving: Serving, frameFor: (query: string | null) => FrameConfig): readonly Handler[] {
  const { target, vite, env, origins } = serving;
  const folders = {
    gameDir: rootOf(target),
    served: target.served.folder,
    publicDir: vite.config.publicDir === "" ? null : vite.config.publicDir,
    own: [distDir, preparedDir(target, cacheFolder(env))],
    isImported: (file: string) => (vite.environments.client.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0,
  };
  const byVite: Handler = (request, response, next) => {
    if (mayServe(request.url ?? "/", folders)) vite.middlewares(request, response, next);
    else next();
  };
  const own = [hostPage(serving), servePrelude(), pageConfig(serving, frameFor, origins)];
  if (target.kind === "page") return [...own, viteOnly(byVite)];
  const game = serveFiles(target.gameDir, target.served.folder);
  return [
    ...own,
    ...reachablePages(target, () => frameFor(null)),
    rewriteAssets(assetsOf(target.manifest)),
    underPrefix("/__game", game),
    byVite,
    ...ingestHandlers(target, game),
  ];
}

/** A page's files belong to its own origin. This one has only Vite's modules and Framegate's. */
function viteOnly(handler: Handler): Handler {
  return (request, response, next) => {
    if (request.url?.startsWith("/@") === true || request.url?.startsWith("/node_modules/") === true)
      handler(request, response, next);
    else next();
  };
}

function hostPage({ planFor }: Serving): Handler {
  return (request, response, next) => {
    if (request.url?.split("?", 1)[0] === "/") sendPage(response, devHostPage(devClientUrl, planFor(null).game.name));
    else next();
  };
}

/** Answers with the page configuration for the request's query. */
function pageConfig(
  { planFor, target }: Serving,
  frameFor: (query: string | null) => FrameConfig,
  origins: SiteOrigins,
): Handler {
  return (request, response, next) => {
    const [path, query = ""] = (request.url ?? "/").split("?", 2);
    if (path !== devConfigPath) {
      next();
      return;
    }
    try {
      const { width, height, limits } = planFor(query);
      const fillsWindow = manifestOf(target)?.declaresResolution !== true;
      const config: DevPageConfig = {
        frame: frameFor(query),
        host: {
          ...{
            width,
            height,
            fillsWindow,
            bootMs: limits.bootMs,
            tape: null,
            lastPictureStep: null,
            allowsDebug: true,
          },
          inputMap: target.kind === "manifest" ? target.inputMap : null,
          embedUrl: target.kind === "manifest" ? null : `${origins.embed}${pagePath(target)}${queryOf(query)}`,
        },
      };
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      response.end(JSON.stringify(config));
    } catch (thrown) {
      response.writeHead(badRequest, { "Content-Type": "text/plain; charset=utf-8" });
      response.end(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
}

/** A page that somebody plays, as `framegate record` opens it in a window. */
function frameConfig({ seed, stepHz, limits }: RunPlan, secret: string): FrameConfig {
  return {
    ...{ secret, seed: seed.value, stepHz, settleMs: limits.settleMs, bootMs: limits.bootMs },
    ...{
      pass: "plain",
      raster: "real",
      rendersBoot: true,
      rendersCanvases: true,
      locksPointer: true,
      countsWasm: false,
    },
    ...{ trapRandom: false, inspect: null, recordsFrames: false, engines: null },
  };
}

/** A query as part of a URL. */
export function queryOf(query: string): string {
  return query === "" ? "" : `?${query}`;
}

function pagePath({ htmlPath, served }: Extract<DevTarget, { readonly kind: "page" }>): string {
  return `/${relative(served.folder, htmlPath).split(sep).map(encodeURIComponent).join("/")}`;
}

/** The origin of unmodified pages is not meant for visitors: the page there has no host. */
function redirectVisitors(origins: SiteOrigins): Handler {
  return (request, response, next) => {
    const isVisit = request.headers["sec-fetch-dest"] === "document";
    if (isVisit) response.writeHead(found, { Location: `${origins.host}/` }).end();
    else next();
  };
}

/** Pages of games with the strategy iframe-reachable, which a build would emit. */
function reachablePages({ manifest }: ManifestTarget, frame: () => FrameConfig): readonly Handler[] {
  return framePages(manifest.roots).map(({ fileName, source }): Handler => {
    return (request, response, next) => {
      if (request.url?.split("?", 1)[0] === `/${fileName}`) sendPage(response, withPrelude(source, frame()));
      else next();
    };
  });
}

function embedHandlers(target: DevTarget, frameFor: (query: string | null) => FrameConfig): readonly Handler[] {
  if (target.kind === "manifest") {
    const pages = opaqueFolders(target).map((folder) => servePages(folder, target.gameDir, () => frameFor(null)));
    const [rewrite, ...files] = opaqueHandlers(target);
    return rewrite === undefined ? [] : [rewrite, ...pages, ...files];
  }
  const root = target.served.folder;
  const folders = [...new Set([dirname(target.htmlPath), root])];
  return [
    rewriteAssets(target.declared?.assets ?? {}),
    ...folders.flatMap((folder) => [servePages(folder, root, frameFor), serveFiles(folder, root)]),
  ];
}
