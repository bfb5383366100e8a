import type { IncomingMessage, ServerResponse } from "node:http";
import { existsSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { withIndexPage } from "../../src/formats/index-page.ts";
import { scriptReportPolicy } from "../../src/formats/page-port.ts";
import type { ServedFile } from "../../src/formats/replay-report.ts";
import type { PageTarget, RunPlan } from "../../src/formats/run-plan.ts";
import { buildGame, type BuiltTarget } from "./build-game.ts";
import { hashServed, readServed } from "./hash-served.ts";
import { createResponseDelay } from "./delay-responses.ts";
import { ownPrefix } from "./hosted/own-modules.ts";
import { embedHostBundle, hostedModulesDir, pageScripts, type PageScripts } from "./page-bundles.ts";
import { embedName, hostName } from "./origins.ts";
import { assetsOf, ingestHandlers, opaqueHandlers } from "./ingest-handlers.ts";
import { underPrefix } from "./under-prefix.ts";
import { forwardTo } from "./forward.ts";
import { watchLfsPointers } from "./lfs-pointers.ts";
import { listenAnywhere } from "./listen.ts";
import { forwardSocketsTo, type SocketForwarder } from "./forward-sockets.ts";
import { createPrivateServer, setHeaders } from "./private-server.ts";
import { isRead, refuseMethod } from "./send-file.ts";
import { createRequestLog, type LoggedRequest } from "./request-log.ts";
import { rewriteAssets } from "./rewrite-assets.ts";
import { type Handler, runHandlers, serveFiles } from "./serve-files.ts";
import { watchServiceWorkers } from "./service-worker-requests.ts";

/** A game served on this machine. Its host names never change. */
export interface Site extends AsyncDisposable {
  readonly hostUrl: string;
  /** Page of an unmodified game; null for a game with roots. */
  readonly embedUrl: string | null;
  /** Value of Chromium's --host-resolver-rules: the site's names resolve to this machine, all others to nothing. */
  readonly hostRules: string;
  /** Folder of source maps; null for an unmodified game. */
  readonly buildDir: string | null;
  readonly pageScripts: PageScripts;
  readonly wasCached: boolean;
  /** Requested files that do not exist, in order, since the last call. */
  takeMissing(): readonly MissingFile[];
  /** Requests of pages for files of the game, in order, since the last call. */
  takeRequests(): readonly LoggedRequest[];
  /** Paths, with queries, of the reload sockets of a running server. They are never answered. */
  reloaders(): ReadonlySet<string>;
  /** The game's files that were served, without Framegate's own. */
  servedUrls(): readonly string[];
  /**
   * Reads a file of the game as text; null if there is none, or the URL is not the site's. Asks a running server again.
   */
  readText(url: string): Promise<string | null>;
  /** Hashes the current contents of files. */
  hashFiles(urls: readonly string[]): Promise<readonly ServedFile[]>;
  /** Delays each response from now on, by times that depend on the seed; null ends that. */
  delayResponses(seed: number | null): void;
}

/** A requested file that does not exist. */
export interface MissingFile {
  readonly url: string;
  /** The browser's `Sec-Fetch-Dest`: script, image, empty (for fetch) and so on; otherwise unknown. */
  readonly destination: string;
  /**
   * Status of a running server's response, such as `404 Not Found`, or what a file holds instead of itself; null if
   * there is no such file.
   */
  readonly answer: string | null;
}

const noContent = 204;
const badRequest = 400;
const notFound = 404;
const misdirected = 421;

/**
 * Builds the game if necessary, and serves it until it is disposed of. Throws `build-failed`, `port-taken`, and
 * `interrupted` when aborted.
 */
export async function serveSite(plan: RunPlan, cacheDir: string, signal: AbortSignal): Promise<Site> {
  const missing: MissingFile[] = [];
  const content = await contentOf(plan, { cacheDir, signal, missing });
  // Only the run's own browser uses a host name without a port. Any other page on this machine must name the port, and
  // must not read the game's folder.
  const handlersByName = new Map([
    [hostName, content.hostHandlers],
    [embedName, content.embedHandlers],
    ...content.otherNames.map((name) => [name, content.embedHandlers] as const),
  ]);
  const served = new Set<string>();
  const log = createRequestLog();
  const delay = createResponseDelay();
  const isOfServiceWorker = watchServiceWorkers();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const name = request.headers.host ?? "";
    const handlers = handlersByName.get(name);
    if (handlers === undefined) {
      refuse(response, misdirected);
      return;
    }
    setHeaders(response);
    response.setHeader("Content-Security-Policy-Report-Only", scriptReportPolicy);
    if (request.method === "OPTIONS") {
      answerOptions(request, response);
      return;
    }
    // No browser sends an absolute URL, because this is not a proxy.
    if (request.url?.startsWith("/") !== true) {
      refuse(response, badRequest);
      return;
    }
    const url = `http://${name}${request.url}`;
    // The browser holds a response that is not stored until somebody reads it, and with it one of six connections. A
    // service worker that first fetches all its files would never get the seventh. In a page, the prelude reads them.
    if (isOfServiceWorker(request.headers, url)) response.setHeader("Cache-Control", "no-cache");
    if (!ownFile.test(url)) {
      const file = withoutQuery(url);
      served.add(plan.target.kind === "page" ? withIndexPage(file) : file);
      log.add(url, request, response);
    }
    runHandlers([delay.handler, ...handlers], request, response, () => {
      missing.push({ url, destination: destinationOf(request), answer: null });
      refuse(response, notFound);
    });
  };
  const server = createPrivateServer(answer, content.sockets, (name) => handlersByName.has(name));
  const port = await listenAnywhere(server);
  const query = plan.query === "" ? "" : `?${plan.query}`;
  return {
    hostUrl: `http://${hostName}/${query}`,
    embedUrl: content.embedPath === null ? null : withQuery(`http://${embedName}${content.embedPath}`, plan.query),
    // The first matching rule counts. The last one closes the network, this machine's addresses included: it also
    // matches hosts that are numbers.
    hostRules: [
      ...[hostName, embedName, ...content.otherNames].map((name) => `MAP ${name} 127.0.0.1:${String(port)}`),
      ...plan.allowHosts.map((host) => `MAP ${hostPattern(host)} ${host}`),
      "MAP * ~NOTFOUND",
    ].join(","),
    buildDir: content.buildDir,
    pageScripts,
    wasCached: content.wasCached,
    takeMissing: () => missing.splice(0),
    takeRequests: log.take,
    delayResponses: delay.setSeed,
    reloaders: () => content.sockets?.reloaders() ?? new Set(),
    servedUrls: () => [...served].toSorted(),
    readText: async (url) => (handlersByName.has(hostOf(url)) ? await readServed(url, port).catch(() => null) : null),
    // Asking a running server again may change something there, and may never end.
    hashFiles: async (urls) =>
      plan.target.kind === "server" ? urls.map((url) => ({ url, hash: null })) : await hashAll(urls, port),
    async [Symbol.asyncDispose]() {
      content.sockets?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One after another: a system refuses hundreds of connections at once. */
async function hashAll(urls: readonly string[], port: number): Promise<readonly ServedFile[]> {
  const files: ServedFile[] = [];
  for (const url of urls) files.push(await hashServed(url, port));
  return files;
}

/** Chromium takes an IPv6 address in brackets for a name, unless a port follows. */
function hostPattern(host: string): string {
  return host.replace(/^\[(.*)\]$/u, "$1");
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** The request's destination, as the browser reports it. */
function destinationOf({ headers }: IncomingMessage): string {
  return headers["sec-fetch-dest"]?.toString() ?? "unknown";
}

/** The host page has no file name; the rest are Framegate's own chunks. */
const ownFile =
  /^http:\/\/game\.framegate\.localhost\/(?:$|\?|framegate\/(?:framegate-|rolldown-runtime-|host\.js|embed-host\.js))/u;

function withoutQuery(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

interface SiteContent {
  readonly hostHandlers: readonly Handler[];
  readonly embedHandlers: readonly Handler[];
  /** Includes the page's own query and fragment. */
  readonly embedPath: string | null;
  /** Further names by which the embedded page may call its server. */
  readonly otherNames: readonly string[];
  /** Web sockets of the embedded page; null if it can have none. */
  readonly sockets: SocketForwarder | null;
  readonly buildDir: string | null;
  readonly wasCached: boolean;
}

interface ContentOptions {
  readonly cacheDir: string;
  readonly signal: AbortSignal;
  /** Collects files that a running server does not have, or a folder only in name. */
  readonly missing: MissingFile[];
}

async function contentOf(
  { target, delivery }: RunPlan,
  { cacheDir, signal, missing }: ContentOptions,
): Promise<SiteContent> {
  switch (target.kind) {
    case "manifest":
      return await gameContent({ target, context: delivery.context }, cacheDir, signal);
    case "page":
      return pageContent(target, missing);
    case "server":
      return serverContent(new URL(target.url), missing);
  }
}

/** Appends a query to the URL's own one, before its fragment. */
function withQuery(text: string, query: string): string {
  const url = new URL(text);
  if (query !== "") url.search = url.search === "" ? query : `${url.search}&${query}`;
  return url.href;
}

/** A running server's page, embedded like any other: its requests come here, and are forwarded. */
function serverContent(url: URL, missing: MissingFile[]): SiteContent {
  const forward = forwardTo(url, (request, answer) => {
    missing.push({ url: `${url.origin}${request.url ?? "/"}`, destination: destinationOf(request), answer });
  });
  return {
    hostHandlers: embedHostHandlers(),
    embedHandlers: [forward],
    embedPath: `${url.pathname}${url.search}${url.hash}`,
    // A page may name its own server explicitly. With TLS the browser would expect a certificate here.
    otherNames: url.protocol === "http:" ? [url.host] : [],
    sockets: forwardSocketsTo(url),
    buildDir: null,
    wasCached: true,
  };
}

/** Host page of an embedded page. */
function embedHostHandlers(): readonly Handler[] {
  return [
    hostPage(`<script src="/framegate/${basename(embedHostBundle)}"></script>`),
    underPrefix("/framegate", serveFiles(dirname(embedHostBundle))),
  ];
}

async function gameContent(built: BuiltTarget, cacheDir: string, signal: AbortSignal): Promise<SiteContent> {
  const { target } = built;
  const build = await buildGame(built, cacheDir, signal);
  const game = serveFiles(target.gameDir, target.served.folder);
  return {
    hostHandlers: [
      hostPage(hostScripts(build.loadedFiles), build.head),
      underPrefix(ownPrefix, serveFiles(hostedModulesDir)),
      // Framegate's own files are not assets of a game.
      underPrefix("/framegate", serveFiles(join(build.outDir, "framegate"))),
      rewriteAssets(assetsOf(target.manifest)),
      serveFiles(build.outDir),
      ...(build.publicDir === null || !existsSync(build.publicDir) ? [] : [serveFiles(build.publicDir)]),
      underPrefix("/__game", game),
      ...Object.entries(build.packages).map(([prefix, folder]) => underPrefix(prefix, serveFiles(folder))),
      ...ingestHandlers(target, game),
    ],
    embedHandlers: opaqueHandlers(target),
    embedPath: null,
    otherNames: [],
    sockets: null,
    buildDir: build.outDir,
    wasCached: build.wasCached,
  };
}

function pageContent(
  { htmlPath, served: { folder: root }, declared }: PageTarget,
  missing: MissingFile[],
): SiteContent {
  const htmlDir = dirname(htmlPath);
  const path = relative(root, htmlPath).split("\\").join("/");
  const notePointer = (request: IncomingMessage): void => {
    const url = `http://${embedName}${request.url ?? "/"}`;
    const answer = "a pointer of Git LFS, which `git lfs pull` replaces with the file,";
    missing.push({ url, destination: destinationOf(request), answer });
  };
  const serve = (folder: string): readonly Handler[] => [
    watchLfsPointers(folder, root, notePointer),
    serveFiles(folder, root),
  ];
  return {
    hostHandlers: embedHostHandlers(),
    // A built page's paths are relative to its own folder, so that folder comes first: its parent may have sources of
    // the same names.
    embedHandlers: [
      rewriteAssets(declared?.assets ?? {}),
      ...(root === htmlDir ? serve(root) : [...serve(htmlDir), ...serve(root)]),
    ],
    // Servers have a folder's index page at the folder's own address, by which a router in the page finds its way.
    embedPath: `/${path.split("/").map(encodeURIComponent).join("/")}`.replace(/\/index\.html$/u, "/"),
    otherNames: [],
    sockets: null,
    buildDir: null,
    wasCached: true,
  };
}

/** Preloads the scripts. Otherwise each would be fetched only after the previous one has been compiled. */
function hostScripts(loadedFiles: readonly string[]): string {
  const preloads = loadedFiles.map((file) => `<link rel="modulepreload" href="/${encodeURI(file)}">`);
  return [...preloads, '<script type="module" src="/framegate/host.js"></script>'].join("");
}

function hostPage(script: string, head = ""): Handler {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Framegate</title><link rel="icon" href="data:,">
<style>html,body{margin:0;height:100%;overflow:hidden}html{background:#000}</style>${head}</head>
<body>${script}</body>
</html>
`;
  return (request, response, next) => {
    const [path] = (request.url ?? "/").split("?");
    if (path !== "/") {
      next();
      return;
    }
    if (!isRead(request)) {
      refuseMethod(response);
      return;
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(html);
  };
}

/** Allowed methods, and the answer to a browser's CORS preflight. */
function answerOptions({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Allow", "GET, HEAD, OPTIONS");
  response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
  const wanted = headers["access-control-request-headers"];
  if (wanted !== undefined) response.setHeader("Access-Control-Allow-Headers", wanted);
  refuse(response, noContent);
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}
