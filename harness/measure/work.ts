import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { MetricResult } from "../../src/formats/report.ts";
import { quantile, sortSamples } from "./quantile.ts";
import { tooFewFrames } from "./too-few-frames.ts";

type Worked = Pick<RunSamples, "work">;

/** Executed code of each measured frame; null if it was not read after every one. */
export function workByFrame(samples: readonly Worked[]): readonly number[] | null {
  const work = samples.find((sample) => sample.work !== null)?.work ?? null;
  return work?.every === 1 ? work.readings : null;
}

/** Metrics of executed code. They are exact: one run decides. */
export function measureWork(samples: readonly Worked[]): Readonly<Record<"workP95" | "workMax", MetricResult>> {
  const column = workByFrame(samples);
  if (column === null) return { workP95: notMeasured(reasonOf(samples)), workMax: notMeasured(reasonOf(samples)) };
  const sorted = sortSamples(column);
  const highest = sorted.at(-1) ?? 0;
  const mean = column.reduce((total, each) => total + each, 0) / column.length;
  const maximum = { ...exact(highest), frame: column.indexOf(highest), mean: Math.round(mean) };
  const reason = tooFewFrames("workP95", column.length);
  const p95 = reason === null ? exact(Math.round(quantile(sorted, 0.95))) : notMeasured(reason);
  return { workP95: p95, workMax: maximum };
}

function reasonOf(samples: readonly Worked[]): string {
  const every = samples.find(({ work }) => work !== null)?.work?.every;
  return every === undefined
    ? "there was no work pass; --work adds one"
    : `the work was read every ${String(every)} frames; --work-every 1 reads it after each`;
}

function exact(value: number): MetricResult {
  return { value, unit: "count", reason: null, low: value, high: value, frame: null, mean: null };
}

function notMeasured(reason: string): MetricResult {
  return { value: null, unit: "count", reason, low: null, high: null, frame: null, mean: null };
}
