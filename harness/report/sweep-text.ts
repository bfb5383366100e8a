import {
  formatBytes,
  formatCount,
  formatFigure,
  formatHeadroom,
  formatMean,
} from "../../src/formats/format-figures.ts";
import { columnOf, metricDefinitions, metricIds, type MetricId } from "../../src/formats/metrics.ts";
import { definitionOf } from "../../src/formats/frame-counts.ts";
import { type ExaminedSweep, type SeedVerdict, type SweepReport } from "../../src/formats/sweep.ts";
import type { VerdictLine, VerdictStatus } from "../../src/formats/verdict.ts";
import { plainText } from "./text-layout.ts";

// Texts about a sweep that the terminal and the page share.

/** The game, the seeds and the machine of a sweep, one fact per line. */
export function describeSweep({ sweep }: ExaminedSweep["file"]): readonly string[] {
  const { seeds, list, shard, frames, tape, query, environment, unjudged } = sweep;
  const { browserVersion, platform, arch } = environment;
  const part = shard === null ? "" : `, shard ${String(shard.index)} of ${String(shard.of)}`;
  return [
    `${countSeeds(seeds.length)} of ${list}${part}`,
    [
      `${formatCount(frames.measured)} frames after ${formatCount(frames.warmup)} of warm-up`,
      ...(tape === null ? [] : [`tape ${tape.file}`]),
      ...(query === "" ? [] : [`query ${query}`]),
    ].join(" · "),
    `${browserVersion} · ${platform} ${arch}`,
    ...(unjudged.length === 0
      ? []
      : [`not judged without --repeat: ${unjudged.map((id) => metricDefinitions[id].label).join(", ")}`]),
    ...(areAllEqual(sweep)
      ? ["every seed gave the same frames, so nothing in this game depends on the seed in this time"]
      : []),
  ].map(plainText);
}

/** Seeds that should be here, as a sentence; null if there are none. */
export function describeMissing({ missing }: SweepReport): string | null {
  return missing === null ? null : `Incomplete: these seeds were not run: ${missing}.`;
}

function areAllEqual({ chains, failures }: SweepReport): boolean {
  return chains.length > 1 && failures.length === 0 && new Set(chains).size === 1;
}

/** The outcome in one word and in one sentence. A sweep with missing seeds has no verdict unless it fails. */
export function concludeSweep(examined: ExaminedSweep): {
  readonly badge: string;
  readonly status: VerdictStatus;
  readonly sentence: string;
} {
  const { sweep, verdict } = examined.file;
  const status = sweep.missing === null || verdict.status === "fail" ? verdict.status : "inconclusive";
  return { badge: badgeOfSweep(examined), status, sentence: summariseSweep(examined) };
}

function badgeOfSweep({ file: { sweep, verdict }, seeds }: ExaminedSweep): string {
  if (verdict.status === "fail") return "FAIL";
  if (sweep.missing !== null) return "INCOMPLETE";
  if (verdict.status === "inconclusive") return "INCONCLUSIVE";
  return seeds.every(({ lines }) => lines.length === 0) ? "DONE" : "PASS";
}

function summariseSweep(examined: ExaminedSweep): string {
  const { file, seeds } = examined;
  const { sweep, verdict } = file;
  const [worst = 0] = verdict.worst;
  const ofWorst = seeds.find(({ seed }) => seed === worst);
  if (ofWorst === undefined) return "no seed was run";
  if (verdict.status === "pass") return summarisePass(examined, worst);
  const causes = counted.flatMap(([text, isCounted]) => {
    const count = seeds.filter(isCounted).length;
    return count === 0 ? [] : [`${String(count)} ${text}`];
  });
  const failed = `${formatCount(sweep.seeds.length - verdict.passed)} of ${countSeeds(sweep.seeds.length)} did not pass`;
  return `${failed} (${causes.join(", ")}); the worst is seed ${String(worst)}: ${describeSeed(examined, ofWorst)}`;
}

const counted: readonly (readonly [string, (verdict: SeedVerdict) => boolean])[] = [
  ["without a result, because the browser or the machine failed", ({ cause }) => cause === "environment"],
  ["failed", ({ cause }) => cause === "game"],
  ["nondeterministic", ({ cause }) => cause === "nondeterminism"],
  ["over the budget", ({ cause, status }) => cause === "budget" && status === "fail"],
  ["too close to a limit", ({ cause, status }) => cause === "budget" && status !== "fail"],
];

function summarisePass({ file: { sweep, verdict }, seeds }: ExaminedSweep, worst: number): string {
  const { metric } = verdict;
  const limit = seeds.flatMap(({ lines }) => lines).find((line) => line.metric === metric);
  const measured = `${countSeeds(sweep.seeds.length)} measured`;
  if (seeds.every(({ lines }) => lines.length === 0)) return `${measured}; no budget was judged`;
  const most = seeds.find(({ seed }) => seed === worst)?.lines.find((line) => line.metric === metric);
  const headroom = limit === undefined ? "" : formatHeadroom(most?.value ?? 0, limit.budget);
  const spare =
    headroom === ""
      ? ""
      : `, the tightest with ${headroom} to spare: ${metricDefinitions[metric].label}, seed ${String(worst)}`;
  return `the budget holds with ${sweep.seeds.length === 1 ? "the seed" : `all ${countSeeds(sweep.seeds.length)}`}${spare}`;
}

/** Why a seed does not pass, in a few words; empty if it passes. `shown` is a metric whose value is shown beside it. */
export function describeSeed(
  { file: { sweep } }: ExaminedSweep,
  { seed, lines, cause }: SeedVerdict,
  shown: MetricId | null = null,
): string {
  if (cause === null) return "";
  if (cause === "budget") {
    const missed = lines.filter(({ status }) => status !== "pass");
    return missed.map((line) => describeLine(line, line.metric === shown)).join("; ");
  }
  const message = sweep.failures.find((failure) => failure.seed === seed)?.message ?? "";
  return plainText(message);
}

function describeLine({ metric, value, budget, reason }: VerdictLine, isShown: boolean): string {
  const { label, unit } = metricDefinitions[metric];
  if (value === null) return `${label} could not be measured`;
  const limit = formatFigure(budget, unit);
  const how = reason === "exceeded" ? `over the budget of ${limit}` : `too close to the budget of ${limit} to tell`;
  return isShown ? how : `${label}: ${formatFigure(value, unit)} is ${how}`;
}

/** The limits of the metrics that are judged. */
export function limitsOf({ seeds }: ExaminedSweep): ReadonlyMap<MetricId, number> {
  return new Map(seeds.flatMap(({ lines }) => lines.map(({ metric, budget }) => [metric, budget])));
}

/** Metrics to show: the deciding one, those with a limit, and those with a line of their own that are not idle. */
export function shownMetrics(examined: ExaminedSweep): readonly MetricId[] {
  const { file, distributions } = examined;
  const first = new Set<MetricId>([file.verdict.metric, ...limitsOf(examined).keys()]);
  const hasLine = (id: MetricId): boolean => {
    const column = columnOf(id);
    return column === null ? alsoShown.has(id) : definitionOf(column).hasLine;
  };
  const others = metricIds.filter((id) => !first.has(id) && hasLine(id) && (distributions[id]?.max ?? 0) > 0);
  return [...first, ...others].filter((id) => distributions[id] !== undefined);
}

const alsoShown: ReadonlySet<MetricId> = new Set(["frameCpuMsP95", "physicsMsP95", "maxEntities"]);

/** A figure of a distribution. A quantile lies between two counts. */
export function formatQuantile(value: number, id: MetricId): string {
  const { unit } = metricDefinitions[id];
  switch (unit) {
    case "count":
      return formatMean(value);
    case "bytes":
      return formatBytes(Math.round(value));
    case "ms":
      return formatFigure(value, unit);
  }
}

/** Seeds whose figure of a metric is over its budget, or too close to it. */
export function countOver({ seeds }: ExaminedSweep, id: MetricId): number {
  const isOver = ({ metric, status, value }: VerdictLine): boolean =>
    metric === id && status !== "pass" && value !== null;
  return seeds.filter(({ lines }) => lines.some(isOver)).length;
}

function countSeeds(count: number): string {
  return count === 1 ? "1 seed" : `${formatCount(count)} seeds`;
}
