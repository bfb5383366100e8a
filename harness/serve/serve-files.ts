import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAbsolute, join, relative, sep } from "node:path";
import type { Readable } from "node:stream";
import sirv from "sirv";

/** Answers a request, or leaves it to the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The same in every run: `document.lastModified` shows it to the page. */
const lastModified = "Sat, 01 Jan 2000 00:00:00 GMT";

/**
 * Serves the files of a folder. Hidden files and folders are not served: a `.env` or a `.git` is no part of a game. Neither is
 * what a symbolic link reaches outside of `root`, installed packages aside, nor what is no regular file.
 */
export function serveFiles(folder: string, root = folder): Handler {
  const serve = sirv(folder, { dev: true, dotfiles: true, etag: false, extensions: [] });
  return (request, response, next) => {
    const url = request.url ?? "/";
    const decoded = withIndex(decodeReserved(url));
    const path = pathOf(decoded);
    if (path === null || isHidden(path) || !isServed(folder, path, root)) {
      if (path !== null && !isHidden(path) && isServed(folder, `${path}/index.html`, root)) redirect(response, url);
      else next();
      return;
    }
    if (!isRange(request.headers.range)) delete request.headers.range;
    response.setHeader("Last-Modified", lastModified);
    response.once("pipe", (stream: Readable) => {
      // sirv does not listen, and an error that nobody hears ends Node: the file is gone, or descriptors have run out.
      stream.once("error", () => response.destroy());
    });
    request.url = decoded;
    serve(request, response, () => {
      request.url = url;
      next();
    });
  };
}

/**
 * Decodes what sirv leaves encoded, because it decodes like `decodeURI`: `sprite%402x.png` is the file `sprite@2x.png`.
 * Not `%3F` and `%23`, which would end the path, so files with `?` or `#` in their names are not found.
 */
function decodeReserved(url: string): string {
  const [path = "/"] = url.split("?", 1);
  return path.replaceAll(/%(?:24|26|2B|2C|3A|3B|3D|40)/giu, decodeURIComponent) + url.slice(path.length);
}

/** Relative URLs in a folder's index page count from the slash. */
function redirect(response: ServerResponse, url: string): void {
  response.writeHead(301, { Location: url.replace(/^[^?]*/u, "$&/") }).end();
}

/** A folder's URL becomes that of its index page. */
function withIndex(url: string): string {
  return url.replace(/^[^?]*\/(?=\?|$)/u, "$&index.html");
}

/** The decoded path of a URL; null if it is malformed. */
function pathOf(url: string): string | null {
  try {
    return decodeURI(url.split("?", 1)[0] ?? "/");
  } catch {
    return null;
  }
}

function isHidden(path: string): boolean {
  return path.split(/[\\/]/u).some((name) => name.startsWith(".") && name !== ".well-known");
}

function isServed(folder: string, path: string, root: string): boolean {
  const file = join(folder, path);
  try {
    // A pipe or a device may never end. What cannot be read is missing for the page.
    if (!statSync(file).isFile()) return false;
    accessSync(file, constants.R_OK);
    const [installed] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(path) ?? [];
    // A workspace's packages are links to folders elsewhere; what such a folder links to in turn is not.
    const isPackage = installed !== undefined && existsSync(join(folder, installed, "package.json"));
    return isInside(file, root) || (isPackage && isInside(file, join(folder, installed)));
  } catch {
    return false;
  }
}

/** Follows symbolic links. Throws if one of the two does not exist. */
function isInside(file: string, folder: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(file));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether sirv parses the range correctly. A server may ignore any other, and answer with the whole file. */
function isRange(range: string | undefined): boolean {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/u.exec(range ?? "") ?? [];
  return start !== undefined && (end === "" || Number(end) >= Number(start));
}
