import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";
import type { Headers } from "tar-fs";
import { makeFolder } from "../../disk/make-folder.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { browserCacheFolder } from "../cache-folder.ts";
import type { EmbeddedPackage } from "./embedded-package.ts";
import type { Environment } from "../environment.ts";

/** An embedded browser that is ready to be launched. Absolute paths. */
export interface UnpackedBrowser {
  readonly executablePath: string;
  /** Holds libraries that a bare machine lacks, for `LD_LIBRARY_PATH`. */
  readonly libraryPath: string;
  /** Holds a fonts.conf, for `FONTCONFIG_PATH`. */
  readonly fontPath: string;
}

/** Half an unpacked browser of a process that died; no unpacking takes this long. */
const abandonedAfterMs = 10 * 60_000;

/**
 * The package's own fonts.conf names folders of a cloud provider and a font cache in the shared temporary folder.
 * Only the fonts that were packed are listed, so that text has the same size on every machine.
 */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks the embedded browser into a private cache folder, or returns the one that is already there.
 * A folder under the final name is always complete, because it gets its name last: an unpacking that is
 * interrupted leaves nothing that is trusted, and several processes may do this at once.
 * Throws `browser-unpack-failed`.
 */
export async function unpackEmbedded(
  embedded: EmbeddedPackage,
  env: Environment,
  signal?: AbortSignal,
): Promise<UnpackedBrowser> {
  const folder = join(browserCacheFolder(env), embedded.key);
  try {
    if (!(await isTrusted(folder))) await unpackInto(folder, embedded.binFolder, signal);
  } catch (error) {
    if (signal?.aborted === true) throw new FramegateError("interrupted", {}, { cause: error });
    throw new FramegateError("browser-unpack-failed", { path: folder, reason: reasonOf(error) }, { cause: error });
  }
  return { executablePath: join(folder, "chromium"), libraryPath: join(folder, "lib"), fontPath: folder };
}

/** Whether the folder is there and ours. Somebody else's would be run with our rights, so it is an error. */
async function isTrusted(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(ignoreMissing);
  if (found === null) return false;
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs || (found.mode & 0o022) !== 0) {
    throw new Error("what is there belongs to another user, or others can write to it; delete it");
  }
  // The one file that is looked at: a cache cleaner that deletes by age takes files and leaves folders.
  const executable = await stat(join(folder, "chromium")).catch(ignoreMissing);
  if (executable !== null) return true;
  await rm(folder, { recursive: true, force: true });
  return false;
}

async function unpackInto(folder: string, binFolder: string, signal: AbortSignal | undefined): Promise<void> {
  const parent = dirname(folder);
  makeFolder(parent, 0o700);
  await removeAbandoned(parent);
  const partial = `${folder}.partial-${randomUUID()}`;
  try {
    await mkdir(partial, { mode: 0o700 });
    await unpackArchives(binFolder, partial, signal);
    // The archive of fonts brings a fonts.conf of its own, which this replaces.
    await writeFile(join(partial, "fonts.conf"), fontsConf);
    await renameUnlessThere(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function unpackArchives(binFolder: string, target: string, signal: AbortSignal | undefined): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const unpackTar = async (name: string): Promise<void> => {
    const extraction = extract(target, { map: ownByUs });
    await pipeline(createReadStream(join(binFolder, name)), createBrotliDecompress(), extraction, options);
  };
  const outcomes = await Promise.allSettled([
    pipeline(
      createReadStream(join(binFolder, "chromium.br")),
      createBrotliDecompress({ chunkSize: 1 << 20 }),
      createWriteStream(join(target, "chromium"), { mode: 0o700 }),
      options,
    ),
    // ANGLE opens libvulkan.so.1 beside the binary; without it WebGL is null and nothing says why.
    unpackTar("swiftshader.tar.br"),
    unpackTar("al2023.tar.br"),
    unpackTar("fonts.tar.br"),
  ]);
  // All have ended before one is reported: a stream that still writes would fill a folder being removed.
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** Root would else give the files to the users that the archive names. */
function ownByUs(header: Headers): Headers {
  return { ...header, uid: process.getuid?.() ?? header.uid, gid: process.getgid?.() ?? header.gid };
}

async function renameUnlessThere(partial: string, folder: string): Promise<void> {
  try {
    await rename(partial, folder);
  } catch (error) {
    // Another process was faster. What it has put there is as complete as ours.
    if (!(await isTrusted(folder))) throw error;
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.includes(".partial-"));
  for (const name of names) {
    const path = join(parent, basename(name));
    const found = await stat(path).catch(ignoreMissing);
    if (found !== null && Date.now() - found.mtimeMs > abandonedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
