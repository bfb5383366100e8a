import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findReport, readPictures } from "../../../harness/load/find-report.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "framegate-find-report-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function addRun(path: string): string {
  mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, path, "report.json"), "{}");
  return join(folder, path, "report.json");
}

it("takes a file itself, and the report in a run's folder", () => {
  const report = addRun("arena/2026-01-31T120000Z-seed7");
  expect(findReport(report)).toBe(report);
  expect(findReport(join(folder, "arena/2026-01-31T120000Z-seed7"))).toBe(report);
});

it("takes the newest run of a game, and of all games, whatever a game is called", () => {
  const ofArena = addRun("arena/2026-02-01T120000Z-seed7");
  addRun("arena/2026-01-31T235959Z-seed7");
  const ofZoo = addRun("a-zoo/2026-02-01T120001Z-seed7");
  mkdirSync(join(folder, "zebra/2027-01-01T000000Z-seed7"), { recursive: true });
  expect(findReport(join(folder, "arena"))).toBe(ofArena);
  expect(findReport(folder)).toBe(ofZoo);
});

it("reports an empty folder, and a missing path", () => {
  for (const path of [folder, join(folder, "nothing")])
    expect(() => findReport(path)).toThrow(expect.objectContaining({ code: "report-not-found" }));
});

it("reads the pictures in a run's folder, by kind, and skips other entries", () => {
  writeFileSync(join(folder, "frame-12.png"), "twelve");
  writeFileSync(join(folder, "frame-12-baseline.png"), "before");
  writeFileSync(join(folder, "overdraw-7.png"), "seven");
  writeFileSync(join(folder, "frame-x.png"), "x");
  writeFileSync(join(folder, "frame-.png"), "none");
  mkdirSync(join(folder, "frame-3.png"));
  symlinkSync("/dev/zero", join(folder, "frame-4.png"));
  const { screenshots, baselineScreenshots, heat } = readPictures(folder);
  const texts = [...screenshots, ...baselineScreenshots, ...(heat === null ? [] : [heat])].map(({ frame, png }) => [
    frame,
    Buffer.from(png).toString(),
  ]);
  expect(texts).toEqual([
    [12, "twelve"],
    [12, "before"],
    [7, "seven"],
  ]);
});
