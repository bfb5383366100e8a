import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportOf, runJson } from "./run-command.ts";
import { createStripesRepository, gameOf, stripesPage } from "./stripes-repository.ts";

const repository = createStripesRepository();
afterAll(() => {
  repository[Symbol.dispose]();
});

describe("perf --baseline, timing both builds", () => {
  it("times a build with equal work in lockstep with the commit, until time is up", async () => {
    repository.write({ "game.js": `// The same game.\n${gameOf(10)}` });
    const result = await repository.perf("--baseline", "main", "--time-limit", "1");
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
    repository.write({ "game.js": gameOf(12) });
    const result = await repository.perf("--baseline", "main", "--max-work-growth", "20", "--time-limit", "1");
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).report.baseline).toMatchObject({ work: "more", maxWorkGrowth: 0.2 });
  });

  it("builds the commit if the page is not in git", async () => {
    repository.write({ "game.js": gameOf(10) });
    const built = await runJson(
      ["perf", "built.html", "--frames", "20", "--warmup", "0", "--baseline", "main", "--time-limit", "1"],
      { cwd: repository.path },
    );
    expect(built.exitCode, built.stderr).toBe(2);
    repository.write({ "built.html": stripesPage });
    const missing = await repository.perf("--baseline", "main", "--baseline-build", "echo no compiler here; exit 3");
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain("error baseline-not-built: ");
    expect(missing.stderr).toContain("exited with code 3");
    expect(missing.stderr).toContain("no compiler here");
    const made = await runJson(
      [
        ...["perf", "built.html", "--frames", "20", "--warmup", "0", "--time-limit", "1"],
        ...["--baseline", "main", "--baseline-build", "cp index.html built.html"],
      ],
      { cwd: repository.path },
    );
    expect(made.exitCode, made.stderr).toBe(0);
    expect(reportOf(made).report.baseline).toMatchObject({ work: "same" });
    rmSync(join(repository.path, "built.html"));
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
    repository.write({ "reader.html": html, "same.html": html });
    const result = await runJson(
      ["perf", "reader.html", "--frames", "20", "--warmup", "0", "--baseline", "same.html", "--time-limit", "1"],
      { cwd: repository.path },
    );
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.raster).toBe("real");
    expect(report.baseline).toMatchObject({ work: "same", times: { pairs: expect.any(Number) } });
    rmSync(join(repository.path, "reader.html"));
    rmSync(join(repository.path, "same.html"));
  });

  it("does not blame the current build for a baseline that fails", async () => {
    repository.git("checkout", "--quiet", "-b", "broken");
    repository.write({ "game.js": "throw new Error('broken then');" });
    repository.git("commit", "--quiet", "--all", "--message", "broken");
    repository.write({ "game.js": gameOf(10) });
    const result = await repository.perf("--baseline", "broken");
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("The baseline broken could not be run");
    expect(result.stderr).toContain("broken then");
    repository.git("checkout", "--quiet", "--force", "main");
  });
});
