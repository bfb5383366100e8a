import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { historyEntryOf } from "../../../harness/measure/history-entry.ts";
import { readTrends } from "../../../harness/run-history.ts";
import type { HistoryEntry } from "../../../src/formats/history.ts";
import type { Budget } from "../../../src/formats/metrics.ts";
import type { ReportFile } from "../../../src/formats/report-file.ts";
import { fileOf } from "../report/ends.ts";
import { createFakeProcess, type FakeProcess } from "./fake-process.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-history-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const commits = ["aaaaaaa1", "bbbbbbb2", "ccccccc3", "ddddddd4"];
const draws = [120, 120, 166, 166];
const withManifest = { ...fileOf({}).report.game, name: "Arena", manifestHash: "00ff" };

/** Of a game with a manifest. */
function arenaOf(budget: Budget): ReportFile {
  const file = fileOf(budget);
  return { ...file, report: { ...file.report, game: withManifest } };
}

const entries = draws.map((value, index): HistoryEntry => {
  const startedAt = `2026-01-${String(28 + index)}T12:00:00.000Z`;
  const entry = historyEntryOf(arenaOf({}), { startedAt, commit: commits[index] ?? null });
  const cpu = { value: 2 + index / 100, low: 1.9, high: 2.2 };
  return {
    ...entry,
    metrics: { frameCpuMsP95: cpu, maxDrawCalls: { value, low: value, high: value } },
  };
});
const lines = entries.map((entry) => JSON.stringify(entry));

async function show(text: string, args: readonly string[] = []): Promise<FakeProcess & { readonly exitCode: number }> {
  writeFileSync(join(folder, "perf.history.jsonl"), text);
  const process = createFakeProcess(["history", "perf.history.jsonl", ...args], { cwd: folder });
  return Object.assign(process, { exitCode: await main(process) });
}

describe("framegate history", () => {
  it("shows the course of each metric, and where it changed", async () => {
    const { exitCode, stdoutText, stderrText } = await show(`${lines.join("\n")}\n`);
    expect(stderrText).toBe("");
    expect(exitCode).toBe(0);
    expect(stdoutText).toMatchInlineSnapshot(`
      "
        Arena, seed 7, 120 frames: 4 runs, 2026-01-28 to 2026-01-31
                                      first      last  up to 40 runs  changed
          frame CPU p95            2.000 ms  2.030 ms  ▁▃▆█
          draw calls, worst frame       120       166  ▁▁██           120 -> 166 at ccccccc, 2026-01-30
                                                         ^
      "
    `);
  });

  it("keeps pages of the same title apart, by their paths", async () => {
    const [entry] = entries;
    const pages = ["dist/a.html", "dist/b.html", "dist/a.html"];
    const { stdoutText } = await show(pages.map((page) => JSON.stringify({ ...entry, page })).join("\n"));
    expect(stdoutText.match(/^ {2}Arena.*runs?,/gmu)).toEqual([
      "  Arena (dist/a.html), seed 7, 120 frames: 2 runs,",
      "  Arena (dist/b.html), seed 7, 120 frames: 1 run,",
    ]);
  });

  it("gives programs every run and change", async () => {
    const { stdoutText } = await show(lines.join("\n"), ["--json", "--metric", "maxDrawCalls"]);
    const { series } = JSON.parse(stdoutText) as { series: { game: string; metrics: object[] }[] };
    expect(series).toHaveLength(1);
    expect(series[0]?.metrics).toEqual([
      {
        metric: "maxDrawCalls",
        points: [
          expect.objectContaining({ value: 120, commit: "aaaaaaa1", changedFrom: null }),
          expect.objectContaining({ value: 120, commit: "bbbbbbb2", changedFrom: null }),
          expect.objectContaining({ value: 166, commit: "ccccccc3", changedFrom: 120 }),
          expect.objectContaining({ value: 166, commit: "ddddddd4", changedFrom: null }),
        ],
      },
    ]);
  });

  it("skips broken lines by their number, and a last one that is cut off", async () => {
    const [first = "", second = "", third = "", fourth = ""] = lines;
    const broken = second.replace('"seed"', '"sead"');
    const text = [first, broken, "", "no JSON", third, fourth.slice(0, 50)].join("\n");
    const { exitCode, stdoutText, stderrText } = await show(text);
    expect(exitCode).toBe(0);
    expect(stderrText.split("\n")).toEqual([
      expect.stringMatching(/^perf\.history\.jsonl:2: the line is skipped\. .*"sead"/u),
      expect.stringMatching(/^perf\.history\.jsonl:4: the line is skipped\. /u),
      "perf.history.jsonl:6: the line is skipped. It is cut off.",
      "",
    ]);
    expect(stdoutText).toContain("2 runs");
    expect(stdoutText).toContain("120 -> 166 at ccccccc, 2026-01-30");
  });

  it.each([
    { text: "", args: [], message: "There is no run in perf.history.jsonl." },
    { text: lines.join("\n"), args: ["--game", "Swarm"], message: "There is no run of Swarm in perf.history.jsonl." },
    { text: lines.join("\n"), args: ["--metric", "drawCalls"], message: "Did you mean maxDrawCalls?" },
  ])("refuses a selection without runs: $message", async ({ text, args, message }) => {
    const { exitCode, stdoutText, stderrText } = await show(text, args);
    expect({ exitCode, stdoutText }).toEqual({ exitCode: 2, stdoutText: "" });
    expect(stderrText).toContain(message);
  });

  it("gives a report the trends of its own game and input, those with a limit first", () => {
    const [first, second, third, fourth] = entries;
    const elsewhere = { ...third, machine: "another machine", commit: null };
    const path = join(folder, "trends.jsonl");
    const other = { ...first, seed: 8 };
    writeFileSync(path, [first, other, second, elsewhere, fourth].map((entry) => JSON.stringify(entry)).join("\n"));
    const trends = readTrends(path, arenaOf({ maxDrawCalls: 150 }));
    expect(trends.map(({ metric, points }) => [metric, points.map(({ value }) => value)])).toEqual([
      ["maxDrawCalls", draws],
      ["frameCpuMsP95", [2, 2.01, 2.03]],
    ]);
    expect(trends[0]?.points[2]).toEqual({
      ...{ value: 166, low: 166, high: 166, name: "2026-01-30", day: "2026-01-30" },
      change: "120 -> 166, 2026-01-30",
    });
    expect(trends[1]?.points[0]).toMatchObject({ low: 1.9, high: 2.2, name: "aaaaaaa, 2026-01-28", change: null });
    expect(readTrends(path, fileOf({}, "Swarm"))).toEqual([]);
  });

  it("reports a missing file", async () => {
    const process = createFakeProcess(["history", "missing.jsonl"], { cwd: folder });
    expect(await main(process)).toBe(2);
    expect(process.stderrText).toContain("missing.jsonl");
  });

  it("prints no control characters, whatever a game is called", async () => {
    const [entry] = entries;
    const { stdoutText } = await show(JSON.stringify({ ...entry, game: "\u001B[2J::error::x\nforged" }));
    expect(stdoutText).not.toContain("\u001B");
    expect(stdoutText).not.toMatch(/^\s*(?:forged|::error)/mu);
  });
});

it("is read before a run, whose report could not show it otherwise", async () => {
  writeFileSync(join(folder, "no-text.jsonl"), new Uint8Array([0xff, 0xfe, 0x0a]));
  const process = createFakeProcess(["perf", "none.html", "--history", "no-text.jsonl"], { cwd: folder });
  await main(process);
  expect(process.stderrText).toContain("no-text.jsonl: it is UTF-16 text");
});
