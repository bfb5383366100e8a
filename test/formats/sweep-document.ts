import { metricDefinitions, recordByMetric } from "../../src/formats/metrics.ts";
import { columnsOfRows } from "../../src/formats/sweep-rows.ts";
import type { SweepFile, SweepReport, SweepRow } from "../../src/formats/sweep.ts";

/** A sweep of rows, with a budget of 100 draw calls. */
export function makeSweep(rows: readonly SweepRow[], overrides: Partial<SweepReport> = {}): SweepReport {
  return {
    version: 1,
    game: { name: "Orchard Run", version: "1.2.0", appId: null, engineVersion: null, manifestHash: "00ff" },
    target: "games/orchard",
    context: "local",
    command: "framegate perf games/orchard --seed SEED --frames 120 --warmup 60",
    frames: { measured: 120, warmup: 60, dt: 1000 / 60 },
    viewport: { width: 1280, height: 720 },
    query: "",
    tape: null,
    options: [],
    budget: { maxDrawCalls: 100 },
    unjudged: [],
    environment: { framegate: "0.1.0", browserVersion: "Chrome/1", platform: "linux", arch: "x64" },
    files: [{ url: "http://game.framegate.localhost/game.js", hash: "00aa" }],
    list: rows.map(({ seed }) => String(seed)).join(","),
    shard: null,
    missing: null,
    ...columnsOfRows(rows),
    ...overrides,
  };
}

/** A seed with a number of draw calls. */
export function makeRow(seed: number, drawCalls: number, overrides: Partial<SweepRow> = {}): SweepRow {
  const figure = { value: drawCalls, low: drawCalls, high: drawCalls };
  return { seed, chain: `chain-${String(seed)}`, metrics: { maxDrawCalls: figure }, failure: null, ...overrides };
}

/** Files that together contain every property. */
export function fullSweepFiles(): readonly SweepFile[] {
  const metrics = recordByMetric((id) => ({ value: id.length, low: id.length, high: id.length }));
  const failure = { kind: "game", code: "script-error", message: "It threw." } as const;
  const sweep = makeSweep([makeRow(1, 3, { metrics }), makeRow(2, 5, { failure, chain: null })], {
    tape: { file: "a.tape.json", hash: "00ff", events: 3, isOrphan: false },
    options: ["--strict"],
    budget: recordByMetric((id) => metricDefinitions[id].label.length),
    unjudged: ["bootMs"],
    shard: { index: 1, of: 2 },
    missing: "3..9",
  });
  const verdict = { status: "fail", metric: "maxDrawCalls", passed: 1, worst: [2, 1] } as const;
  return [
    { sweep, verdict },
    { sweep: makeSweep([], { budget: null }), verdict: { ...verdict, status: "pass", passed: 0, worst: [] } },
  ];
}
