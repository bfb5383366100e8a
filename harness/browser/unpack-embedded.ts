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

/** An unpacked embedded browser. The paths are absolute. */
export interface UnpackedBrowser {
  readonly executablePath: string;
  /** Libraries that a bare machine lacks, for `LD_LIBRARY_PATH`. */
  readonly libraryPath: string;
  /** A folder with a fonts.conf, for `FONTCONFIG_PATH`. */
  readonly fontPath: string;
}

/** An older partial folder is left over from a killed process. No unpacking takes this long. */
const abandonedAfterMs = 10 * 60_000;

/**
 * The package's own fonts.conf names folders of a cloud provider, and a font cache in the shared temporary folder. This
 * one lists only the packed fonts, so that text has the same size on every machine.
 */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks the embedded browser into a private cache folder, or returns the one that is there.
 *
 * A folder gets its final name last, so it is always complete, and several processes may unpack at once. Throws
 * `browser-unpack-failed`.
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

/**
 * Whether the folder exists and is ours. A folder of another user is an error, because its files would run with our
 * rights.
 */
async function isTrusted(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(ignoreMissing);
  if (found === null) return false;
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs || (found.mode & 0o022) !== 0) {
    throw new Error("what is there belongs to another user, or others can write to it; delete it");
  }
  // A cache cleaner that deletes by age may remove files and leave the folders, so look at a file.
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
    // Replaces the fonts.conf of the archive.
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
    // ANGLE opens libvulkan.so.1 beside the binary. Without it WebGL is silently null.
    unpackTar("swiftshader.tar.br"),
    unpackTar("al2023.tar.br"),
    unpackTar("fonts.tar.br"),
  ]);
  // Wait for all before one is reported: another stream could still write into a folder that is being removed.
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** As root, tar would give the files to the users of the archive. */
function ownByUs(header: Headers): Headers {
  return { ...header, uid: process.getuid?.() ?? header.uid, gid: process.getgid?.() ?? header.gid };
}

async function renameUnlessThere(partial: string, folder: string): Promise<void> {
  try {
    await rename(partial, folder);
  } catch (error) {
    // Another process was faster. Its folder is as complete as ours.
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
