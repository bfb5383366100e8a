import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

/** Folders that a development server may serve from. All are absolute. */
export interface SourceFolders {
  /** Root of the server. */
  readonly gameDir: string;
  /** Folder whose files the game can read. */
  readonly served: string;
  /** The game's static files; null if it has none. */
  readonly publicDir: string | null;
  /** Framegate's own modules, and packages prebundled for the browser. */
  readonly own: readonly string[];
  /** Whether a served module imports this file, which may lie in a workspace around the game. */
  readonly isImported: (file: string) => boolean;
}

const installed = `${sep}node_modules${sep}`;

/**
 * Whether Vite's server may answer a request, by the rules of `serveFiles`: no hidden files, and nothing outside the
 * served folder behind a symbolic link, except installed packages and imported modules. A URL that matches no file is
 * Vite's own.
 */
export function mayServe(url: string, folders: SourceFolders): boolean {
  const path = decodedPath(url);
  if (path === null) return false;
  if (path.startsWith("/@fs/")) {
    const file = path.slice("/@fs".length);
    return isAllowed(file, folders) || folders.isImported(file);
  }
  if (path.startsWith("/@")) return true;
  const roots = [folders.gameDir, ...(folders.publicDir === null ? [] : [folders.publicDir])];
  return roots.every((root) => isAllowed(join(root, path), folders));
}

/** Path of a URL; null if it is malformed, or has a separator inside a name. */
function decodedPath(url: string): string | null {
  const [encoded = "/"] = url.split(/[?#]/u, 1);
  try {
    const names = encoded.split("/").map(decodeURIComponent);
    return names.some((name) => /[\\/\0]/u.test(name) || name === "..") ? null : names.join("/");
  } catch {
    return null;
  }
}

function isAllowed(file: string, folders: SourceFolders): boolean {
  if (isPlain(file, folders)) {
    const real = realPath(file);
    // Vite handles URLs that match no file.
    return real === null || real === file || isPlain(real, folders);
  }
  return false;
}

/** Whether a path lies in one of the folders and is not hidden there, or in an installed package. */
function isPlain(file: string, { gameDir, served, publicDir, own }: SourceFolders): boolean {
  const bases = [gameDir, served, ...(publicDir === null ? [] : [publicDir]), ...own].map(
    (base) => realPath(base) ?? base,
  );
  const ways = [...new Set([...bases, gameDir, served])].map((base) => relative(base, file));
  const isInside = ways.some((way) => !isAbsolute(way) && !way.split(sep).some(isHidden));
  if (isInside) return true;
  // Below node_modules, where package managers keep their own hidden folders.
  const at = file.lastIndexOf(installed);
  return (
    at !== -1 &&
    !file
      .slice(at + installed.length)
      .split(sep)
      .some(isHidden)
  );
}

function isHidden(name: string): boolean {
  return name.startsWith(".") && name !== ".well-known";
}

function realPath(file: string): string | null {
  try {
    return realpathSync.native(file);
  } catch {
    return null;
  }
}
