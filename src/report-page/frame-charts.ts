import { type CountName, definitionOf } from "../formats/frame-counts.ts";
import { formatFigure, formatMs } from "../formats/format-figures.ts";
import type { MetricId } from "../formats/metrics.ts";
import type { ReportView, ViewFrames, ViewTimes } from "../formats/report-view.ts";
import type { ChartAxis, ChartContent, ChartSeries } from "./chart.ts";

const framesAxis: ChartAxis = {
  key: "frames",
  nameOf: (frame) => `frame ${String(frame)}`,
  formatTick: String,
  space: 50,
};

/** CPU time by frame, its phases above each other, and the repeats as a band. */
export function timeChart(view: ReportView, { cpuUs, band, phases }: ViewTimes): ChartContent {
  const cpu: ChartSeries = {
    label: "CPU",
    values: toMs(cpuUs),
    colour: phases.length === 0 ? "--accent" : "--text",
    kind: "line",
  };
  const edges = band === null ? [] : [band.lowUs, band.highUs].map(edgeOf);
  const areas = stack(phases);
  return {
    title: "CPU time",
    axis: framesAxis,
    height: 240,
    series: [...areas, ...edges, cpu],
    band: edges.length === 0 ? null : [areas.length, areas.length + 1],
    limit: view.limits.frameCpuMsP95 ?? null,
    marked: view.worstFrames,
    format: formatMs,
    formatTick: (value) => `${String(value)} ms`,
  };
}

/** The part of a frame outside of its phases is the gap between them and the line. */
function stack(phases: ViewTimes["phases"]): readonly ChartSeries[] {
  const sums: number[] = [];
  const areas = phases.map(({ name, us }): ChartSeries => {
    const values = us.map((each, frame) => {
      sums[frame] = (sums[frame] ?? 0) + each;
      return sums[frame] / 1000;
    });
    return { label: name, values, colour: `--phase-${name}`, kind: "area" };
  });
  // The highest first: each covers the one before it.
  return areas.toReversed();
}

function edgeOf(us: readonly number[]): ChartSeries {
  return { label: "repeats", values: toMs(us), colour: "--band", kind: "edge" };
}

function toMs(us: readonly number[]): readonly number[] {
  return us.map((each) => each / 1000);
}

/** A column of counts by frame. */
export function countChart(name: CountName, values: readonly number[], view: ReportView): ChartContent {
  const { label, unit, metric } = definitionOf(name);
  // The table of counts knows the metric of each; its type does not.
  const limits: Readonly<Partial<Record<string, number>>> = view.limits;
  return plainChart(label, values, limits[metric] ?? null, (value) => formatFigure(value, unit));
}

/** The executed code by frame. */
export function workChart({ work }: ViewFrames, view: ReportView): ChartContent | null {
  const limit: MetricId = "workP95";
  return work === null
    ? null
    : plainChart("executed code", work, view.limits[limit] ?? null, (value) => formatFigure(value, "count"));
}

/** The bytes that the game allocates by frame. */
export function allocationsChart({ allocatedBytes }: ViewFrames, view: ReportView): ChartContent | null {
  const limit: MetricId = "allocatedBytesMax";
  return allocatedBytes === null
    ? null
    : plainChart("allocated", allocatedBytes, view.limits[limit] ?? null, (value) => formatFigure(value, "bytes"));
}

function plainChart(
  title: string,
  values: readonly number[],
  limit: number | null,
  format: (value: number) => string,
): ChartContent {
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    axis: framesAxis,
    height: 112,
    series: [{ label: title, values, colour: "--accent", kind: "line" }],
    band: null,
    limit,
    marked: [],
    format,
    // Between whole numbers there are no counts.
    formatTick: (value) => (Number.isInteger(value) ? format(value) : ""),
  };
}
