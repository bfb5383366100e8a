import { recordByCount } from "../../src/formats/frame-counts.ts";
import type { FunctionWork, WorkedFunction } from "../../src/formats/work.ts";
import type { Divergence, ReportedRun, RunReport } from "../../src/formats/report.ts";
import { timesClassOf } from "./machine-class.ts";
import { spreadOfGates } from "./calibration.ts";
import { assumedBetweenGates } from "./interval.ts";
import { type MeasuredRun, measureRuns } from "./metrics.ts";

/**
 * Merges several reports, whose runs count as repeats of one another: all figures are recomputed from the samples. The
 * same reports give the same result, byte for byte. Each report is one gate, so the variation between gates shrinks
 * with their number.
 *
 * Times count only from the first report's machine class; a notice says what was left out. Exact columns of all reports
 * count, and must be equal.
 */
export function mergeReports(first: RunReport, others: readonly RunReport[]): RunReport {
  const machine = timesClassOf(first);
  const foreign = others.filter((other) => timesClassOf(other) !== machine);
  const reports = [first, ...others];
  const runs = reports.flatMap((report) =>
    foreign.includes(report) ? report.runs.filter(({ times }) => times === null) : report.runs,
  );
  const gates = reports.length - foreign.length;
  const measured = measureRuns(
    runs.map((run) => measuredRunOf(run, first)),
    // In a game with a manifest, the roots report their scenes themselves.
    {
      betweenGates: betweenGatesOf(reports) / Math.sqrt(gates),
      reference: first.calibration,
      seeksEngines: first.game.manifestHash === null,
    },
  );
  const stored = reports.find(({ divergence }) => divergence !== null)?.divergence ?? null;
  return {
    ...first,
    ...measured,
    runs,
    divergence: failureOf(stored) ?? measured.divergence,
    namedUses: distinct(reports.flatMap(({ namedUses }) => namedUses)),
    notices: [
      ...distinct(reports.flatMap(({ notices }) => notices)),
      ...foreign.map((report) => ({
        code: "other-machine-class",
        severity: "warning" as const,
        message: `The times of a report were left out, because they are of another machine class: ${timesClassOf(report)}, not ${machine}.`,
        where: null,
      })),
    ],
    baseline: others.length === 0 ? first.baseline : null,
  };
}

/** Of calibrated reports, the largest: one of them may be from another machine than the reference. */
function betweenGatesOf(reports: readonly RunReport[]): number {
  const known = reports.flatMap(({ calibration }) =>
    calibration === null ? [] : [spreadOfGates(calibration, assumedBetweenGates)],
  );
  return known.length === 0 ? assumedBetweenGates : Math.max(...known);
}

/** A failure in some runs is in no column, so only the stored report knows of it. */
function failureOf(divergence: Divergence | null): Divergence | null {
  return divergence?.column === "failure" ? divergence : null;
}

function measuredRunOf(run: ReportedRun, report: RunReport): MeasuredRun {
  const { scene, physicsEngines, workerPhysicsEngines, work, allocations, beforeFrames } = report;
  return {
    counts: { ...recordByCount((name) => run[name]), stateHash: run.stateHash },
    before: beforeFrames,
    bootMs: run.bootMs,
    times: run.times,
    workloadMs: run.workloadMs,
    entities: run.entities,
    loads: run.loads,
    finalStateHash: run.finalStateHash,
    scene,
    physics: physicsEngines,
    workerPhysics: workerPhysicsEngines,
    // A report has the work of its only work pass.
    work:
      run.pass === "work" && work !== null ? { ...work, functions: work.functions.map(withoutText), texts: [] } : null,
    allocations: run.pass === "allocations" ? allocations : null,
    notices: [],
  };
}

/** A function whose text is not known. */
function withoutText(each: FunctionWork): WorkedFunction {
  return { ...each, end: "", text: "" };
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
