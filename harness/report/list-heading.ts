import type { RunNotice } from "../../src/formats/frame-sample.ts";
import type { ReportedRun, RunReport } from "../../src/formats/report.ts";
import { describeFactor, formatCount, formatMs, formatPart } from "../../src/formats/format-figures.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { plainText, wrapBehind } from "./text-layout.ts";

/** Heading: game, frames, seed and its source, browser. */
export function renderHeading(report: RunReport, { paint, columns }: ListStyle): readonly string[] {
  return [
    `${margin}${paint.bold(titleOf(report))}`,
    ...describeRun(report)
      .flatMap((fact) => wrapBehind(margin, plainText(fact), columns))
      .map((line) => paint.dim(line)),
  ];
}

/** The game with its version. */
export function titleOf({ game }: Pick<RunReport, "game">): string {
  return [plainText(game.name), plainText(game.version ?? "")].filter((part) => part !== "").join(" ");
}

/** The run's frames, input, roots, sources, browser and machine, one per line. */
export function describeRun(report: RunReport): readonly string[] {
  return [
    describeFrames(report),
    describeInput(report),
    ...describeRoots(report.roots),
    ...describeServed(report.served),
    ...describeServer(report.target),
    ...(report.allowedHosts.length === 0 ? [] : [`may reach ${report.allowedHosts.join(", ")}`]),
    ...describeScan(report.scan),
    describeMachine(report.environment),
    ...describeLoad(report.runs),
    ...(report.calibration === null ? [] : [plainText(describeFactor(report.calibration))]),
    ...report.notices.filter(isAboutBrowser).map(({ message }) => message),
  ];
}

/**
 * Whether the notice concerns the browser, such as a missing sandbox: true of every run on a machine, so a warning
 * would only be noise.
 */
export function isAboutBrowser({ code }: RunNotice): boolean {
  return code === "browser";
}

/** Other programs change even CPU times a little: they empty the caches. */
const shareWorthMention = 0.05;

/** Names the load under which the times were taken, if there was any. */
function describeLoad(runs: readonly ReportedRun[]): readonly string[] {
  const shares = runs.flatMap(({ queuedShare }) => queuedShare ?? []);
  const most = Math.max(0, ...shares);
  if (most < shareWorthMention) return [];
  const few = formatPart(Math.min(...shares), 1);
  const many = formatPart(most, 1);
  const part = few === many ? many : `${few} to ${many}`;
  return [`timed beside other programs: the game waited for a core in ${part} of its frames' time`];
}

function describeFrames({ frames, runs, raster }: RunReport): string {
  const { measured, warmup, dt } = frames;
  return [
    `${formatCount(measured)} frames after ${formatCount(warmup)} of warm-up, ${formatMs(dt)} each`,
    describeRuns(runs),
    ...(raster === "real" ? ["pixels rasterised"] : []),
  ].join(" · ");
}

function describeRuns(runs: readonly ReportedRun[]): string {
  const counted = runs.filter((run) => run.pass === "count").length;
  const working = runs.filter((run) => run.pass === "work").length;
  const allocating = runs.filter((run) => run.pass === "allocations").length;
  const timed = runs.length - counted - working - allocating;
  const parts = [
    ...(counted > 0 ? [`${String(counted)} count ${plural("run", counted)}`] : []),
    ...(timed > 0 ? [`${String(timed)} timed ${plural("run", timed)}`] : []),
    ...(working > 0 ? [`${String(working)} work ${plural("run", working)}`] : []),
    ...(allocating > 0 ? [`${String(allocating)} allocations ${plural("run", allocating)}`] : []),
  ];
  return parts.join(", ");
}

function describeInput({ seed, tape, query, context }: RunReport): string {
  return [
    `seed ${String(seed.value)} (${seedSourceTexts[seed.source]})`,
    `context ${context}`,
    ...(tape === null ? [] : [`tape ${tape.file} (${formatCount(tape.events)} ${plural("event", tape.events)})`]),
    ...(query === "" ? [] : [`query ${query}`]),
  ].join(" · ");
}

/** Empty for a page, and for a game whose roots all use Framegate's adapters and frame loop. */
function describeRoots(roots: RunReport["roots"]): readonly string[] {
  if (roots.every(({ adapter, tier, loop }) => adapter === "default" && tier === "first-party" && loop === "gated"))
    return [];
  const texts = roots.map(({ id, surface, adapter, tier, ceiling, loop }) => {
    const how = adapter === tier ? [tier] : [adapter, `tier ${tier}${tier === ceiling ? "" : ` below ${ceiling}`}`];
    return `${id} (${[surface, ...how, ...(loop === "gated" ? [] : [loop])].join(", ")})`;
  });
  return [`${plural("root", roots.length)} ${texts.join(", ")}`];
}

/** Empty for a game that only reads its own folder. */
function describeServed({ folder, because }: RunReport["served"]): readonly string[] {
  if (folder === ".") return [];
  return [`serves ${folder} from its folder (${because === "--root" ? because : `for ${String(because)}`})`];
}

/** Empty for a game on disk. */
function describeServer(target: string): readonly string[] {
  if (!/^https?:\/\//iu.test(target)) return [];
  return [`served by ${new URL(target).origin} of this machine; its first answers are kept for all runs`];
}

const seedSourceTexts: Readonly<Record<RunReport["seed"]["source"], string>> = {
  explicit: "given",
  query: "from the query",
  defaultSeed: "the game's defaultSeed",
  "runtime-default": "Framegate's own default",
};

/** Empty for a game that declares nothing. */
function describeScan({ status, files, notices, suppressed }: RunReport["scan"]): readonly string[] {
  switch (status) {
    case "off":
      return [];
    case "skipped":
      return ["sources not scanned (--no-scan)"];
    case "clean": {
      const counts = [
        ...(suppressed > 0 ? [`${formatCount(suppressed)} suppressed`] : []),
        ...(notices > 0 ? [`${formatCount(notices)} ${plural("notice", notices)}`] : []),
      ];
      const details = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
      return [`${formatCount(files)} ${plural("source", files)} scanned: no raw randomness, no clock${details}`];
    }
  }
}

function describeMachine(environment: RunReport["environment"]): string {
  const { browserVersion, browserSource, platform, arch, cpuModel, cpuCount } = environment;
  return [`${browserVersion} (${browserSource})`, `${platform} ${arch}`, `${String(cpuCount)} x ${cpuModel}`].join(
    " · ",
  );
}

function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}
