import { posix } from "node:path";
import type { RunReport } from "../../src/formats/report.ts";
import { plainText } from "./text-layout.ts";

/** The part of a report that decides how its run is repeated. */
export interface Repeatable extends Pick<
  RunReport,
  "target" | "context" | "tape" | "query" | "served" | "allowedHosts" | "frames" | "raster" | "options" | "scan"
> {
  /** A word, if the command is of many seeds. */
  readonly seed: { readonly value: number | string };
  readonly scene: { readonly selectors: readonly string[] } | null;
  readonly work: { readonly every: number } | null;
}

/** The command that reproduces a run, for a POSIX shell. */
export function reproduceCommand(report: Repeatable): string {
  const { frames, raster, scan, scene, work, options } = report;
  const words = [
    ...wordsOfGame("framegate perf", report, String(frames.measured)),
    ...(scene?.selectors ?? []).map((selector) => `--entities ${quoteForShell(selector)}`),
    ...(work === null ? [] : [`--work-every ${String(work.every)}`]),
    ...(scan.status === "skipped" ? ["--no-scan"] : []),
    ...(raster === "skip" ? [] : [`--raster ${raster}`]),
    ...options.map(quoteForShell),
  ];
  return words.join(" ");
}

// Options that shape a run, not its verdict.
const optionsOfPage: ReadonlySet<string> = new Set(["--viewport", "--allow", "--boot-timeout", "--frame-timeout"]);

/** Command that opens the flame chart of a frame, for a POSIX shell. */
export function profileCommand(report: RunReport, frame: number): string {
  const { options } = report;
  const kept = options.filter((word, index) => optionsOfPage.has(word) || optionsOfPage.has(options[index - 1] ?? ""));
  const words = wordsOfGame("framegate profile", report, `${String(frame)}..${String(frame)}`);
  return [...words, ...kept.map(quoteForShell), "--open"].join(" ");
}

function wordsOfGame(command: string, report: Repeatable, frames: string): readonly string[] {
  const { target, context, seed, tape, query, allowedHosts } = report;
  const root = givenRoot(report);
  return [
    command,
    quoteForShell(target),
    `--seed ${String(seed.value)} --frames ${frames} --warmup ${String(report.frames.warmup)}`,
    ...(tape === null ? [] : [`--tape ${quoteForShell(tape.file)}${tape.isOrphan ? " --allow-orphan" : ""}`]),
    ...(root === null ? [] : [`--root ${quoteForShell(root)}`]),
    ...(context === "local" ? [] : [`--context ${context}`]),
    ...allowedHosts.map((host) => `--allow-host ${host}`),
    ...(query === "" ? [] : [`--query ${quoteForShell(query)}`]),
  ];
}

/** Folder of `--root`, relative to the run's working directory, like the target. Null if none was given. */
export function givenRoot({ target, served }: Pick<RunReport, "target" | "served">): string | null {
  if (served.because !== "--root") return null;
  return posix.join(/\.(?:html?|json)$/iu.test(target) ? posix.dirname(target) : target, served.folder);
}

/** Quotes a word for a POSIX shell, without control characters, which would move a terminal's cursor. */
export function quoteForShell(word: string): string {
  const plain = plainText(word);
  return /^[\w./:@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}
