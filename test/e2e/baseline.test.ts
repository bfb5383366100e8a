import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportOf, runCommand } from "./run-command.ts";
import { createStripesRepository, gameOf, perfStripes } from "./stripes-repository.ts";

const repository = createStripesRepository();
afterAll(() => {
  repository[Symbol.dispose]();
});

describe("perf --baseline", () => {
  it("fails a build that draws more than the commit on counts alone, and leaves the repository as it was", async () => {
    repository.write({ "game.js": gameOf(12) });
    const before = repository.git("status", "--porcelain");
    const result = await repository.perf("--baseline", "main");
    expect(result.exitCode, result.stderr).toBe(1);
    const { report, verdict } = reportOf(result);
    expect(verdict).toMatchObject({ status: "fail", cause: "regression" });
    expect(report.baseline).toMatchObject({
      source: { kind: "git", name: "main", commit: repository.git("rev-parse", "HEAD") },
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
    expect(repository.git("status", "--porcelain")).toBe(before);
    expect(repository.git("worktree", "list").split("\n")).toHaveLength(1);
  });

  it("stores a report, and compares with it", async () => {
    repository.write({ "game.js": gameOf(10) });
    const stored = await repository.perf("--repeat", "0", "--baseline", "baselines/stripes.json", "--update-baseline");
    expect(stored.exitCode, stored.stderr).toBe(0);
    expect(stored.stderr).toContain("The baseline was written: baselines/stripes.json");
    expect(existsSync(join(repository.path, "baselines/stripes.json"))).toBe(true);
    repository.write({ "game.js": gameOf(11) });
    const compared = await repository.perf("--repeat", "0", "--baseline", "baselines/stripes.json");
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
    const result = await runCommand([...perfStripes, ...args], { cwd: repository.path });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(`error ${code}: `);
  });
});
