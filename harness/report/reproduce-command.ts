import { posix } from "node:path";
import type { RunReport } from "../../src/formats/report.ts";
import { plainText } from "./text-layout.ts";

/** The command that reproduces a run, for a POSIX shell. */
export function reproduceCommand({
  target,
  seed,
  frames,
  tape,
  query,
  served,
  allowedHosts,
  raster,
  scan,
  scene,
  work,
  options,
}: RunReport): string {
  const words = [
    "framegate perf",
    quoteForShell(target),
    `--seed ${String(seed.value)} --frames ${String(frames.measured)} --warmup ${String(frames.warmup)}`,
    ...(tape === null ? [] : [`--tape ${quoteForShell(tape.file)}${tape.isOrphan ? " --allow-orphan" : ""}`]),
    ...(served.because === "--root" ? [`--root ${quoteForShell(givenRoot(target, served))}`] : []),
    ...allowedHosts.map((host) => `--allow-host ${host}`),
    ...(query === "" ? [] : [`--query ${quoteForShell(query)}`]),
    ...(scene?.selectors ?? []).map((selector) => `--entities ${quoteForShell(selector)}`),
    ...(work === null ? [] : [`--work-every ${String(work.every)}`]),
    ...(scan.status === "skipped" ? ["--no-scan"] : []),
    ...(raster === "skip" ? [] : [`--raster ${raster}`]),
    ...options.map(quoteForShell),
  ];
  return words.join(" ");
}

/** The folder of `--root`, relative to where the run began, as the target is. */
function givenRoot(target: string, { folder }: RunReport["served"]): string {
  return posix.join(/\.(?:html?|json)$/iu.test(target) ? posix.dirname(target) : target, folder);
}

/** Quotes a word for a POSIX shell, without control characters, which would move a terminal's cursor. */
export function quoteForShell(word: string): string {
  const plain = plainText(word);
  return /^[\w./:@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}
