import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";

/** The archives of the package, in the order of its key. */
export const embeddedArchives = ["chromium.br", "al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"] as const;

/** The npm package with the embedded headless shell. */
export interface EmbeddedPackage {
  readonly binFolder: string;
  readonly version: string;
  /** Changes when a file of the package changes, also within one version. */
  readonly key: string;
}

const packageName = "@sparticuz/chromium";
const packageJson = z.object({ version: z.string().regex(/^[\w.+-]+$/) });

/** Whether the binary of the package can run here: it is built for Linux on x64. */
export function canRunEmbedded(platform: string, arch: string): boolean {
  return platform === "linux" && arch === "x64";
}

/**
 * Looks for the optional package with the pinned browser; null if it or its files are missing. The package's own code
 * is not loaded, because it changes the environment of the process on import.
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
    // An optional dependency may be missing, because of the platform or because the user wants it so.
    return null;
  }
}
