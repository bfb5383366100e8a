import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";
import { FramegateError } from "../errors.ts";
import type { FileHashes } from "./check-unpacked.ts";
import { embeddedVersion, packedHashes, unpackedHashes } from "./embedded-hashes.ts";

/** The npm package with the embedded headless shell. */
export interface EmbeddedPackage {
  readonly binFolder: string;
  /** Name of the folder of the unpacked files. It differs for other contents. */
  readonly key: string;
  /** Hashes of its archives. */
  readonly packed: FileHashes;
  /** Hashes of the files in them. */
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
 * because it changes the environment of the process on import. Throws `browser-package-changed` for another version.
 */
export async function findEmbeddedPackage(): Promise<EmbeddedPackage | null> {
  const found = await locatePackage();
  if (found === null) return null;
  const { folder, version } = found;
  if (version !== embeddedVersion) {
    const what = `is version ${version}`;
    throw new FramegateError("browser-package-changed", { path: folder, what, expected: embeddedVersion });
  }
  const hash = createHash("sha256").update(JSON.stringify(unpackedHashes)).digest("hex").slice(0, 12);
  return {
    binFolder: join(folder, "bin"),
    key: `${version}-${hash}`,
    packed: packedHashes,
    unpacked: unpackedHashes,
  };
}

async function locatePackage(): Promise<{ readonly folder: string; readonly version: string } | null> {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    // The entry is build/cjs/index.cjs; the package does not export its package.json.
    const folder = dirname(dirname(dirname(entry)));
    const { version } = packageJson.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
    return { folder, version };
  } catch {
    // An optional dependency may be missing: the platform does not fit, or the user left it out.
    return null;
  }
}
