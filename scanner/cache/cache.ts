import { createHash, hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSource } from "../find/files.ts";
import { orNull, ScanError } from "../findings/scan-error.ts";
import type { ScannedSources } from "../findings/suppressions.ts";
import { writeFile } from "../findings/write-file.ts";

/**
 * Reads the result of the last scan from the cache file, where its key is a hash of everything it depends on. If the
 * key differs, or the file is truncated or foreign, it scans and writes the file.
 *
 * @param inputs Absolute paths of the files that the scan reads: sources, configurations, manifests.
 * @param settings The options of the scan.
 * @throws ScanError `path-unreadable` if the path is a device, a pipe or a folder.
 */
export async function readOrScan(
  path: string,
  { inputs, settings }: Readonly<Record<"inputs" | "settings", readonly string[]>>,
  scan: () => Promise<ScannedSources>,
): Promise<ScannedSources> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new ScanError("path-unreadable", { path, reason: "it is not a regular file" });
  const key = keyOf(inputs, settings);
  const known = readKnown(path, key);
  if (known !== null) return known;
  const scanned = await scan();
  const text = JSON.stringify(scanned);
  writeFile(path, `${hash("sha256", key + text)}\n${text}`);
  return scanned;
}

function readKnown(path: string, key: string): ScannedSources | null {
  const [known, text = ""] = orNull(() => readFileSync(path, "utf8"))?.split("\n") ?? [];
  if (known !== hash("sha256", key + text)) return null;
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- its hash says that `readOrScan` wrote it
  return JSON.parse(text) as ScannedSources;
}

function keyOf(files: readonly string[], settings: readonly string[]): string {
  const inputs = createHash("sha256");
  const add = (text: string): void => void inputs.update(`${String(text.length)}:`).update(text);
  add(programStamp());
  for (const setting of settings) add(setting);
  for (const file of files) {
    add(file);
    add(readSource(file));
  }
  return inputs.digest("hex");
}

/** Identifies the build of the scanner, rules included, by the names, sizes and times of its files, bundled or not. */
function programStamp(): string {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const facts = files.map((file) => {
    const { size, mtimeMs } = statSync(join(folder, file));
    return `${file}:${String(size)}:${String(mtimeMs)}`;
  });
  return `${process.version}\n${folder}\n${facts.join("\n")}`;
}
