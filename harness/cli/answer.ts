import { readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Grounds } from "../../scanner/find/grounds.ts";
import { readTwice, twice } from "../../scanner/cache/kept-twice.ts";
import { readWholeBytes } from "../../scanner/cache/read-whole.ts";
import { isSettled, presenceOf, standingOf } from "../../scanner/cache/standing.ts";
import { writeWhole } from "../../scanner/cache/write-whole.ts";
import { cacheFileOf, type ScanArguments } from "./scan-flags.ts";

/** What a scan told whoever asked. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Who asks for a scan, and how. */
export interface ScanRequest {
  readonly arguments: ScanArguments;
  /** Absolute. */
  readonly cwd: string;
  /** Whether the list is in colour. */
  readonly colour: boolean;
}

/**
 * The answer that a scan kept beside its cache, where all that it rests on stands as it did: to ask the system takes
 * less than to load the scanner. Null wherever anything is not as it was, the cache included.
 */
export function recallAnswer(request: ScanRequest): Answer | null {
  const path = answerPath(request);
  if (path === null) return null;
  try {
    const bytes = readWholeBytes(path);
    const line = readTwice(bytes, 0, bytes.indexOf("\n") + 1);
    // Whatever does not begin as `keepAnswer` begins it, somebody else wrote.
    if (line?.text.startsWith(beginningOf(request)) !== true) return null;
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    const { contents, presences, answer } = JSON.parse(line.text) as Kept;
    const stands =
      contents.every(([file, standing]) => standingOf(file)?.text === standing) &&
      presences.every(([one, presence]) => presenceOf(one) === presence);
    return stands ? answer : null;
  } catch {
    // There is none, or something that it rests on cannot be looked at: the scan says what is wrong.
    return null;
  }
}

/**
 * Keeps an answer for `recallAnswer`, unless something that it rests on has changed so lately that another change would leave
 * no trace. Where it cannot be written, it is done without.
 *
 * @param startedMs When the scan began, in milliseconds of the Unix epoch: what was changed while it ran is not settled.
 */
export function keepAnswer(
  request: ScanRequest,
  answer: Answer,
  { contents, presences }: Grounds,
  startedMs: number,
): void {
  const path = answerPath(request);
  if (path === null) return;
  try {
    const cache = resolve(request.cwd, cacheFileOf(request.arguments.flags) ?? "");
    // What is kept there changes the folder, and with it what it is kept for.
    if (contents.includes(dirname(cache))) return;
    // A pipe would never take it.
    if (!["file", "nothing"].includes(presenceOf(path))) return;
    const standings = [...new Set(contents)].map((one) => [one, standingOf(one)] as const);
    const stood = standings.flatMap(([one, standing]) =>
      standing !== null && isSettled(standing, startedMs) ? [[one, standing.text] as const] : [],
    );
    if (stood.length < standings.length) return;
    // Whoever deletes the cache wants everything looked at again.
    const kept: Kept = {
      contents: stood,
      presences: [...new Set([...presences, cache])].map((one) => [one, presenceOf(one)]),
      answer,
    };
    writeWhole(path, Buffer.concat(twice(`${beginningOf(request)}${JSON.stringify(kept).slice(1)}\n`)));
  } catch {
    // The next scan takes as long as this one.
  }
}

/** What is kept, behind what the request was. */
interface Kept {
  readonly contents: readonly (readonly [path: string, standing: string])[];
  readonly presences: readonly (readonly [path: string, presence: string])[];
  readonly answer: Answer;
}

/** Null for a scan that does more than to answer, or that keeps nothing. */
function answerPath({ arguments: { flags }, cwd }: ScanRequest): string | null {
  const cache = cacheFileOf(flags);
  const doesMore =
    flags.watch === true || flags.fix === true || flags.updateBaseline === true || flags.output !== undefined;
  const writes = flags.reporter?.some((one) => one.includes("=")) === true;
  return cache === null || doesMore || writes ? null : `${resolve(cwd, cache)}.answer`;
}

/** The files of the bundle have names that change with what is in them. */
function beginningOf(request: ScanRequest): string {
  return `{"program":${JSON.stringify([process.version, import.meta.dirname, ...readdirSync(import.meta.dirname)])},"request":${JSON.stringify(request)},`;
}
