import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";

/** The archives of the package, in the order in which they count towards its key. */
export const embeddedArchives = ["chromium.br", "al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"] as const;

/** The npm package that carries a headless shell, as it lies on the disk. */
export interface EmbeddedPackage {
  readonly binFolder: string;
  readonly version: string;
  /** Differs when the package's files differ, also within one version. */
  readonly key: string;
}

const packageName = "@sparticuz/chromium";
const packageJson = z.object({ version: z.string().regex(/^[\w.+-]+$/) });

/** Whether the package's binary runs here at all: it is an x64 Linux build. */
export function canRunEmbedded(platform: string, arch: string): boolean {
  return platform === "linux" && arch === "x64";
}

/**
 * Looks for the optional package that carries the pinned browser; null where it is not installed, or without its files.
 * Its own code is not loaded: on import it changes the process's environment.
 */
export async function findEmbeddedPackage(): Promise<EmbeddedPackage | null> {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    // The entry is build/cjs/index.cjs; the package does not export its package.json.
    const folder = dirname(dirname(dirname(entry)));
    const { version } = packageJson.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
    const binFolder = join(folder, "bin");
    const sizes = await Promise.all(embeddedArchives.map(async (name) => (await stat(join(binFolder, name))).size));
    const hash = createHash("sha256").update(sizes.join(" ")).digest("hex").slice(0, 12);
    return { binFolder, version, key: `${version}-${hash}` };
  } catch {
    // An optional dependency may be left out, by platform or by the user: the next place is looked at.
    return null;
  }
}
