import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSource } from "../find/read-sources.ts";
import { ScanError } from "../findings/scan-error.ts";
import type { ScannedSources } from "../findings/scanned-sources.ts";
import { writeFile } from "../findings/write-file.ts";

/** The result of the last scan, in one file, under a key of the content of everything that it rests on. */
export class ScanCache {
  readonly #path: string;
  readonly #key: string;

  /**
   * @param files Absolute paths of the files that the scan reads: sources, configurations, manifests.
   * @param settings The options of the scan.
   * @throws ScanError `path-unreadable` if the path is a device, a pipe or a folder.
   */
  constructor(path: string, files: readonly string[], settings: readonly string[]) {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
      throw new ScanError("path-unreadable", { path, reason: "it is not a regular file" });
    this.#path = path;
    this.#key = keyOf(files, settings);
  }

  /** The result of a scan of the same content. If there is none, or the file is torn or foreign, it scans and writes. */
  async readOr(scan: () => Promise<ScannedSources>): Promise<ScannedSources> {
    const known = this.#read();
    if (known !== null) return known;
    const scanned = await scan();
    const text = JSON.stringify(scanned);
    writeFile(this.#path, JSON.stringify([this.#key, hashOf(text), text]));
    return scanned;
  }

  #read(): ScannedSources | null {
    try {
      const stored: unknown = JSON.parse(readFileSync(this.#path, "utf8"));
      const [key, hash, text] = Array.isArray(stored) ? stored.map(String) : [];
      if (key !== this.#key || text === undefined || hash !== hashOf(text)) return null;
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- its hash says that `readOr` wrote it
      return JSON.parse(text) as ScannedSources;
    } catch {
      return null;
    }
  }
}

function keyOf(files: readonly string[], settings: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (text: string): void => void hash.update(`${String(text.length)}:`).update(text);
  add(programStamp());
  for (const setting of settings) add(setting);
  for (const file of files) {
    add(file);
    add(readSource(file));
  }
  return hash.digest("hex");
}

/** Changes with every build of the scanner, rules included: the names, sizes and times of its files, bundled or not. */
function programStamp(): string {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const facts = files.map((file) => {
    const { size, mtimeMs } = statSync(join(folder, file));
    return `${file}:${String(size)}:${String(mtimeMs)}`;
  });
  return `${process.version}\n${folder}\n${facts.join("\n")}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
