import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAbsolute, join, relative, sep } from "node:path";
import { withIndexPage } from "../../src/formats/index-page.ts";
import { sendFile } from "./send-file.ts";

/** Answers a request, or passes it to the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Gives each handler in turn the request, and calls `onMissing` if none answers. */
export function runHandlers(
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

/**
 * Serves the files of a folder. Hidden files and folders are not served: a `.env` or a `.git` is not part of a game.
 * Nor are symbolic links to outside `root`, except installed packages, or anything but regular files.
 */
export function serveFiles(folder: string, root = folder): Handler {
  return (request, response, next) => {
    const url = request.url ?? "/";
    const path = pathOf(url);
    if (path === null || !isServed(folder, path, root)) {
      if (path !== null && isServed(folder, `${path}/index.html`, root)) redirect(response, url);
      else next();
      return;
    }
    sendFile(join(folder, path), request, response);
  };
}

/** The file that `serveFiles` would send for a URL; null if none. */
export function servedFile(url: string, folder: string, root = folder): string | null {
  const path = pathOf(url);
  return path !== null && isServed(folder, path, root) ? join(folder, path) : null;
}

/** Relative URLs in a folder's index page count from the slash. Two leading slashes would start another host's URL. */
function redirect(response: ServerResponse, url: string): void {
  response.writeHead(301, { Location: url.replace(/^\/*([^?]*)/u, "/$1/") }).end();
}

/** Decoded path of a URL, or its index page for a folder; null if malformed or hidden. */
function pathOf(url: string): string | null {
  const [encoded = "/"] = url.split("?", 1);
  try {
    const names = encoded.split("/").map(decodeURIComponent);
    // An encoded separator cannot be part of a file name.
    if (names.some((name) => /[\\/]/u.test(name) || isHidden(name))) return null;
    return withIndexPage(names.join("/"));
  } catch {
    return null;
  }
}

/** Also true for `.` and `..`. */
function isHidden(name: string): boolean {
  return name.startsWith(".") && name !== ".well-known";
}

function isServed(folder: string, path: string, root: string): boolean {
  const file = join(folder, path);
  try {
    // A pipe or a device may block forever. An unreadable file is missing for the page.
    if (!statSync(file).isFile()) return false;
    accessSync(file, constants.R_OK);
    if (isGiven(file, root)) return true;
    const [installed] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(path) ?? [];
    // A workspace's packages are links to folders elsewhere; links from such a folder are not followed.
    const isPackage = installed !== undefined && existsSync(join(folder, installed, "package.json"));
    return isPackage && isGiven(file, join(folder, installed));
  } catch {
    return false;
  }
}

/**
 * Whether a file really lies in a folder and is not hidden there: a link or a Windows short name such as `GIT~1` may
 * lead to a hidden file. Throws if either does not exist.
 */
function isGiven(file: string, folder: string): boolean {
  const way = relative(realpathSync.native(folder), realpathSync.native(file));
  return !isAbsolute(way) && !way.split(sep).some(isHidden);
}
