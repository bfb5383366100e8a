import { quantile, sortSamples } from "../../harness/measure/quantile.ts";
import type { VerdictStatus } from "../../src/formats/verdict.ts";

/** Frames of a page in real time, by the page's own clock, in milliseconds. */
export interface WallFrames {
  /** Between two animation frames. */
  readonly intervals: readonly number[];
  /** Spent in the callbacks of one animation frame. */
  readonly work: readonly number[];
}

/** One gate that judged the build once. */
export interface StoryGate {
  readonly value: number;
  readonly status: VerdictStatus;
}

/** A row of the table: a gate under both loads. */
export interface StoryRow {
  readonly gate: string;
  readonly unit: "ms" | "";
  readonly limit: number;
  readonly quiet: readonly StoryGate[];
  readonly busy: readonly StoryGate[];
}

/** Room above the reference run, as many projects choose it. */
export const storyMargin = 1.2;

/** The figures on which a gate by wall clock decides. */
export const wallFigures = [
  { gate: "mean interval of animation frames", of: ({ intervals }: WallFrames): number => meanOf(intervals) },
  { gate: "p95 interval of animation frames", of: ({ intervals }: WallFrames): number => p95Of(intervals) },
  { gate: "p95 of performance.now() around a frame", of: ({ work }: WallFrames): number => p95Of(work) },
] as const;

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function p95Of(values: readonly number[]): number {
  return quantile(sortSamples(values), 0.95);
}

/** Judges as a test with `expect(value).toBeLessThanOrEqual(limit)` would. */
export function judgeByLimit(value: number, limit: number): StoryGate {
  return { value, status: value <= limit ? "pass" : "fail" };
}

/** The table in Markdown. */
export function renderStory(rows: readonly StoryRow[]): string {
  const lines = rows.map(({ gate, unit, limit, quiet, busy }) => {
    const cells = [gate, formatValue(limit, unit), ...[quiet, busy].flatMap((gates) => describeGates(gates, unit))];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| gate | limit | quiet: measured | fails | beside busy programs: measured | fails |",
    "|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

function describeGates(gates: readonly StoryGate[], unit: StoryRow["unit"]): readonly [string, string] {
  const values = gates.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => formatValue(value, unit));
  const count = (status: VerdictStatus): number => gates.filter((gate) => gate.status === status).length;
  const undecided = count("inconclusive");
  const fails = `${String(count("fail"))} of ${String(gates.length)}`;
  return [
    low === high ? (low ?? "") : `${low ?? ""} to ${high ?? ""}`,
    undecided === 0 ? fails : `${fails}, ${String(undecided)} inconclusive`,
  ];
}

function formatValue(value: number, unit: StoryRow["unit"]): string {
  return unit === "ms" ? `${value.toFixed(1)} ms` : String(value);
}
