import type { TimeColumns } from "../../src/formats/frame-sample.ts";
import { recordByMetric } from "../../src/formats/metrics.ts";
import { recordByPhase } from "../../src/formats/phases.ts";
import type { MetricResult, RunMetrics, WorstFrame } from "../../src/formats/report.ts";

/** Rounds to a tenth of a microsecond, finer than any browser clock. */
export function roundMs(valueMs: number): number {
  return Math.round(valueMs * 1e4) / 1e4;
}

function roundColumn(column: readonly number[]): readonly number[] {
  return column.map(roundMs);
}

function roundIfAny(column: readonly number[] | null): readonly number[] | null {
  return column === null ? null : roundColumn(column);
}

/**
 * Times as in a report. They are rounded before any computation, so that a stored report gives the same figures when
 * judged again.
 */
export function roundTimes(times: TimeColumns): TimeColumns {
  const { cpuMs, wallMs, gcCpuMs, phaseCpuMs, emptyFrameMs, physicsCpuMs, workerPhysicsCpuMs } = times;
  return {
    emptyFrameMs: roundMs(emptyFrameMs),
    cpuMs: roundColumn(cpuMs),
    wallMs: roundColumn(wallMs),
    gcCpuMs: roundColumn(gcCpuMs),
    phaseCpuMs: phaseCpuMs === null ? null : recordByPhase((phase) => roundColumn(phaseCpuMs[phase])),
    physicsCpuMs: roundIfAny(physicsCpuMs),
    workerPhysicsCpuMs: roundIfAny(workerPhysicsCpuMs),
  };
}

/** Figures as in a report. */
export function roundFigures(figures: RunMetrics): RunMetrics {
  const { metrics, perFrame, worstFrames } = figures;
  return {
    ...figures,
    metrics: recordByMetric((id) => roundMetric(metrics[id])),
    perFrame: {
      ...perFrame,
      cpuMs: roundColumn(perFrame.cpuMs),
      wallMs: roundColumn(perFrame.wallMs),
      gcMs: roundColumn(perFrame.gcMs),
      physicsMs: roundIfAny(perFrame.physicsMs),
      workerPhysicsMs: roundIfAny(perFrame.workerPhysicsMs),
    },
    worstFrames: worstFrames.map(roundWorstFrame),
  };
}

function roundMetric(metric: MetricResult): MetricResult {
  // Means of counts are rounded where they are measured.
  if (metric.unit !== "ms") return metric;
  const round = (value: number | null): number | null => (value === null ? null : roundMs(value));
  return { ...metric, value: round(metric.value), low: round(metric.low), high: round(metric.high) };
}

function roundWorstFrame(worst: WorstFrame): WorstFrame {
  const { phaseCpuMs } = worst;
  return {
    ...worst,
    cpuMs: roundMs(worst.cpuMs),
    gcCpuMs: roundMs(worst.gcCpuMs),
    phaseCpuMs: phaseCpuMs === null ? null : recordByPhase((phase) => roundMs(phaseCpuMs[phase])),
  };
}
