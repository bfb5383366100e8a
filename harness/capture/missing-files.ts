import picomatch from "picomatch";
import type { RunNotice } from "../../src/formats/frame-sample.ts";
import type { MissingFile } from "../serve/serve-site.ts";
import { type JoinedFiles, joinLacks, type Lack } from "./join-lacks.ts";
import { gamePathOf } from "./stack-positions.ts";

/** A request that got no response, such as one to another host. */
export interface FailedRequest {
  readonly url: string;
  /** The browser's reason, such as net::ERR_NAME_NOT_RESOLVED. */
  readonly reason: string;
  /** Resource type in lower case, as the browser's debugger reports it: script, image, fetch and so on. */
  readonly kind: string;
}

/** Requests of a page that were not answered. */
export interface Unanswered {
  readonly missing: readonly MissingFile[];
  readonly failed: readonly FailedRequest[];
}

export interface MissingContext {
  /** The URL of an unmodified game's page; null for a game with roots. */
  readonly pageUrl: string | null;
  /** Glob patterns of files that may be missing, matched against the URL's path. */
  readonly allowed: readonly string[];
  /** Whether the game is visibly broken: an uncaught error, or nothing that renders. */
  readonly isBroken: boolean;
  /** Position in the game that requested a URL; null if unknown. */
  readonly callerOf: (url: string) => string | null;
}

/**
 * Names of the destinations (`Sec-Fetch-Dest`) that a game cannot do without. Others, such as images, sounds and fonts,
 * are decoration until an error says otherwise.
 */
const needed: Readonly<Record<string, string>> = {
  audioworklet: "an audio worklet",
  empty: "a file that a script fetches",
  paintworklet: "a paint worklet",
  script: "a script",
  serviceworker: "a service worker",
  sharedworker: "a shared worker",
  worker: "a worker",
};

/** Resource types that a page can lack from another host without being broken. */
const decoration: ReadonlySet<string> = new Set([
  "font",
  "image",
  "manifest",
  "media",
  "ping",
  "stylesheet",
  "texttrack",
]);

/** Sounds, pictures and fonts, which many libraries fetch. */
const mediaName =
  /\.(?:aac|avif|bmp|flac|gif|ico|jpe?g|m4a|m4v|mp3|mp4|oga|ogg|ogv|opus|otf|png|svg|ttf|wav|weba|webm|webp|woff2?)$/iu;

/** Advice for a page whose imports only a bundler understands. */
export const unbuilt =
  "A browser does not find modules without their extension or by the name of a package: pass the page that the game's " +
  "build makes, or the address of its development server.";

/**
 * Notices for everything that a page did not get, each URL once, and many files of a folder together. They are sorted by
 * URL, because the order of requests depends on the machine.
 */
export function missingNotices({ missing, failed }: Unanswered, context: MissingContext): readonly RunNotice[] {
  const mayMiss = context.allowed.length === 0 ? () => false : picomatch([...context.allowed], { dot: true });
  const isAllowed = (url: string): boolean => mayMiss(pathOf(url)) || mayMiss(url);
  return joinLacks([
    ...missing.toSorted(byUrl).map((file) => describeMissing(file, context, isAllowed)),
    ...failed.toSorted(byUrl).map((request) => describeFailed(request, context, isAllowed)),
  ]);
}

function describeMissing(
  { url, destination, answer }: MissingFile,
  { pageUrl, isBroken, callerOf }: MissingContext,
  isAllowed: (url: string) => boolean,
): Lack {
  const told = { code: "missing-file", url, where: callerOf(url) ?? gamePathOf(url) } as const;
  if (url === pageUrl) {
    const message = `${gamePathOf(url)} does not exist. It is the game's page, which was there when the run began.`;
    return { ...told, severity: "failure", message, joined: null };
  }
  const isMedia = destination === "empty" && mediaName.test(pathOf(url)) && !isBroken;
  const kind = isMedia ? undefined : needed[destination];
  const name = gamePathOf(url);
  const what = answer === null ? `${name} does not exist.` : `The server answered ${answer} for ${name}.`;
  const ofMany = ({ subject, names }: JoinedFiles): string =>
    answer === null ? `${subject} do not exist: ${names}.` : `The server answered ${answer} for ${subject}: ${names}.`;
  if (kind === undefined || isAllowed(url)) return { ...told, severity: "warning", message: what, joined: ofMany };
  const orAllow = `or pass --allow missing=${pathOf(url)} if the game can do without it.`;
  if (destination === "script" && isUnresolved(url)) {
    return {
      ...told,
      severity: "failure",
      message: `${what} ${unbuilt.replace(/\.$/u, `, ${orAllow}`)}`,
      joined: null,
    };
  }
  return {
    ...{ ...told, severity: "failure", message: `${what} It is ${kind}. Add it, ${orAllow}` },
    joined: (files) =>
      `${ofMany(files)} Each is ${kind}. ` +
      `Add them, or pass --allow 'missing=${files.glob}' if the game can do without them.`,
  };
}

function describeFailed(
  { url, reason, kind }: FailedRequest,
  { isBroken, callerOf }: MissingContext,
  isAllowed: (url: string) => boolean,
): Lack {
  // No browser loads it, such as a script of an extension in a page that was saved to disk.
  const isNeeded = !decoration.has(kind) && reason !== "net::ERR_UNKNOWN_URL_SCHEME";
  const severity = isBroken && isNeeded && !isAllowed(url) ? "failure" : "warning";
  const told = { code: "request-failed", severity, url, where: callerOf(url) ?? url } as const;
  const port = otherPortOf(url);
  if (port !== null) {
    const message = `${pathOf(url)} at port ${port} of the page's own host could not be loaded, because a run serves nothing there.`;
    return { ...told, where: callerOf(url), message, joined: null };
  }
  const why = isElsewhere(reason) ? offline(url, severity) : "";
  return {
    ...told,
    message: `${url} could not be loaded (${reason}).${why}`,
    // All of them, because nobody has asked the page to reach other hosts.
    joined: ({ subject, allNames }) => `${subject} could not be loaded (${reason}): ${allNames}.${why}`,
  };
}

/** The reason why a host is not reached and, for a failure, what to do about it. */
function offline(url: string, severity: RunNotice["severity"]): string {
  const why = " A run has no network, so that it can be repeated.";
  if (severity !== "failure") return why;
  return `${why} Keep a copy in the game's folder, or pass --allow-host ${new URL(url).host}.`;
}

/** True for a module that was imported without an extension, as only a bundler resolves it. A service's script has a query. */
function isUnresolved(url: string): boolean {
  return /(?:^|\/)[^/.]+$/u.test(pathOf(url)) && !url.includes("?");
}

/** The port of a request to the game's own host at another port, as to a server for development; null for any other. */
function otherPortOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, port } = new URL(url);
  return port !== "" && hostname.endsWith(".framegate.localhost") ? port : null;
}

function byUrl(a: { readonly url: string }, b: { readonly url: string }): number {
  return a.url < b.url ? -1 : Number(a.url > b.url);
}

function isElsewhere(reason: string): boolean {
  return reason === "net::ERR_NAME_NOT_RESOLVED" || reason === "net::ERR_INTERNET_DISCONNECTED";
}

/** The path without its leading slash and query. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.replace(/^\//u, "") : url;
}
