import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { mean } from "simple-statistics";
import { pairPhases } from "../../harness/measure/pair-frames.ts";
import { packageRoot } from "../../harness/package-root.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { type ReportView, viewElementId } from "../../src/formats/report-view.ts";
import { builtCommand } from "../built-command.ts";
import {
  type CostKind,
  isPlantedTurn,
  plantCost,
  type Planted,
  type PlantedGame,
  plantedGames,
  plantedNames,
  plantedTokens,
  plantInTurns,
} from "../e2e/planted-costs.ts";

// Whether a comparison of two builds names a planted cost first, in each report, and says how large it is.
//
//   npm run bench:cause                        every cost in every game
//   npm run bench:cause -- --only arena        games and costs by a part of their name

const frames = 120;
const warmup = 60;

const { values: flags } = parseArgs({ options: { only: { type: "string", default: "" } } });

for (const game of plantedGames) {
  for (const kind of ["slower", "pass", "upload"] as const) {
    if (`${game.name}, ${kind}`.includes(flags.only)) process.stdout.write(await tryOut(game, kind));
  }
}

async function tryOut(game: PlantedGame, kind: CostKind): Promise<string> {
  await using planted = await plantCost(game, kind);
  const isTimed = kind === "slower";
  if (isTimed) plantInTurns(game, planted);
  const texts = await compare(planted, isTimed ? ["--repeat", "5", "--why"] : ["--repeat", "0"]);
  const name = plantedNames[kind];
  const named = [
    `terminal ${orderOf(texts.list, name)}`,
    `page ${orderOf(texts.html, name)}`,
    `Markdown ${orderOf(texts.markdown, name)}`,
  ].join(", ");
  const { report } = texts.file;
  if (report.baseline === null) throw new Error("There is no comparison.");
  const shares = sharesOf(report, { game, kind, baseline: report.baseline });
  return `${game.name}, ${kind}\n  named: ${named}\n${shares.map((line) => `  ${line}\n`).join("")}  ${texts.sentence}\n`;
}

interface Texts {
  readonly file: ReportFile;
  readonly sentence: string;
  readonly list: string;
  readonly html: string;
  readonly markdown: string;
}

/** The text of the reports, from the comparison on. */
async function compare({ baseline, current }: Planted, more: readonly string[]): Promise<Texts> {
  return await runPerf([current, "--baseline", baseline, ...more], async ({ file, said, read }) => {
    const [, json = ""] =
      new RegExp(`id="${viewElementId}">(.*?)</script>`, "su").exec(await read("report.html")) ?? [];
    const view = JSON.parse(json) as ReportView;
    return {
      ...{ file, sentence: view.sentence },
      list: said.slice(said.indexOf("Compared with")),
      html: JSON.stringify([view.sentence, view.sections.filter(({ id }) => id === "baseline")]),
      markdown: (await read("report.md")).replaceAll("\\", ""),
    };
  });
}

interface Written {
  readonly file: ReportFile;
  /** The output of the command. */
  readonly said: string;
  readonly read: (name: string) => Promise<string>;
}

/** Runs the command, whose reports are there until `use` ends. A regression is a result. */
async function runPerf<Value>(args: readonly string[], use: (written: Written) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), "framegate-cause-"));
  try {
    const reporters = ["json", "html", "markdown"].flatMap((name) => {
      return ["--reporter", `${name}=${join(folder, `report.${name === "markdown" ? "md" : name}`)}`];
    });
    const ofRun = ["--frames", String(frames), "--warmup", String(warmup)];
    const all = ["--no-scan", "--out", folder, ...ofRun, "--reporter", "list", ...reporters];
    const options = { cwd: packageRoot, maxBuffer: 1 << 28 };
    const ran = promisify(execFile)(process.execPath, [builtCommand, "perf", ...args, ...all], options);
    const said = await ran.catch((thrown: unknown) => {
      const { code, stdout, stderr } = thrown as { code: unknown; stdout: string; stderr: string };
      if (code !== 1) throw new Error(`framegate perf failed: ${stderr}`, { cause: thrown });
      return { stdout, stderr };
    });
    const read = async (name: string): Promise<string> => await readFile(join(folder, name), "utf8");
    return await use({
      file: JSON.parse(await read("report.json")) as ReportFile,
      said: said.stdout + said.stderr,
      read,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many other functions are named in a text before one: those with a position in a file. */
function orderOf(text: string, name: string): string {
  const at = text.indexOf(name);
  if (at === -1) return "NOT AT ALL";
  const before = [...text.slice(0, at).matchAll(/\.(?:[cm]?[jt]sx?|html):\d+:\d+/gu)].length;
  return before === 0 ? "first" : `BEHIND ${String(before)}`;
}

type Report = ReportFile["report"];
type Comparison = NonNullable<Report["baseline"]>;

function sharesOf(
  report: Report,
  { game, kind, baseline }: { readonly game: PlantedGame; readonly kind: CostKind; readonly baseline: Comparison },
): readonly string[] {
  switch (kind) {
    case "slower":
      return sharesOfFunction(report, baseline);
    case "pass":
      return shareOfDraws(report, baseline);
    case "upload":
      return shareOfBytes(baseline, 4 * game.pixels);
  }
}

function shareOfDraws({ perFrame }: ReportFile["report"], { draws }: Comparison): readonly string[] {
  const all = perFrame.drawCalls?.[draws?.frame ?? 0] ?? 0;
  const again = draws?.functions.find((each) => each.name === plantedNames.pass);
  return [describeShare("draws", (again?.current.drawCalls ?? 0) / all, 0.5)];
}

function shareOfBytes({ draws }: Comparison, bytes: number): readonly string[] {
  const drawn = [...(draws?.functions ?? []), ...(draws?.nodes ?? [])];
  const grown = drawn.map((each) => each.current.textureUploadBytes - each.baseline.textureUploadBytes);
  return [describeShare("bytes, as a part of the texture's", Math.max(0, ...grown) / bytes, 1)];
}

function sharesOfFunction({ perFrame, runs, profile }: Report, comparison: Comparison): readonly string[] {
  const work = comparison.columns.find(({ count }) => count === "work") ?? { baseline: 0, current: 1 };
  const worked = find(comparison.functions, { baseline: 0, current: 0 });
  const { calls, ms } = plantedTimes({ perFrame, runs });
  const tokens = plantedTokens * calls * frames;
  const ofFrame = ms / mean([...perFrame.cpuMs]);
  const { selfMs } = find(profile?.functions ?? [], { selfMs: 0 });
  return [
    describeShare(
      "executed code",
      (worked.current - worked.baseline) / work.current,
      tokens / (work.baseline + tokens),
    ),
    describeShare("time, by the profile", selfMs / (profile?.frameMs ?? 1), ofFrame),
    describeShare("time, more than the baseline", find(comparison.functionTimes, { part: 0 }).part, ofFrame),
  ];
}

/** The planted function's row of a table, or `otherwise` if it has none. */
function find<Named>(functions: readonly (Named & { readonly name: string })[], otherwise: Named): Named {
  return functions.find(({ name }) => name === plantedNames.slower) ?? otherwise;
}

interface PlantedTimes {
  /** Mean number of calls of the planted function in a frame. */
  readonly calls: number;
  /** Their time, in milliseconds. */
  readonly ms: number;
}

/**
 * The time of a call, by the difference between the frames that make two and those that make one: both have the same
 * machine, whose speed varies from second to second, and nothing samples them. A difference from frames without a call
 * would be larger, because what runs behind the first call finds cold caches. With phases it is the difference of the
 * phase that has the calls.
 *
 * How many calls came before the first measured frame is not known, so it is the number that separates frames most.
 */
function plantedTimes({ perFrame: { cpuMs }, runs }: Pick<RunReport, "perFrame" | "runs">): PlantedTimes {
  const phases = Object.values(pairPhases(runs.map(({ times }) => times)) ?? {});
  const separated = Array.from({ length: 8 }, (_, more) => {
    const isTwice = cpuMs.map((_ms, frame) => isPlantedTurn(warmup + more + frame));
    const meanOf = (column: readonly number[], twice: boolean): number =>
      mean(column.filter((_ms, frame) => isTwice[frame] === twice));
    const growthOf = (column: readonly number[]): number => meanOf(column, true) - meanOf(column, false);
    const callMs = Math.max(...(phases.length === 0 ? [cpuMs] : phases).map(growthOf));
    const calls = 1 + isTwice.filter(Boolean).length / isTwice.length;
    return { calls, ms: calls * callMs };
  });
  return separated.reduce((most, each) => (each.ms > most.ms ? each : most));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function describeShare(what: string, said: number, truth: number): string {
  const off = said / truth - 1;
  return `${what}: said ${percent(said)}, true ${percent(truth)}, off by ${percent(off)}${Math.abs(off) <= 0.1 ? "" : " TOO MUCH"}`;
}
