import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, extname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { readWhole } from "../../disk/read-whole.ts";
import type { ServedFolder } from "../../src/formats/run-plan.ts";
import { isPageName } from "./find-page.ts";
import { privateKind } from "./private-folder.ts";

// Enough for the sources of an unbundled page. References built at run time need `--root`.
const filesMax = 500;
const bytesMax = 2_000_000;
const followed = new Set([".html", ".htm", ".xhtml", ".js", ".mjs", ".css"]);

/**
 * Finds the folder to serve for a page: its own, widened to the smallest one that contains its references. They are
 * read from the page and from its scripts and styles. The folder never lies above the page's package, and is never
 * widened to a home folder or another one that holds more than a game, because a game must not read all that.
 */
export function findServedFolder(htmlPath: string): ServedFolder {
  const pageDir = dirname(htmlPath);
  const bound = findBound(pageDir);
  let widest: ServedFolder = { folder: pageDir, because: null };
  const queue = [htmlPath];
  const seen = new Set(queue);
  for (const file of queue) {
    for (const { written, path } of referencesIn(file, pageDir, bound)) {
      if (!isWithin(path, widest.folder)) widest = { folder: commonFolder(widest.folder, path), because: written };
      const isSource = followed.has(extname(path).toLowerCase()) && !path.includes(`${sep}node_modules${sep}`);
      if (!isSource || seen.has(path) || queue.length >= filesMax) continue;
      seen.add(path);
      queue.push(path);
    }
  }
  return widest;
}

/** Whether a path is a folder or lies within it. Both are absolute. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

interface Reference {
  readonly written: string;
  readonly path: string;
}

/**
 * References of a page's file within `bound`. In scripts and styles, only existing files count, since not every string
 * is a path.
 */
function* referencesIn(file: string, pageDir: string, bound: string): Generator<Reference> {
  const isPage = isPageName(file);
  for (const written of new Set(quotedPaths(readSource(file)))) {
    // A module's imports are relative to the module, its requests to the page.
    const starts = written.startsWith("/") ? (isPage ? climb(pageDir, bound) : []) : [dirname(file), pageDir];
    const paths = starts.map((start) => join(start, written)).filter((path) => path !== bound && isWithin(path, bound));
    const path = isPage && written.startsWith("../") ? paths[0] : paths.find((candidate) => existsSync(candidate));
    if (path !== undefined) yield { written, path };
  }
}

/** Quoted strings that look like file paths: those with a leading dot or slash, and names of source files. */
function* quotedPaths(text: string): Generator<string> {
  for (const [, quoted = ""] of text.matchAll(/["'`(=]\s*([\w@.~%/+-]{2,300})/gu)) {
    const isClimbing = /^(?:\.\.?\/)+[\w@~%+.-]/u.test(quoted) || /^\/[\w@~%+-]/u.test(quoted);
    if (isClimbing || followed.has(extname(quoted).toLowerCase())) yield quoted;
  }
}

function readSource(file: string): string {
  try {
    return readWhole(file, bytesMax).toString("utf8");
  } catch {
    return "";
  }
}

/** The folders from `folder` up to `bound`. */
function climb(folder: string, bound: string): readonly string[] {
  return folder === bound || folder === dirname(folder) ? [folder] : [folder, ...climb(dirname(folder), bound)];
}

function commonFolder(folder: string, path: string): string {
  return climb(folder, parse(folder).root).find((at) => isWithin(path, at)) ?? folder;
}

/** The widest folder that may be served: the page's package, or else anything below all home folders. */
function findBound(pageDir: string): string {
  let widest = pageDir;
  for (const folder of climb(pageDir, parse(pageDir).root)) {
    if (isPrivate(folder)) break;
    widest = folder;
    if (existsSync(join(folder, "package.json"))) break;
  }
  return widest;
}

/** Whether a folder holds more than a game, or contains a home folder. */
function isPrivate(folder: string): boolean {
  // Either path may contain a symbolic link.
  const home = existsSync(homedir()) ? realpathSync(homedir()) : resolve(homedir());
  return isWithin(home, realpathSync(folder)) || privateKind(folder) !== null;
}
