import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, type Stats } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";
import type { Headers } from "tar-fs";
import { makeFolder } from "../../disk/make-folder.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { browserCacheFolder } from "../cache-folder.ts";
import { hashFile, holdsExactly, recordChecked } from "./check-unpacked.ts";
import type { EmbeddedFont, EmbeddedPackage } from "./embedded-package.ts";
import type { Environment } from "../environment.ts";

/** An unpacked embedded browser. The paths are absolute. */
export interface UnpackedBrowser {
  readonly executablePath: string;
  /** Libraries that a bare machine lacks, for `LD_LIBRARY_PATH`. */
  readonly libraryPath: string;
  /** A folder with a fonts.conf, for `FONTCONFIG_PATH`. */
  readonly fontPath: string;
}

/** No unpacking takes this long: an older partial folder was left by a killed process. */
const abandonedAfterMs = 10 * 60_000;

/**
 * Fonts by the names that they stand in for. Arimo, Cousine and Tinos are exactly as wide as the fonts that most pages
 * name. Nothing else is replaced: a page's next choice is better than another font.
 */
const standIns: Readonly<Record<string, readonly string[]>> = {
  Arimo: ["Arial", "Helvetica", "sans-serif"],
  Cousine: ["Courier New", "Courier", "monospace"],
  "Noto Color Emoji": ["emoji"],
  "Open Sans": ["system-ui"],
  Tinos: ["Times New Roman", "Times", "serif"],
};

/**
 * The package's own fonts.conf points to a cloud provider's folders and to a font cache in the shared temporary folder.
 * This one lists only the unpacked fonts, so that text has the same size on every machine.
 */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${Object.entries(standIns)
  .flatMap(([font, names]) => names.map((name) => renderAlias(name, font)))
  .join("\n")}
</fontconfig>
`;

const fontsConfHash = createHash("sha256").update(fontsConf).digest("hex");

/** Chromium accepts another font for a name only if the alias binds as strongly as the name. */
function renderAlias(name: string, font: string): string {
  return `  <alias binding="same"><family>${name}</family><accept><family>${font}</family></accept></alias>`;
}

/**
 * Unpacks the embedded browser into a private cache folder, or returns the existing one. The archives, the fonts and the
 * unpacked files must both match their hashes; a folder that does not is unpacked again.
 *
 * The folder gets its final name last, so it is always complete and several processes may unpack at once. Throws
 * `browser-unpack-failed`, and `browser-package-changed` for other archives.
 */
export async function unpackEmbedded(
  embedded: EmbeddedPackage,
  env: Environment,
  { signal, onUnpack }: { readonly signal?: AbortSignal; readonly onUnpack?: () => void } = {},
): Promise<UnpackedBrowser> {
  const folder = join(browserCacheFolder(env), embedded.key);
  try {
    if (!(await isTrusted(folder, embedded))) {
      onUnpack?.();
      await unpackInto(folder, embedded, signal);
    }
  } catch (error) {
    if (signal?.aborted === true) throw new FramegateError("interrupted", {}, { cause: error });
    if (error instanceof FramegateError) throw error;
    throw new FramegateError("browser-unpack-failed", { path: folder, reason: reasonOf(error) }, { cause: error });
  }
  return { executablePath: join(folder, "chromium"), libraryPath: join(folder, "lib"), fontPath: folder };
}

/**
 * Whether the unpacked browser exists, belongs to this user and is unchanged. Throws for another user's folder, because
 * that user's files would run with this user's rights.
 */
async function isTrusted(folder: string, { unpacked }: EmbeddedPackage): Promise<boolean> {
  const found = await lstat(folder).catch(ignoreMissing);
  if (found === null) return false;
  // Anyone who can write to the parent folder can replace this one.
  if (!found.isDirectory() || !isOnlyOurs(found) || !isOnlyOurs(await stat(dirname(folder)))) {
    throw new Error("what is there belongs to another user, or others can write to it; delete it");
  }
  // A cache cleaner that deletes by age may remove the files and leave the folders.
  if (await holdsExactly(folder, { ...unpacked, "fonts.conf": fontsConfHash })) return true;
  await rm(folder, { recursive: true, force: true });
  return false;
}

function isOnlyOurs({ uid, mode }: Stats): boolean {
  return (process.getuid === undefined || uid === process.getuid()) && (mode & 0o022) === 0;
}

async function unpackInto(folder: string, embedded: EmbeddedPackage, signal: AbortSignal | undefined): Promise<void> {
  const parent = dirname(folder);
  makeFolder(parent, 0o700);
  await removeAbandoned(parent);
  const partial = `${folder}.partial-${randomUUID()}`;
  try {
    await mkdir(partial, { mode: 0o700 });
    await unpackArchives(embedded, partial, signal);
    for (const font of embedded.fonts) await copyFont(font, partial);
    // Replaces the fonts.conf of the archive.
    await writeFile(join(partial, "fonts.conf"), fontsConf);
    await recordChecked(partial);
    await renameUnlessThere(partial, folder, embedded);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function unpackArchives(
  embedded: EmbeddedPackage,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const unpack = async (name: string, output: NodeJS.WritableStream, decoder: Transform): Promise<void> => {
    const path = join(embedded.binFolder, name);
    const expected = embedded.packed[name] ?? "";
    const hash = createHash("sha256");
    decoder.on("error", heardByPipeline);
    try {
      await pipeline(createReadStream(path), createTap(hash), decoder, output, options);
    } catch (error) {
      // A truncated or damaged archive is reported as such, not by the decompression error it causes.
      if (signal?.aborted !== true && (await hashFile(path)) !== expected) throw changedFile(path, expected);
      throw error;
    }
    if (hash.digest("hex") !== expected) throw changedFile(path, expected);
  };
  const unpackTar = async (name: string): Promise<void> => {
    const files = extract(target, { map: ownByUs });
    // An error is passed on to the entry that is being read, to which nobody may listen yet.
    files.on("entry", (_header, entry) => entry.on("error", heardByPipeline));
    await unpack(name, files, createBrotliDecompress());
  };
  const outcomes = await Promise.allSettled([
    unpack(
      "chromium.br",
      createWriteStream(join(target, "chromium"), { mode: 0o700 }),
      createBrotliDecompress({ chunkSize: 1 << 20 }),
    ),
    // ANGLE opens libvulkan.so.1 beside the binary. Without it WebGL is silently null.
    unpackTar("swiftshader.tar.br"),
    unpackTar("al2023.tar.br"),
    unpackTar("fonts.tar.br"),
  ]);
  // Wait for all before throwing: another stream could still write into a folder that is being removed.
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function copyFont({ path, unpackedPath, hash }: EmbeddedFont, target: string): Promise<void> {
  const bytes = await readFile(path);
  if (createHash("sha256").update(bytes).digest("hex") !== hash) throw changedFile(path, hash);
  await writeFile(join(target, unpackedPath), bytes, { mode: 0o600 });
}

/** The pipeline already rejects with the error. One that comes after it has let go must not end the process. */
function heardByPipeline(): void {
  // See above.
}

/** Hashes the bytes that pass through. */
function createTap(hash: Hash): Transform {
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

function changedFile(path: string, expected: string): FramegateError {
  const what = "is not the file that this version of Framegate was tested with";
  return new FramegateError("browser-package-changed", { path, what, expected: `SHA-256 ${expected}` });
}

/** As root, tar would set the owners stored in the archive. */
function ownByUs(header: Headers): Headers {
  return { ...header, uid: process.getuid?.() ?? header.uid, gid: process.getgid?.() ?? header.gid };
}

async function renameUnlessThere(partial: string, folder: string, embedded: EmbeddedPackage): Promise<void> {
  try {
    await rename(partial, folder);
  } catch (error) {
    // Another process was faster. Its folder is just as complete.
    if (!(await isTrusted(folder, embedded))) throw error;
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
