import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { historyEntryOf } from "../../../harness/measure/history-entry.ts";
import { appendHistory, checkHistory } from "../../../harness/report/append-history.ts";
import { validateHistoryLine } from "../../../src/formats/validate-history.ts";
import { fileOf } from "./ends.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "framegate-append-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const entry = historyEntryOf(fileOf({ maxDrawCalls: 10 }), { startedAt: "2026-01-31T12:00:00.000Z", commit: null });

describe("appendHistory", () => {
  it("creates the file and its folder, and adds a valid line for each run", () => {
    const path = join(folder, "below/perf.history.jsonl");
    appendHistory(path, entry);
    appendHistory(path, { ...entry, commit: "3f2a1b9" });
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines).toHaveLength(3);
    expect(lines.slice(0, 2).map((line) => validateHistoryLine(line))).toEqual([
      expect.objectContaining({ ok: true, value: entry }),
      expect.objectContaining({ ok: true, value: { ...entry, commit: "3f2a1b9" } }),
    ]);
    expect(lines[2]).toBe("");
  });

  it("keeps a line that a crash cut off separate", () => {
    const path = join(folder, "perf.history.jsonl");
    appendHistory(path, entry);
    appendFileSync(path, '{"version":1,"sta');
    appendHistory(path, entry);
    const line = JSON.stringify(entry);
    expect(readFileSync(path, "utf8")).toBe(`${line}\n{"version":1,"sta\n${line}\n`);
  });
});

describe("checkHistory", () => {
  it("creates no file before there is a run", async () => {
    await checkHistory(join(folder, "perf.history.jsonl"));
    expect(existsSync(join(folder, "perf.history.jsonl"))).toBe(false);
  });

  it("reports before the run that the path is a folder", async () => {
    mkdirSync(join(folder, "perf.history.jsonl"));
    await expect(checkHistory(join(folder, "perf.history.jsonl"))).rejects.toMatchObject({ code: "write-failed" });
  });
});
