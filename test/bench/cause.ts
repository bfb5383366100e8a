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
  const turns: TimesByTurn[] = [];
  const isTimed = kind === "slower";
  if (isTimed) turns.push(await timeTurns(game));
  const texts = await compare(planted, isTimed ? ["--why"] : []);
  if (isTimed) turns.push(await timeTurns(game));
  const name = plantedNames[kind];
  const named = [
    `terminal ${orderOf(texts.list, name)}`,
    `page ${orderOf(texts.html, name)}`,
    `Markdown ${orderOf(texts.markdown, name)}`,
  ].join(", ");
  const { baseline } = texts.file.report;
  if (baseline === null) throw new Error("There is no comparison.");
  const shares = [...sharesOf(texts.file, { game, kind, baseline }), ...(isTimed ? sharesOfTime(baseline, turns) : [])];
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
  return await runPerf([current, "--baseline", baseline, "--repeat", "0", ...more], async ({ file, said, read }) => {
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

type Comparison = NonNullable<ReportFile["report"]["baseline"]>;

function sharesOf(
  { report }: ReportFile,
  { game, kind, baseline }: { readonly game: PlantedGame; readonly kind: CostKind; readonly baseline: Comparison },
): readonly string[] {
  switch (kind) {
    case "slower":
      return shareOfWork(baseline);
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

function shareOfWork({ columns, functions }: Comparison): readonly string[] {
  const work = columns.find(({ count }) => count === "work");
  const listed = functions.find((each) => each.name === plantedNames.slower);
  const planted = plantedTokens * frames;
  const said = ((listed?.current ?? 0) - (listed?.baseline ?? 0)) / (work?.current ?? 1);
  return [describeShare("executed code", said, planted / ((work?.baseline ?? 0) + planted))];
}

interface TimesByTurn {
  /** Mean time of the frames without the planted work. */
  readonly without: number;
  readonly withIt: number;
  /** The planted function's own time in a frame. */
  readonly ownMs: number;
  /** Its share of all frames by the profile. */
  readonly said: number;
}

/**
 * Runs a game in which half of the frames do the planted work. The difference between them and the others is the truth:
 * both have the same machine, whose speed varies from second to second, and nothing samples them. In frames with phases
 * it is the difference of the phase that has the work. Other phases grow too, because their caches are colder and the GPU
 * process sleeps by then, but that is not the function's own time.
 */
async function timeTurns(game: PlantedGame): Promise<TimesByTurn> {
  await using planted = await plantCost(game, "slower");
  plantInTurns(game, planted);
  const { profile, ...report } = await runPerf([planted.current, "--repeat", "5", "--why"], ({ file }) =>
    Promise.resolve(file.report),
  );
  const selfMs = profile?.functions.find((each) => each.name === plantedNames.slower)?.selfMs ?? 0;
  return { ...timesByTurn(report), said: selfMs / (profile?.frameMs ?? 1) };
}

/** The runs in turns lie before and after the comparison, which has no truth of its own. */
function sharesOfTime({ functionTimes }: Comparison, turns: readonly TimesByTurn[]): readonly string[] {
  const meanOf = (name: keyof TimesByTurn): number => mean(turns.map((each) => each[name]));
  const more = functionTimes.find((each) => each.name === plantedNames.slower)?.part ?? 0;
  return [
    ...turns.map(({ without, withIt, ownMs, said }) =>
      describeShare("time, by a profile", said, ownMs / (without + withIt)),
    ),
    describeShare("time, more than the baseline", more, meanOf("ownMs") / meanOf("withIt")),
    `in the whole frame, with what it slows: ${percent(1 - meanOf("without") / meanOf("withIt"))}`,
  ];
}

/** How many calls came before the first measured frame is not known, so it is the number that separates them most. */
function timesByTurn({ perFrame: { cpuMs }, runs }: Pick<RunReport, "perFrame" | "runs">): Omit<TimesByTurn, "said"> {
  const phases = Object.values(pairPhases(runs.map(({ times }) => times)) ?? {});
  const separated = Array.from({ length: 8 }, (_, more) => {
    const meanOf = (column: readonly number[], isPlanted: boolean): number =>
      mean(column.filter((_ms, frame) => isPlantedTurn(warmup + more + frame) === isPlanted));
    const growthOf = (column: readonly number[]): number => meanOf(column, true) - meanOf(column, false);
    return {
      ...{ without: meanOf(cpuMs, false), withIt: meanOf(cpuMs, true) },
      ownMs: Math.max(...(phases.length === 0 ? [cpuMs] : phases).map(growthOf)),
    };
  });
  return separated.reduce((most, each) => (each.ownMs > most.ownMs ? each : most));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function describeShare(what: string, said: number, truth: number): string {
  const off = said / truth - 1;
  return `${what}: said ${percent(said)}, true ${percent(truth)}, off by ${percent(off)}${Math.abs(off) <= 0.1 ? "" : " TOO MUCH"}`;
}
