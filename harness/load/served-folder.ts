import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, extname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { readWhole } from "../../disk/read-whole.ts";
import type { ServedFolder } from "../../src/formats/run-plan.ts";
import { privateKind } from "./private-folder.ts";

// Enough for the sources of a page that no bundler has joined. What is only found out of them at run time needs `--root`.
const filesMax = 500;
const bytesMax = 2_000_000;
const followed = new Set([".html", ".htm", ".js", ".mjs", ".css"]);

/**
 * Finds the folder to serve for a page: its own, widened to the smallest one that holds what it refers to. References are
 * read from the page, and from the scripts and styles that it names. The folder never lies above the page's package, and is
 * never widened to a home folder or another that holds more than a game, because a game has no business with all that is
 * there.
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

/** What a file of a page refers to within `bound`. Of scripts and styles only what exists, since not all texts are paths. */
function* referencesIn(file: string, pageDir: string, bound: string): Generator<Reference> {
  const isPage = /\.html?$/iu.test(file);
  for (const written of new Set(quotedPaths(readSource(file)))) {
    // A module names its imports as seen from itself, and a request what it asks for as seen from the page.
    const starts = written.startsWith("/") ? (isPage ? climb(pageDir, bound) : []) : [dirname(file), pageDir];
    const paths = starts.map((start) => join(start, written)).filter((path) => path !== bound && isWithin(path, bound));
    const path = isPage && written.startsWith("../") ? paths[0] : paths.find((candidate) => existsSync(candidate));
    if (path !== undefined) yield { written, path };
  }
}

/** Quoted texts that look like the path of a file: those that begin with dots or a slash, and names of sources. */
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

/** From `folder` upwards to `bound`. */
function climb(folder: string, bound: string): readonly string[] {
  return folder === bound || folder === dirname(folder) ? [folder] : [folder, ...climb(dirname(folder), bound)];
}

function commonFolder(folder: string, path: string): string {
  return climb(folder, parse(folder).root).find((at) => isWithin(path, at)) ?? folder;
}

/** The widest folder that may be served: the page's package, else what lies below all home folders. */
function findBound(pageDir: string): string {
  let widest = pageDir;
  for (const folder of climb(pageDir, parse(pageDir).root)) {
    if (isPrivate(folder)) break;
    widest = folder;
    if (existsSync(join(folder, "package.json"))) break;
  }
  return widest;
}

/** Whether it holds more than a game, or a home folder somewhere. */
function isPrivate(folder: string): boolean {
  // Either of the two may be given by way of a symbolic link.
  const home = existsSync(homedir()) ? realpathSync(homedir()) : resolve(homedir());
  return isWithin(home, realpathSync(folder)) || privateKind(folder) !== null;
}
