import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Picture, readPng } from "./read-png.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const short = ["--frames", "6", "--warmup", "0", "--repeat", "0"];
let out = "";

beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "framegate-pictures-"));
});

afterEach(() => {
  rmSync(out, { recursive: true, force: true });
});

/** A page whose colour tells the frame and the build, and that draws the most in frame 7. */
function pageOf(blue: number): string {
  return `<!doctype html><title>Colours</title>
<style>body { margin: 0 } canvas { display: block }</style><canvas width="160" height="90"></canvas>
<script>
const context = document.querySelector("canvas").getContext("2d");
let frames = 0;
requestAnimationFrame(function frame() {
  context.fillStyle = "rgb(" + frames + " 0 ${String(blue)})";
  for (let draws = frames === 7 ? 30 : 1; draws > 0; draws -= 1) context.fillRect(0, 0, 160, 90);
  frames += 1;
  requestAnimationFrame(frame);
});
</script>`;
}

/** The colours of all pictures below `out`, by name. */
function coloursIn(folder: string): Readonly<Record<string, readonly number[]>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".png"));
  return Object.fromEntries(
    names.map((name) => [basename(name), readPng(readFileSync(join(folder, name))).at(80, 45)]),
  );
}

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

  it("shows a page without a background on white, as a browser does", async () => {
    const page = join(out, "index.html");
    writeFileSync(page, pageOf(90));
    const picture = await shoot(page, 5);
    expect(picture.at(80, 45)).toEqual([5, 0, 90]);
    expect(picture.at(picture.width - 1, picture.height - 1)).toEqual([255, 255, 255]);
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

describe("pictures that are not asked for by their frame", () => {
  const shape = ["--frames", "12", "--warmup", "0", "--viewport", "160x90"];

  it("are of the worst frames, of which an untimed run knows the one that draws the most", async () => {
    const page = join(out, "index.html");
    writeFileSync(page, pageOf(50));
    const args = ["perf", page, ...shape, "--repeat", "0", "--screenshot", "worst", "--out", join(out, "runs")];
    const result = await runJson(args);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(result.stderr).toContain("taking screenshots of the worst frames");
    expect(coloursIn(join(out, "runs"))).toEqual({ "frame-7.png": [7, 0, 50] });
  });

  it("come at intervals, and with those of the baseline, also in a page that is made again", async () => {
    for (const [build, blue] of [
      ["before", 40],
      ["now", 90],
    ] as const) {
      mkdirSync(join(out, build));
      writeFileSync(join(out, build, "index.html"), pageOf(blue));
    }
    const args = [join(out, "now"), ...shape, "--baseline", join(out, "before"), "--time-limit", "1"];
    const result = await runJson(["perf", ...args, "--screenshot", "every=5", "--out", join(out, "runs")]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(coloursIn(join(out, "runs"))).toEqual({
      "frame-0.png": [0, 0, 90],
      "frame-5.png": [5, 0, 90],
      "frame-10.png": [10, 0, 90],
      "frame-0-baseline.png": [0, 0, 40],
      "frame-5-baseline.png": [5, 0, 40],
      "frame-10-baseline.png": [10, 0, 40],
    });
    const [written = ""] = readdirSync(join(out, "runs"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("report.html"),
    );
    const made = join(out, "made.html");
    const again = await runCommand(["report", join(out, "runs"), "--out", made], { cwd: out });
    expect(again.exitCode, again.stderr).toBe(0);
    expect(readFileSync(made, "utf8")).toBe(readFileSync(join(out, "runs", written), "utf8"));
  });

  it("are missing with a reason if nothing was timed and nothing is drawn", async () => {
    const page = join(out, "index.html");
    writeFileSync(page, "<!doctype html><title>Still</title><p>Nothing moves.");
    const args = ["perf", page, ...shape, "--repeat", "0", "--allow-vacuous", "--screenshot", "worst"];
    const result = await runJson([...args, "--out", join(out, "runs")]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).report.notices.map(({ message }) => message)).toContain(
      "There is no worst frame to take a screenshot of: nothing was timed, and nothing drawn.",
    );
    expect(coloursIn(join(out, "runs"))).toEqual({});
  });
});
