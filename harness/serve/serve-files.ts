import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAbsolute, join, relative, sep } from "node:path";
import { sendFile } from "./send-file.ts";

/** Answers a request, or leaves it to the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Lets each handler in turn answer a request, and calls `onMissing` if none does. */
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
 * Serves the files of a folder. Hidden files and folders are not served: a `.env` or a `.git` is no part of a game. Neither is
 * what a symbolic link reaches outside of `root`, installed packages aside, nor what is no regular file.
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

/** The file that `serveFiles` would send for a URL; null if it would send none. */
export function servedFile(url: string, folder: string, root = folder): string | null {
  const path = pathOf(url);
  return path !== null && isServed(folder, path, root) ? join(folder, path) : null;
}

/** Relative URLs in a folder's index page count from the slash. Two slashes at the start would begin another host's URL. */
function redirect(response: ServerResponse, url: string): void {
  response.writeHead(301, { Location: url.replace(/^\/*([^?]*)/u, "/$1/") }).end();
}

/** The decoded path of a URL, which is that of the index page for a folder; null if it is malformed or hidden. */
function pathOf(url: string): string | null {
  const [encoded = "/"] = url.split("?", 1);
  try {
    const names = encoded.split("/").map(decodeURIComponent);
    // A separator that was encoded belongs to no name of a file.
    if (names.some((name) => /[\\/]/u.test(name) || isHidden(name))) return null;
    return names.join("/").replace(/\/$/u, "/index.html");
  } catch {
    return null;
  }
}

/** Also the names of this folder and of the one above. */
function isHidden(name: string): boolean {
  return name.startsWith(".") && name !== ".well-known";
}

function isServed(folder: string, path: string, root: string): boolean {
  const file = join(folder, path);
  try {
    // A pipe or a device may never end. What cannot be read is missing for the page.
    if (!statSync(file).isFile()) return false;
    accessSync(file, constants.R_OK);
    if (isGiven(file, root)) return true;
    const [installed] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(path) ?? [];
    // A workspace's packages are links to folders elsewhere; what such a folder links to in turn is not.
    const isPackage = installed !== undefined && existsSync(join(folder, installed, "package.json"));
    return isPackage && isGiven(file, join(folder, installed));
  } catch {
    return false;
  }
}

/**
 * Whether a file really lies in a folder, and not hidden there: a link or a short name of Windows, such as `GIT~1`, may lead
 * to what is hidden. Throws if one of the two does not exist.
 */
function isGiven(file: string, folder: string): boolean {
  const way = relative(realpathSync.native(folder), realpathSync.native(file));
  return !isAbsolute(way) && !way.split(sep).some(isHidden);
}
