import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { existsSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { scriptReportPolicy } from "../../src/formats/page-port.ts";
import type { ServedFile } from "../../src/formats/replay-report.ts";
import type { ManifestTarget, PageTarget, RunPlan } from "../../src/formats/run-plan.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { buildGame } from "./build-game.ts";
import { hashServed } from "./hash-served.ts";
import { createResponseDelay } from "./delay-responses.ts";
import { embedHostBundle, preludeBundle } from "./page-bundles.ts";
import { type Handler, serveFiles } from "./serve-files.ts";

/** A game that is served on this machine. Its host names never change. */
export interface Site extends AsyncDisposable {
  readonly hostUrl: string;
  /** The page of an unmodified game; null for a game with roots. */
  readonly embedUrl: string | null;
  /** The value of Chromium's --host-resolver-rules: the site's names resolve to this machine, all others to nothing. */
  readonly hostRules: string;
  /** The folder of source maps; null for an unmodified game. */
  readonly buildDir: string | null;
  /** The script that runs first in every frame of the site. */
  readonly preludeFile: string;
  readonly wasCached: boolean;
  /** Requested files that do not exist, in their order, since the last call. */
  takeMissing(): readonly MissingFile[];
  /** The files of the game that were served, Framegate's own left out. */
  servedUrls(): readonly string[];
  /** Hashes files as they are now. */
  hashFiles(urls: readonly string[]): Promise<readonly ServedFile[]>;
  /** From now on holds each response back for a time of its own, decided by the seed; null ends it. */
  delayResponses(seed: number | null): void;
}

/** A file that was asked for and does not exist. */
export interface MissingFile {
  readonly url: string;
  /** What it was for, as the browser says in `Sec-Fetch-Dest`: script, image, empty (for fetch) and so on; else unknown. */
  readonly destination: string;
}

// Two host names of one site: their pages share a main thread, but cannot access each other. `localhost` makes them
// secure contexts without a certificate. The resolver rules hide the port, so an origin is always the same.
const hostName = "game.framegate.localhost";
const embedName = "embed.framegate.localhost";

const notFound = 404;
const misdirected = 421;

/**
 * Builds the game if necessary, and serves it until it is disposed of. Throws `build-failed`, `port-taken`, and
 * `interrupted` when aborted.
 */
export async function serveSite(plan: RunPlan, cacheDir: string, signal: AbortSignal): Promise<Site> {
  const content =
    plan.target.kind === "manifest" ? await gameContent(plan.target, cacheDir, signal) : pageContent(plan.target);
  // Only the run's own browser uses a host name without a port. Another page on this machine must name the port, and
  // must not read the game's folder.
  const handlersByName = new Map([
    [hostName, content.hostHandlers],
    [embedName, content.embedHandlers],
  ]);
  const missing: MissingFile[] = [];
  const served = new Set<string>();
  const delay = createResponseDelay();
  const server = createServer((request, response) => {
    const name = request.headers.host ?? "";
    const handlers = handlersByName.get(name);
    if (handlers === undefined) {
      refuse(response, misdirected);
      return;
    }
    setHeaders(response);
    response.setHeader("Content-Security-Policy-Report-Only", scriptReportPolicy);
    const url = `http://${name}${request.url ?? "/"}`;
    if (!ownFile.test(url)) served.add(withoutQuery(url));
    runHandlers([delay.handler, ...handlers], request, response, () => {
      const destination = request.headers["sec-fetch-dest"]?.toString() ?? "unknown";
      missing.push({ url, destination });
      refuse(response, notFound);
    });
  });
  const port = await listen(server);
  const query = plan.query === "" ? "" : `?${plan.query}`;
  return {
    hostUrl: `http://${hostName}/${query}`,
    embedUrl: content.embedPath === null ? null : `http://${embedName}${content.embedPath}${query}`,
    // The first rule that fits counts. The last one closes the network, addresses of this machine included: it also takes
    // hosts that are numbers.
    hostRules: [
      ...[hostName, embedName].map((name) => `MAP ${name} 127.0.0.1:${String(port)}`),
      ...plan.allowHosts.map((host) => `MAP ${host} ${host}`),
      "MAP * ~NOTFOUND",
    ].join(","),
    buildDir: content.buildDir,
    preludeFile: preludeBundle,
    wasCached: content.wasCached,
    takeMissing: () => missing.splice(0),
    delayResponses: delay.setSeed,
    servedUrls: () => [...served].toSorted(),
    hashFiles: async (urls) => await Promise.all(urls.map(async (url) => await hashServed(url, port))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The host page has the name of no file; the rest are Framegate's own chunks. */
const ownFile =
  /^http:\/\/game\.framegate\.localhost\/(?:$|\?|framegate\/(?:framegate-|rolldown-runtime-|host\.js|embed-host\.js))/u;

function withoutQuery(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

interface SiteContent {
  readonly hostHandlers: readonly Handler[];
  readonly embedHandlers: readonly Handler[];
  readonly embedPath: string | null;
  readonly buildDir: string | null;
  readonly wasCached: boolean;
}

async function gameContent(target: ManifestTarget, cacheDir: string, signal: AbortSignal): Promise<SiteContent> {
  const build = await buildGame(target, cacheDir, signal);
  const game = serveFiles(target.gameDir, target.served.folder);
  return {
    hostHandlers: [
      hostPage(hostScripts(build.loadedFiles)),
      serveFiles(build.outDir),
      ...(build.publicDir === null || !existsSync(build.publicDir) ? [] : [serveFiles(build.publicDir)]),
      underPrefix("/__game", game),
    ],
    embedHandlers: [],
    embedPath: null,
    buildDir: build.outDir,
    wasCached: build.wasCached,
  };
}

function pageContent({ htmlPath, served: { folder: root } }: PageTarget): SiteContent {
  const htmlDir = dirname(htmlPath);
  const path = relative(root, htmlPath).split("\\").join("/");
  return {
    hostHandlers: [
      hostPage(`<script src="/framegate/${basename(embedHostBundle)}"></script>`),
      underPrefix("/framegate", serveFiles(dirname(embedHostBundle))),
    ],
    // A built page names files from its own folder on, so that folder comes first: the one around it may have sources of the
    // same names.
    embedHandlers: root === htmlDir ? [serveFiles(root)] : [serveFiles(htmlDir, root), serveFiles(root)],
    embedPath: `/${path.split("/").map(encodeURIComponent).join("/")}`,
    buildDir: null,
    wasCached: true,
  };
}

function underPrefix(prefix: string, handler: Handler): Handler {
  const inside = withUrl((url) => url.slice(prefix.length), handler);
  return (request, response, next) => {
    if (request.url?.startsWith(`${prefix}/`) === true) inside(request, response, next);
    else next();
  };
}

/** Runs a handler with another URL. The handlers after it see the original one. */
function withUrl(rewrite: (url: string) => string, handler: Handler): Handler {
  return (request, response, next) => {
    const url = request.url ?? "/";
    request.url = rewrite(url);
    handler(request, response, () => {
      request.url = url;
      next();
    });
  };
}

/** Preloads the scripts. Otherwise each would be fetched when the one before it has been compiled. */
function hostScripts(loadedFiles: readonly string[]): string {
  const preloads = loadedFiles.map((file) => `<link rel="modulepreload" href="/${encodeURI(file)}">`);
  return [...preloads, '<script type="module" src="/framegate/host.js"></script>'].join("");
}

function hostPage(script: string): Handler {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Framegate</title><link rel="icon" href="data:,">
<style>html,body{margin:0;height:100%;overflow:hidden;background:#000}</style></head>
<body>${script}</body>
</html>
`;
  return (request, response, next) => {
    const [path] = (request.url ?? "/").split("?");
    if (path !== "/") {
      next();
      return;
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(html);
  };
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}

/** Isolation gives the page a clock with 5 microseconds and shared memory. Nothing may be cached between two runs. */
function setHeaders(response: ServerResponse): void {
  // A page must not see when it was served.
  response.sendDate = false;
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cache-Control", "no-store");
}

function runHandlers(
  handlers: readonly Handler[],
  request: IncomingMessage,
  response: ServerResponse,
  onMissing: () => void,
): void {
  const [handler, ...rest] = handlers;
  if (handler === undefined) {
    onMissing();
    return;
  }
  handler(request, response, () => {
    runHandlers(rest, request, response, onMissing);
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(new FramegateError("port-taken", { reason: reasonOf(error) }, { cause: error }));
    });
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
