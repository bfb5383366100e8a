import type { Hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileAnalysis, Source } from "../follow/analyse.ts";
import { readTwice, twice } from "./kept-twice.ts";
import type { KnownLine } from "../findings/line-reader.ts";
import { bytesOf, createSourceReader } from "../find/read-sources.ts";
import { readWholeBytes } from "./read-whole.ts";
import { reasonOf, ScanError } from "../findings/scan-error.ts";
import type { ScannedSources } from "../findings/scanned-sources.ts";
import { isSettled, standingOf } from "./standing.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * What earlier scans found out, in one file: what each suspect file says, by its content, and what all files together say,
 * by the content of all. It is written as a whole, so that of several scans at once the last one's stays; whatever is not
 * as it was written, or comes from another Framegate, counts as nothing.
 */
export interface ScanCache {
  /** What was found when all that decides it was as it is. */
  known(): KnownScan | undefined;
  analysisOf(source: Source, reading: Reading): FileAnalysis | undefined;
  keepAnalysis(source: Source, reading: Reading, analysis: FileAnalysis): void;
  /** Writes what was found. Of the analyses, only what this scan used is kept. */
  keep(scan: KnownScan): void;
}

/** What was found, and the lines that it was found in, to show them without reading all these files again. */
export interface KnownScan {
  readonly scanned: ScannedSources;
  readonly lines: readonly KnownLine[];
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
  const standing = standingOfInputs(inputs);
  let contentHash: string | null = null;
  let analyses: ReadonlyMap<string, FileAnalysis> | null = null;
  const used = new Map<string, FileAnalysis>();
  // What all of a file says, it says whatever is asked.
  const readings: Readonly<Record<Reading, string>> = { whole: "", words: inputs.settings.join("\n") };
  return {
    known() {
      const { result } = stored;
      if (result === null) return undefined;
      if (standing.areSettled && stored.standing.equals(standing.bytes)) return result;
      contentHash = hashContents(inputs);
      if (result.contentHash !== contentHash) return undefined;
      // Nobody has to read them the next time.
      if (standing.areSettled) writeStored(path, { standing: standing.bytes, result, analyses: wholeAnalyses(stored) });
      return result;
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
    keep(scan) {
      const result = { contentHash: contentHash ?? hashContents(inputs), ...scan };
      writeStored(path, {
        standing: standing.areSettled ? standing.bytes : nothing.standing,
        result,
        analyses: JSON.stringify([...used]),
      });
    },
  };
}

/** What the system says of the files without reading them. */
interface InputsStanding {
  readonly bytes: Buffer;
  /** Whether a file that is written to from now on would stand differently. */
  readonly areSettled: boolean;
}

function standingOfInputs({ files, settings }: ScanInputs): InputsStanding {
  const nowMs = Date.now();
  const standings = files.map((file) => [file, standingOf(file)] as const);
  const lines = standings.map(([file, standing]) => (standing === null ? file : `${file}\0${standing.text}`));
  const areSettled = standings.every(([, standing]) => standing === null || isSettled(standing, nowMs));
  return { bytes: Buffer.from([...settings, ...lines].join("\n")), areSettled };
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

interface StoredResult extends KnownScan {
  readonly contentHash: string;
}

interface Stored {
  /** How all files stood; empty where they had been written to too lately. */
  readonly standing: Buffer;
  readonly result: StoredResult | null;
  readonly analysesHash: string;
  /** Unread: nobody needs them while nothing has changed. */
  readonly analyses: Buffer;
}

const none = Buffer.alloc(0);
const nothing: Stored = { standing: none, result: null, analysesHash: "", analyses: none };

/** The first line of the cache's file. Behind it are its copy, the standing, the result with its copy, and the analyses. */
interface Head {
  /** Which scanner wrote it. */
  readonly program: string;
  /** In bytes. */
  readonly standingLength: number;
  readonly resultLength: number;
  readonly analysesHash: string;
}

function readStored(path: string): Stored {
  const bytes = readIfThere(path);
  const line = readTwice(bytes, 0, bytes.indexOf("\n") + 1);
  // Parsed only where it begins as `writeStored` begins it: whatever else is there, somebody else wrote.
  if (line?.text.startsWith(`{"program":${JSON.stringify(programStamp())},`) !== true) return nothing;
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  const head = JSON.parse(line.text) as Head;
  const standingEnd = line.end + head.standingLength;
  const result = readTwice(bytes, standingEnd, head.resultLength);
  if (result === null) return nothing;
  return {
    standing: bytes.subarray(line.end, standingEnd),
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    result: JSON.parse(result.text) as StoredResult,
    analysesHash: head.analysesHash,
    analyses: bytes.subarray(result.end),
  };
}

function parseAnalyses(stored: Stored): ReadonlyMap<string, FileAnalysis> {
  // As above: their hash is in the head.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return new Map(JSON.parse(wholeAnalyses(stored)) as readonly (readonly [string, FileAnalysis])[]);
}

/** The analyses; none where they are torn. */
function wholeAnalyses({ analyses, analysesHash }: Stored): string {
  return sha1().update(analyses).digest("hex") === analysesHash ? analyses.toString() : "[]";
}

function writeStored(
  path: string,
  {
    standing,
    result,
    analyses,
  }: { readonly standing: Buffer; readonly result: StoredResult; readonly analyses: string },
): void {
  const text = JSON.stringify(result);
  const head: Head = {
    program: programStamp(),
    standingLength: standing.length,
    resultLength: Buffer.byteLength(text),
    analysesHash: sha1().update(analyses).digest("hex"),
  };
  writeWhole(
    path,
    Buffer.concat([...twice(`${JSON.stringify(head)}\n`), standing, ...twice(text), Buffer.from(analyses)]),
  );
}

function readIfThere(path: string): Buffer {
  try {
    return readWholeBytes(path);
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
    if (code === "ENOENT") return none;
    throw new ScanError("path-unreadable", { path, reason: reasonOf(thrown) }, { cause: thrown });
  }
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
