import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { FramegateError } from "../errors.ts";
import { createPathLookup } from "./look-up-path.ts";
import { isWithin } from "./served-folder.ts";

/** A file that a root of a manifest refers to, relative to the manifest's folder. */
export interface NamedFile {
  readonly rootId: string;
  /** Its role in the root, such as entry or scene. */
  readonly role: string;
  readonly file: string;
  readonly gameDir: string;
  readonly manifestPath: string;
}

/** Throws `entry-not-found`, with the file that was probably meant. */
export async function requireFileOfRoot({ rootId, role, file, gameDir, manifestPath }: NamedFile): Promise<void> {
  const isFolder = statSync(join(gameDir, file), { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === false) return;
  const lookup = await createPathLookup(gameDir)(file);
  const nearest = lookup.found === "nothing" ? lookup.nearest : lookup.found === "other-case" ? lookup.written : null;
  const problem = isFolder === true ? "is a folder, and not a file" : "does not exist";
  throw new FramegateError("entry-not-found", { rootId, role, file, problem, nearest, path: manifestPath });
}

/**
 * Like `requireFileOfRoot`, for a file that must lie in the project after following links. Throws `outside-project`,
 * and the errors of `requireFileOfRoot`.
 */
export async function requireOwnFile(named: NamedFile): Promise<void> {
  const { rootId, role, file, gameDir, manifestPath } = named;
  const path = join(gameDir, file);
  const refuse = (real: string): never => {
    throw new FramegateError("outside-project", { rootId, role, file, real, path: manifestPath });
  };
  if (!isWithin(path, gameDir)) refuse(path);
  await requireFileOfRoot(named);
  const real = realpathSync(path);
  if (!isWithin(real, realpathSync(gameDir))) refuse(real);
}
