import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { FramegateError } from "../errors.ts";
import type { FileHashes } from "./check-unpacked.ts";
import { embeddedVersion, type FontPackage, fontPackages, packedHashes, unpackedHashes } from "./embedded-hashes.ts";

/** A font for the embedded browser, in a package of its own. */
export interface EmbeddedFont {
  /** Absolute. */
  readonly path: string;
  /** Its path in the unpacked browser's folder, with forward slashes. */
  readonly unpackedPath: string;
  readonly hash: string;
}

/** The npm package with the embedded headless shell. */
export interface EmbeddedPackage {
  readonly binFolder: string;
  /** Name of the folder of the unpacked files. It differs for other contents. */
  readonly key: string;
  /** Hashes of its archives. */
  readonly packed: FileHashes;
  readonly fonts: readonly EmbeddedFont[];
  /** Hashes of the files in the archives, and of the fonts. */
  readonly unpacked: FileHashes;
}

const packageName = "@sparticuz/chromium";
const packageJson = z.object({ version: z.string().regex(/^[\w.+-]+$/) });

/** Whether the package's binary can run here: it is built for Linux on x64. */
export function canRunEmbedded(platform: string, arch: string): boolean {
  return platform === "linux" && arch === "x64";
}

/**
 * Looks for the optional package with the pinned browser; null if it is missing. The package's own code is not loaded,
 * because it changes the environment of the process on import. Throws `browser-package-changed` for another version, of
 * the browser or of a package with fonts: in other fonts, text has other sizes.
 */
export async function findEmbeddedPackage(): Promise<EmbeddedPackage | null> {
  const found = await locatePackage(packageName);
  if (found === null) return null;
  const { folder, version } = found;
  if (version !== embeddedVersion) {
    const what = `is version ${version}`;
    throw new FramegateError("browser-package-changed", { path: folder, what, expected: embeddedVersion });
  }
  const fonts = (
    await Promise.all(fontPackages.map(async (fontPackage) => await findFonts(fontPackage, folder)))
  ).flat();
  const unpacked = { ...unpackedHashes, ...Object.fromEntries(fonts.map((font) => [font.unpackedPath, font.hash])) };
  const hash = createHash("sha256").update(JSON.stringify(unpacked)).digest("hex").slice(0, 12);
  return { binFolder: join(folder, "bin"), key: `${version}-${hash}`, packed: packedHashes, fonts, unpacked };
}

async function findFonts({ name, version, files }: FontPackage, browser: string): Promise<EmbeddedFont[]> {
  const found = await locatePackage(name);
  if (found?.version !== version) {
    const what = `needs the fonts of the package ${name}, which is ${found === null ? "missing" : `version ${found.version}`}`;
    throw new FramegateError("browser-package-changed", { path: browser, what, expected: `version ${version}` });
  }
  return Object.entries(files).map(([path, hash]) => ({
    path: join(found.folder, path),
    unpackedPath: `fonts/${basename(path)}`,
    hash,
  }));
}

async function locatePackage(name: string): Promise<{ readonly folder: string; readonly version: string } | null> {
  try {
    const { resolve } = createRequire(import.meta.url);
    // The browser's package does not export its package.json. Its entry is build/cjs/index.cjs.
    const folder =
      name === packageName ? dirname(dirname(dirname(resolve(name)))) : dirname(resolve(`${name}/package.json`));
    const { version } = packageJson.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
    return { folder, version };
  } catch {
    // An optional dependency may be missing: the platform does not fit, or the user left it out.
    return null;
  }
}
