import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { HistorySeries } from "../../harness/measure/find-changes.ts";
import { validateHistoryLine } from "../../src/formats/validate-history.ts";
import type { ReportView } from "../../src/formats/report-view.ts";
import { runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-history-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const history = join(folder, "perf.history.jsonl");
const counts = ["--frames", "30", "--warmup", "2", "--repeat", "0", "--history", history];

describe("perf --history", () => {
  it("keeps every run, of several games too, and history shows them", async () => {
    const games = ["test/e2e/vitest-project/games/steady.html", "test/e2e/vitest-project/games/grown.html"];
    const first = await runCommand(["perf", ...games, ...counts]);
    const pagePath = join(folder, "page.html");
    const second = await runCommand(["perf", games[0] ?? "", ...counts, "--reporter", `html=${pagePath}`]);
    expect([first.exitCode, second.exitCode], first.stderr + second.stderr).toEqual([0, 0]);
    const lines = readFileSync(history, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => validateHistoryLine(line).ok)).toEqual([true, true, true]);
    const page = readFileSync(pagePath, "utf8");
    const [, view = ""] = /id="report-view">(.*?)<\/script>/su.exec(page) ?? [];
    const { trends } = JSON.parse(view) as ReportView;
    expect(trends.find(({ metric }) => metric === "maxCanvasOperations")?.points.map(({ value }) => value)).toEqual([
      3, 3,
    ]);
    const shown = await runCommand(["history", history, "--json"]);
    const { series } = JSON.parse(shown.stdout) as { series: readonly HistorySeries[] };
    expect(series.map(({ game, runs }) => [game, runs.length])).toEqual([
      ["steady", 2],
      ["grown", 1],
    ]);
    const operations = series[0]?.metrics.find(({ metric }) => metric === "maxCanvasOperations");
    expect(operations?.points.map(({ value, changedFrom }) => [value, changedFrom])).toEqual([
      [3, null],
      [3, null],
    ]);
  });

  it("says that a report has no chart without two runs", async () => {
    const run = await runCommand([
      "perf",
      "test/e2e/vitest-project/games/grown.html",
      "--seed",
      "5",
      ...counts.slice(0, 6),
    ]);
    const path = join(folder, "report.json");
    writeFileSync(path, JSON.stringify(run.reports[0]));
    const result = await runCommand(["report", path, "--history", history]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(result.stderr).toContain("has fewer than two runs of grown with this input, so there is no chart of them");
  });

  it("says before the run that the file cannot be written", async () => {
    const result = await runCommand(["perf", "test/e2e/vitest-project/games/steady.html", "--history", folder]);
    expect(result.exitCode).toBe(6);
    expect(result.stderr).toMatch(/Cannot write .*: it is a (?:folder|directory)/u);
    expect(result.reports).toEqual([]);
  });
});
