import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Picture, readPng } from "./read-png.ts";
import { reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "6", "--warmup", "0", "--repeat", "0"];
let out = "";

beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "framegate-pictures-"));
});

afterEach(() => {
  rmSync(out, { recursive: true, force: true });
});

async function shoot(game: string, frame: number): Promise<Picture> {
  const result = await runJson(["perf", game, ...short, "--screenshot", String(frame), "--out", out]);
  expect(result.exitCode, result.stderr).toBe(0);
  const [path = ""] = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(`frame-${String(frame)}.png`),
  );
  return readPng(readFileSync(join(out, path)));
}

describe("a picture of a frame", () => {
  it("shows roots above and below each other, below zero and beyond what a style sheet can count", async () => {
    const picture = await shoot("test/games/layers", 3);
    expect([picture.width, picture.height]).toEqual([320, 180]);
    expect(picture.at(40, 90)).toEqual([255, 0, 0]);
    expect(picture.at(280, 90)).toEqual([0, 255, 0]);
  });

  it("shows an unmodified page", async () => {
    const picture = await shoot("test/games/plain-page/index.html", 5);
    const colours = new Set(Array.from({ length: 720 }, (_, y) => picture.at(y, y).join()));
    expect(colours.size).toBeGreaterThan(1);
  });

  it("shows 2D canvases that are drawn into each other, with what was drawn while loading", async () => {
    const picture = await shoot("test/games/canvas-page/layers.html", 5);
    expect(picture.at(10, 10)).toEqual([0, 50, 100]);
    expect(picture.at(110, 60)).toEqual([200, 100, 0]);
    expect(picture.at(300, 160)).toEqual([200, 100, 0]);
  });
});

describe("a game that shows nothing", () => {
  it("fails, because no budget could apply to it", async () => {
    const result = await runJson(["perf", "test/games/odd/empty.game.json", ...short]);
    expect(result.exitCode, result.stderr).toBe(5);
    expect(reportOf(result).verdict).toMatchObject({ status: "fail", cause: "game" });
    expect(reportOf(result).report.notices.map(({ code }) => code)).toContain("vacuous");
  });
});
