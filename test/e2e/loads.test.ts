import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { loadMetricIds } from "../../src/formats/metrics.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { reportOf, runJson } from "./run-command.ts";

const game = "test/games/loading-page";
const frames = ["--frames", "10", "--warmup", "0", "--repeat", "0"];

/** Each once, whoever asks for it and how often; without the file that the browser fetches ahead. */
const loadedAtBoot = [
  ...["index.html", "style.css", "game.js", "inner.html", "inner.json", "worker.js"],
  ...["level.json.br", "beep.wav", "sky.png", "distant.png"],
];

function loadsOf({ metrics }: RunReport): object {
  return Object.fromEntries(loadMetricIds.map((id) => [id, metrics[id].value]));
}

it("counts what a page loads, the same in another process and folder, and under a budget", async () => {
  const limits = ["bootBytes=10", "requestsAfterBoot=9", "failedRequestsAfterBoot=2"];
  const budget = limits.flatMap((limit) => ["--budget", limit]);
  const result = await runJson(["perf", join(game, "index.html"), ...frames, "--assert-budget", ...budget]);
  expect(result.exitCode, result.stderr).toBe(1);
  const { report, verdict } = reportOf(result);

  const bytes = loadedAtBoot.reduce((total, name) => total + statSync(join(game, name)).size, 0);
  const level = readFileSync(join(game, "level.json.br"));
  const loads = {
    // The beacon is none of the requests that are counted by frame.
    requestsAfterBoot: 5 + 3 + 1,
    bootBytes: bytes,
    bootDecodedBytes: bytes - level.length + brotliDecompressSync(level).length,
    // The scores, the beacon, the socket, and the worker's.
    bootFailedRequests: 4,
    // The scores, the beacon and the picture.
    failedRequestsAfterBoot: 3,
  };
  expect(report.runs.map((run) => run.loads)).toEqual([loads, loads]);
  expect(loadsOf(report)).toEqual(loads);
  expect(report.metrics.maxRequests).toMatchObject({ value: 2, frame: 4 });
  expect(verdict.lines.map(({ metric, status }) => [metric, status])).toEqual([
    ["requestsAfterBoot", "pass"],
    ["bootBytes", "fail"],
    ["failedRequestsAfterBoot", "fail"],
  ]);

  const copy = mkdtempSync(join(tmpdir(), "framegate-loads-in-another-folder-"));
  try {
    cpSync(game, copy, { recursive: true });
    const again = await runJson(["perf", join(copy, "index.html"), ...frames]);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(loadsOf(reportOf(again).report)).toEqual(loads);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
