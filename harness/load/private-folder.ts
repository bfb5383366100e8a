import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { basename, dirname, join, parse } from "node:path";

/** Parents of home folders. WSL shows those of Windows under /mnt. */
const homeParents = /^(?:(?:\/(?:var|usr|export))?\/home|\/Users|\/mnt\/[a-z]\/Users|[A-Z]:\\Users)$/iu;

/** System folders, and mounted disks. */
const systemFolders = /^\/(?:bin|boot|dev|etc|lib|media|mnt(?:\/[a-z])?|opt|proc|run|sbin|srv|sys|usr|var)$/u;

/** Folders that desktops create in a home for files of all kinds. */
const desktopNames = new Set("Desktop Documents Downloads Movies Music Pictures Public Templates Videos".split(" "));

/**
 * Describes a folder that holds more than a game, such as "a home folder", so that no game may read all of it unasked.
 * Null for any other.
 */
export function privateKind(folder: string): string | null {
  const real = realOf(folder);
  if (real === parse(real).root) return "the root of the disk";
  const homes = homeFolders();
  if (isHome(real, homes)) return "a home folder";
  const parent = dirname(real);
  if (isHome(parent, homes) && isForAllKinds(basename(real), parent)) return "a folder for files of all kinds";
  if (["/tmp", "/var/tmp", tmpdir()].some((path) => realOf(path) === real)) return "the folder for temporary files";
  if (homeParents.test(real)) return "a folder of home folders";
  return systemFolders.test(real) ? "a folder of the system" : null;
}

function isHome(folder: string, homes: readonly string[]): boolean {
  return homes.includes(folder) || folder === "/root" || homeParents.test(dirname(folder));
}

/** Home folders of this user: HOME may differ from the one that the system knows. */
function homeFolders(): readonly string[] {
  return [homedir(), knownHome()].flatMap((home) => (home === null ? [] : [realOf(home)]));
}

function knownHome(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    // In a container a user may have only a number.
    return null;
  }
}

/** Whether a folder in a home was created by a desktop. On Linux their names are in the user's language. */
function isForAllKinds(name: string, home: string): boolean {
  if (desktopNames.has(name)) return true;
  const list = join(home, ".config/user-dirs.dirs");
  return existsSync(list) && readFileSync(list, "utf8").includes(`="$HOME/${name}"`);
}

/** The folder with symbolic links resolved, as far as it exists. */
function realOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}
