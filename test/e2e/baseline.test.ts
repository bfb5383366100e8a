import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const repository = mkdtempSync(join(tmpdir(), "framegate-baseline-test-"));
afterAll(() => {
  rmSync(repository, { recursive: true, force: true });
});

const page =
  '<!doctype html><title>Stripes</title><canvas id="c" width="64" height="64"></canvas><script src="game.js"></script>';

/** A game that draws this many stripes per frame. */
function gameOf(stripes: number): string {
  return `const context = document.getElementById("c").getContext("2d");
let x = 0;
function frame() {
  x = (x + 1) % 64;
  for (let stripe = 0; stripe < ${String(stripes)}; stripe += 1) context.fillRect(x, stripe, 1, 1);
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
`;
}

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: repository, encoding: "utf8" }).trim();
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text);
}

write({ "index.html": page, "game.js": gameOf(10) });
git("init", "--quiet", "--initial-branch=main");
git("add", "index.html", "game.js");
git("commit", "--quiet", "--message", "ten stripes");

const perf = ["perf", "index.html", "--frames", "100", "--warmup", "0"];

async function compare(...args: readonly string[]): ReturnType<typeof runJson> {
  return await runJson([...perf, ...args], { cwd: repository });
}

describe("perf --baseline", () => {
  it("fails a build that draws more than the commit on counts alone, and leaves the repository as it was", async () => {
    write({ "game.js": gameOf(12) });
    const before = git("status", "--porcelain");
    const result = await compare("--baseline", "main");
    expect(result.exitCode, result.stderr).toBe(1);
    const { report, verdict } = reportOf(result);
    expect(verdict).toMatchObject({ status: "fail", cause: "regression" });
    expect(report.baseline).toMatchObject({
      source: { kind: "git", name: "main", commit: git("rev-parse", "HEAD") },
      work: "too-much",
      columns: expect.arrayContaining([
        expect.objectContaining({
          count: "canvasOperations",
          firstDifference: 0,
          worstWindow: { frames: [0, 59], growth: expect.closeTo(0.2, 6) },
        }),
        expect.objectContaining({ count: "domChanges", firstDifference: null }),
        expect.objectContaining({ count: "work", firstDifference: 0 }),
      ]),
      functions: [{ name: "frame", position: expect.stringContaining("game.js:3:1") }],
      times: null,
    });
    expect(result.stderr).toContain("FAIL  more work than main: canvas operations +20.0 % in frames");
    const stages = result.stderr.split("\n").filter((line) => line.includes("baseline") && !line.startsWith(" "));
    expect(stages).toEqual([
      ...["opening the baseline", "building the baseline", "count pass of the baseline", "work pass of the baseline"],
    ]);
    expect(git("status", "--porcelain")).toBe(before);
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
  });

  it("times a build with equal work in lockstep with the commit, until time is up", async () => {
    write({ "game.js": `// The same game.\n${gameOf(10)}` });
    const result = await compare("--baseline", "main", "--time-limit", "1");
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.baseline).toMatchObject({
      work: "same",
      times: { pairs: expect.any(Number), verdict: expect.any(String) },
    });
    const pairs = report.baseline?.times?.pairs ?? 0;
    expect(pairs).toBeGreaterThanOrEqual(2);
    expect(report.runs.filter(({ pass }) => pass === "timed")).toHaveLength(pairs);
    expect(result.stderr).toContain("the same work as main");
  });

  it("is allowed to draw less, and more than that by --max-work-growth", async () => {
    write({ "game.js": gameOf(12) });
    const result = await compare("--baseline", "main", "--max-work-growth", "20", "--time-limit", "1");
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).report.baseline).toMatchObject({ work: "more", maxWorkGrowth: 0.2 });
  });

  it("builds the commit if the page is not in git", async () => {
    write({ "game.js": gameOf(10) });
    const built = await runJson(
      ["perf", "built.html", "--frames", "20", "--warmup", "0", "--baseline", "main", "--time-limit", "1"],
      { cwd: repository },
    );
    expect(built.exitCode, built.stderr).toBe(2);
    write({ "built.html": page });
    const missing = await compare("--baseline", "main", "--baseline-build", "echo no compiler here; exit 3");
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain("error baseline-not-built: ");
    expect(missing.stderr).toContain("exited with code 3");
    expect(missing.stderr).toContain("no compiler here");
    const made = await runJson(
      [
        ...["perf", "built.html", "--frames", "20", "--warmup", "0", "--time-limit", "1"],
        ...["--baseline", "main", "--baseline-build", "cp index.html built.html"],
      ],
      { cwd: repository },
    );
    expect(made.exitCode, made.stderr).toBe(0);
    expect(reportOf(made).report.baseline).toMatchObject({ work: "same" });
    rmSync(join(repository, "built.html"));
  });

  it("compares a game whose runs are started over, because it reads pixels of WebGL back", async () => {
    const reader = `const gl = document.querySelector("canvas").getContext("webgl");
function frame() {
  gl.clearColor(Math.random(), 0, 0, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  document.title += ".";
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);`;
    const html = `<!doctype html><canvas></canvas><script>${reader}</script>`;
    write({ "reader.html": html, "same.html": html });
    const result = await runJson(
      ["perf", "reader.html", "--frames", "20", "--warmup", "0", "--baseline", "same.html", "--time-limit", "1"],
      { cwd: repository },
    );
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.raster).toBe("real");
    expect(report.baseline).toMatchObject({ work: "same", times: { pairs: expect.any(Number) } });
    rmSync(join(repository, "reader.html"));
    rmSync(join(repository, "same.html"));
  });

  it("stores a report, and compares with it", async () => {
    write({ "game.js": gameOf(10) });
    const stored = await compare("--repeat", "0", "--baseline", "baselines/stripes.json", "--update-baseline");
    expect(stored.exitCode, stored.stderr).toBe(0);
    expect(stored.stderr).toContain("The baseline was written: baselines/stripes.json");
    expect(existsSync(join(repository, "baselines/stripes.json"))).toBe(true);
    write({ "game.js": gameOf(11) });
    const compared = await compare("--repeat", "0", "--baseline", "baselines/stripes.json");
    expect(compared.exitCode, compared.stderr).toBe(1);
    expect(reportOf(compared).report.baseline).toMatchObject({ source: { kind: "report" }, work: "too-much" });
  });

  it.each([
    {
      what: "a name that is neither a path nor a commit",
      args: ["--baseline", "no-such-branch"],
      code: "baseline-not-found",
    },
    { what: "an option that needs it", args: ["--fail-on", "time"], code: "usage" },
    { what: "another build to be replaced", args: ["--baseline", "main", "--update-baseline"], code: "usage" },
  ])("refuses $what", async ({ args, code }) => {
    const result = await runCommand([...perf, ...args], { cwd: repository });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(`error ${code}: `);
  });

  it("does not blame the current build for a baseline that fails", async () => {
    git("checkout", "--quiet", "-b", "broken");
    write({ "game.js": "throw new Error('broken then');" });
    git("commit", "--quiet", "--all", "--message", "broken");
    write({ "game.js": gameOf(10) });
    const result = await compare("--baseline", "broken");
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("The baseline broken could not be run");
    expect(result.stderr).toContain("broken then");
    git("checkout", "--quiet", "--force", "main");
  });
});
