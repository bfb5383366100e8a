import { expect, it } from "vitest";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { runCommand } from "./run-command.ts";

it("runs a game whose renderer loses a probing context and drops it at once", async () => {
  // PixiJS does so while swarm builds its sea, and the browser collects the context before it sends the event.
  const args = ["perf", "examples/swarm", "--frames", "10", "--warmup", "2", "--repeat", "0", "--json"];
  const { exitCode, stdout, stderr } = await runCommand(args);
  expect(exitCode, stderr).toBe(0);
  const { report } = JSON.parse(stdout) as ReportFile;
  expect(report.metrics.maxEntities.value).toBe(report.budget?.maxEntities);
  expect(report.metrics.maxDrawCalls.value).toBe(report.budget?.maxDrawCalls);
});
