import { describe, expect, it } from "vitest";
import { findChanges } from "../../../harness/measure/find-changes.ts";
import type { HistoryEntry } from "../../../src/formats/history.ts";

function entry(metrics: HistoryEntry["metrics"], other: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    version: 1,
    startedAt: "2026-01-31T12:00:00.000Z",
    commit: null,
    game: "Arena",
    ...{ seed: 7, frames: 600, warmup: 60, tape: null, query: "" },
    ...{ machine: "one", browser: "Chrome/1", verdict: "pass" },
    metrics,
    ...other,
  };
}

const draws = (value: number): HistoryEntry["metrics"] => ({ maxDrawCalls: { value, low: value, high: value } });
const cpu = (low: number, high: number): HistoryEntry["metrics"] => ({
  frameCpuMsP95: { value: (low + high) / 2, low, high },
});

/** Value before each change, null if nothing changed. */
function changesOf(entries: readonly HistoryEntry[]): readonly (number | null)[] {
  const [series] = findChanges(entries);
  return series?.metrics[0]?.points.map(({ changedFrom }) => changedFrom) ?? [];
}

describe("findChanges", () => {
  it("marks a count that differs from the previous run, on any machine", () => {
    const runs = [draws(3), draws(3), draws(4), draws(4), draws(3)];
    const machines = ["one", "two", "one", "two", "two"];
    const entries = runs.map((metrics, index) => entry(metrics, { machine: machines[index] ?? "" }));
    expect(changesOf(entries)).toEqual([null, null, 3, null, 4]);
  });

  it("marks a time whose interval does not overlap with that of the last change", () => {
    expect(changesOf([cpu(1, 2), cpu(1.5, 3), cpu(2.5, 4), cpu(3, 5), cpu(1, 2)].map((one) => entry(one)))).toEqual([
      ...[null, null, 1.5, null, 3.25],
    ]);
  });

  it("compares times only within a machine class", () => {
    const entries = [
      entry(cpu(1, 2)),
      entry(cpu(8, 9), { machine: "slow" }),
      entry(cpu(1, 2)),
      entry(cpu(4, 5), { machine: "slow" }),
    ];
    expect(changesOf(entries)).toEqual([null, null, null, 8.5]);
  });

  it("compares no time with one without an interval, and continues with the next", () => {
    const single = { frameCpuMsP95: { value: 100, low: null, high: null } };
    expect(changesOf([single, cpu(1, 2), single, cpu(3, 4)].map((one) => entry(one)))).toEqual([null, null, null, 1.5]);
  });

  it("compares across a run in which a metric was not measured", () => {
    expect(changesOf([draws(3), {}, draws(4)].map((one) => entry(one)))).toEqual([null, 3]);
  });

  it.each([{ game: "Swarm" }, { seed: 8 }, { frames: 60 }, { warmup: 0 }, { tape: "00" }, { query: "a" }])(
    "does not compare runs that differ in %o",
    (other) => {
      const series = findChanges([entry(draws(3)), entry(draws(4), other), entry(draws(3))]);
      expect(series.map(({ runs }) => runs.length)).toEqual([2, 1]);
      expect(series.flatMap(({ metrics }) => metrics.flatMap(({ points }) => points))).not.toContainEqual(
        expect.objectContaining({ changedFrom: expect.any(Number) as number }),
      );
    },
  );
});
