import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileAnalysis, Source } from "./analyse.ts";
import { readWhole } from "./read-whole.ts";
import { reasonOf, ScanError } from "./scan-error.ts";
import type { ScannedSources } from "./scanned-sources.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * What earlier scans found out, in one file: what each suspect file says, by its content, and what all files together say,
 * by the content of all. It is written as a whole, so that of several scans at once the last one's stays; whatever is not
 * as it was written, or comes from another Framegate, counts as nothing.
 */
export interface ScanCache {
  /** What was found when all files were as they are. */
  resultOf(contentHash: string): ScannedSources | undefined;
  keepResult(contentHash: string, result: ScannedSources): void;
  analysisOf(source: Source): FileAnalysis | undefined;
  keepAnalysis(source: Source, analysis: FileAnalysis): void;
  /** Writes what is new. Only what this scan used is kept. */
  save(): void;
}

/** Opens the cache in a file. A file that is missing, torn or foreign is an empty cache. */
export function openCache(path: string): ScanCache {
  const stored = readStored(path);
  let result = stored.result;
  let analyses: ReadonlyMap<string, FileAnalysis> | null = null;
  const used = new Map<string, FileAnalysis>();
  let isChanged = false;
  return {
    resultOf: (contentHash) => (result?.contentHash === contentHash ? result.scanned : undefined),
    keepResult(contentHash, scanned) {
      result = { contentHash, scanned };
      isChanged = true;
    },
    analysisOf(source) {
      analyses ??= parseAnalyses(stored.analyses);
      const key = keyOf(source);
      const analysis = analyses.get(key);
      if (analysis !== undefined) used.set(key, analysis);
      return analysis;
    },
    keepAnalysis(source, analysis) {
      used.set(keyOf(source), analysis);
      isChanged = true;
    },
    save() {
      if (isChanged) writeStored(path, result, used);
    },
  };
}

/** A hash of files and of whatever else decides what is found in them, in the order in which they are added. */
export interface ContentHash {
  /** Adds what `name` stands for. */
  add(name: string, content: Uint8Array | string): void;
  digest(): string;
}

/** Starts a hash. */
export function createContentHash(): ContentHash {
  const hash = createHash("sha1");
  return {
    add(name, content) {
      hash.update(`${String(content.length)}:${name}\0`).update(content);
    },
    digest: () => hash.digest("hex"),
  };
}

interface StoredResult {
  readonly contentHash: string;
  readonly scanned: ScannedSources;
}

interface Stored {
  readonly result: StoredResult | null;
  /** The line with the analyses, unread: nobody needs it while nothing has changed. */
  readonly analyses: string;
}

const nothing: Stored = { result: null, analyses: "[]" };

function readStored(path: string): Stored {
  const text = readIfThere(path);
  const [stamp, result = "", analyses = ""] = text.split("\n");
  if (stamp !== stampOf(result, analyses)) return nothing;
  // The stamp is a hash of the text, this program's version among it: nobody else wrote it, and it is whole.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return { result: JSON.parse(result) as StoredResult | null, analyses };
}

function parseAnalyses(line: string): ReadonlyMap<string, FileAnalysis> {
  // As above.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return new Map(JSON.parse(line) as readonly (readonly [string, FileAnalysis])[]);
}

function writeStored(path: string, result: StoredResult | null, analyses: ReadonlyMap<string, FileAnalysis>): void {
  const lines = [JSON.stringify(result), JSON.stringify([...analyses])] as const;
  writeWhole(path, `${[stampOf(...lines), ...lines].join("\n")}\n`);
}

function readIfThere(path: string): string {
  try {
    return readWhole(path);
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
    if (code === "ENOENT") return "";
    throw new ScanError("path-unreadable", { path, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

function stampOf(result: string, analyses: string): string {
  return createHash("sha1").update(programStamp()).update(`${result}\n${analyses}`).digest("hex");
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

function keyOf({ file, text, language }: Source): string {
  return createHash("sha1").update(`${file}\0${language}\0${text}`).digest("base64");
}
