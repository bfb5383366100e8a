import type { Hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileAnalysis, Source } from "./analyse.ts";
import { createStamp } from "./cache-stamp.ts";
import { bytesOf, createSourceReader } from "./read-sources.ts";
import { readWholeBytes } from "./read-whole.ts";
import { reasonOf, ScanError } from "./scan-error.ts";
import type { ScannedSources } from "./scanned-sources.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * What earlier scans found out, in one file: what each suspect file says, by its content, and what all files together say,
 * by the content of all. It is written as a whole, so that of several scans at once the last one's stays; whatever is not
 * as it was written, or comes from another Framegate, counts as nothing.
 */
export interface ScanCache {
  /** What was found when all that decides it was as it is. */
  known(): ScannedSources | undefined;
  analysisOf(source: Source, reading: Reading): FileAnalysis | undefined;
  keepAnalysis(source: Source, reading: Reading, analysis: FileAnalysis): void;
  /** Writes what was found. Of the analyses, only what this scan used is kept. */
  keep(scanned: ScannedSources): void;
}

/** How a file was read: all of it, or only what may hold something that these settings ask for. */
export type Reading = "whole" | "words";

/** Whatever decides what is found. */
export interface ScanInputs {
  /** Absolute paths of the files that are read. */
  readonly files: readonly string[];
  /** What was asked for. */
  readonly settings: readonly string[];
}

/** Opens the cache in a file. A file that is missing, torn or foreign is an empty cache. */
export function openCache(path: string, inputs: ScanInputs): ScanCache {
  const stored = readStored(path);
  const standing = standingOf(inputs);
  let contentHash: string | null = null;
  let analyses: ReadonlyMap<string, FileAnalysis> | null = null;
  const used = new Map<string, FileAnalysis>();
  // What all of a file says, it says whatever is asked.
  const readings: Readonly<Record<Reading, string>> = { whole: "", words: inputs.settings.join("\n") };
  return {
    known() {
      const { result } = stored;
      if (result !== null && standing.isSettled && result.standing === standing.text) return result.scanned;
      contentHash = hashContents(inputs);
      if (result?.contentHash !== contentHash) return undefined;
      // Nobody has to read them the next time.
      if (standing.isSettled) writeStored(path, { ...result, standing: standing.text }, wholeAnalyses(stored));
      return result.scanned;
    },
    analysisOf(source, reading) {
      analyses ??= parseAnalyses(stored);
      const key = keyOf(source, readings[reading]);
      const analysis = analyses.get(key);
      if (analysis !== undefined) used.set(key, analysis);
      return analysis;
    },
    keepAnalysis(source, reading, analysis) {
      used.set(keyOf(source, readings[reading]), analysis);
    },
    keep(scanned) {
      const result = { contentHash: contentHash ?? hashContents(inputs), standing: standing.isSettled ? standing.text : null, scanned };
      writeStored(path, result, JSON.stringify([...used]));
    },
  };
}

/** What the system says of files without reading them. */
interface Standing {
  readonly text: string;
  /** Whether a file that is written to from now on would stand differently. */
  readonly isSettled: boolean;
}

/** The coarsest clock of a file system in use, FAT's, counts in steps of two seconds. */
const clockStepMs = 2000;

/** A file that was written to within one step of the clock might be written to again without a trace, as git has it. */
function standingOf({ files, settings }: ScanInputs): Standing {
  const nowMs = Date.now();
  let isSettled = true;
  const lines = files.map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return file;
    const { size, mtimeMs, ctimeMs, ino } = stats;
    isSettled &&= Math.max(mtimeMs, ctimeMs) < nowMs - clockStepMs;
    return `${file}\0${String(size)} ${String(mtimeMs)} ${String(ctimeMs)} ${String(ino)}`;
  });
  return { text: [...settings, ...lines].join("\n"), isSettled };
}

function hashContents({ files, settings }: ScanInputs): string {
  const hash = sha1();
  for (const setting of settings) hash.update(`${String(setting.length)}:setting\0`).update(setting);
  const reader = createSourceReader();
  for (const file of files) {
    const bytes = bytesOf(reader.read(file));
    hash.update(`${String(bytes.length)}:${file}\0`).update(bytes);
  }
  return hash.digest("hex");
}

interface StoredResult {
  readonly contentHash: string;
  /** Null where it was written too soon after the files. */
  readonly standing: string | null;
  readonly scanned: ScannedSources;
}

/** The cache's file has four lines: a stamp of the second and the third, the result, a hash of the fourth, the analyses. */
interface Stored {
  readonly result: StoredResult | null;
  readonly analysesHash: string;
  /** Unread: nobody needs them while nothing has changed. */
  readonly analyses: Buffer;
}

const nothing: Stored = { result: null, analysesHash: "", analyses: Buffer.alloc(0) };

function readStored(path: string): Stored {
  const bytes = readIfThere(path);
  const [first, second, third] = lineEndsOf(bytes);
  if (first === undefined || second === undefined || third === undefined) return nothing;
  const head = bytes.toString("utf8", first + 1, third);
  if (bytes.toString("latin1", 0, first) !== stampOf(head)) return nothing;
  const result = bytes.toString("utf8", first + 1, second);
  return {
    // The stamp is of the text and of this program's version: nobody else wrote it, and it is whole.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    result: JSON.parse(result) as StoredResult | null,
    analysesHash: bytes.toString("latin1", second + 1, third),
    analyses: bytes.subarray(third + 1, bytes.length - 1),
  };
}

function lineEndsOf(bytes: Buffer): readonly number[] {
  const ends: number[] = [];
  for (let end = bytes.indexOf("\n"); end >= 0 && ends.length < 3; end = bytes.indexOf("\n", end + 1)) ends.push(end);
  return ends;
}

function parseAnalyses(stored: Stored): ReadonlyMap<string, FileAnalysis> {
  // As above: the hash is among what is stamped.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return new Map(JSON.parse(wholeAnalyses(stored)) as readonly (readonly [string, FileAnalysis])[]);
}

/** The line with the analyses; one without any where it is torn. */
function wholeAnalyses({ analyses, analysesHash }: Stored): string {
  return sha1().update(analyses).digest("hex") === analysesHash ? analyses.toString() : "[]";
}

function writeStored(path: string, result: StoredResult, analyses: string): void {
  const head = `${JSON.stringify(result)}\n${sha1().update(analyses).digest("hex")}`;
  writeWhole(path, `${stampOf(head)}\n${head}\n${analyses}\n`);
}

function readIfThere(path: string): Buffer {
  try {
    return readWholeBytes(path);
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
    if (code === "ENOENT") return nothing.analyses;
    throw new ScanError("path-unreadable", { path, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

function stampOf(head: string): string {
  return createStamp(`${programStamp()}\n${head}`);
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

function keyOf({ file, text, language }: Source, reading: string): string {
  return sha1().update(`${file}\0${language}\0${reading}\0${text}`).digest("base64");
}

/** Loaded when it is needed: it takes a tenth of a scan that has nothing to do. */
function sha1(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha1");
}
