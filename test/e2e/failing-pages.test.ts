import { describe, expect, it } from "vitest";
import { fail, short } from "./failing-run.ts";
import { reportOf, runJson } from "./run-command.ts";

describe("a page that knows nothing of Framegate and has a frame that never ends", () => {
  it("is reported with that frame and the game's call stack, without our functions", async () => {
    const { exitCode, code, message, where } = await fail("failing-pages/never-ends.html", ["--frame-timeout", "3000"]);
    expect({ exitCode, code }).toEqual({ exitCode: 5, code: "frame-never-ended" });
    expect(message).toMatch(/^Frame 17 did not end within 3000 ms\./);
    expect(message.match(/^ +at .*/gm)?.map((line) => line.trim().split(" ")[1])).toEqual(["spin", "frame"]);
    expect(where).toMatch(/never-ends\.html:11:\d+$/);
  });
});

describe("a page that fails without stopping", () => {
  it("is reported with its uncaught error, and fails", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/throws-in-a-frame.html", ...short]);
    const { report, verdict } = reportOf(result);
    expect(result.exitCode).toBe(5);
    expect(verdict).toMatchObject({ status: "fail", cause: "game" });
    expect(report.notices).toContainEqual({
      code: "uncaught-error",
      severity: "failure",
      message: "Uncaught TypeError: the thirtieth frame is broken",
      where: expect.stringMatching(/throws-in-a-frame\.html:11:\d+$/),
    });
    expect(result.reports).toEqual([{ report, verdict }]);
  });

  it("passes with its uncaught error if errors are allowed, as the report of the failure says", async () => {
    const page = "test/games/failing-pages/throws-in-a-frame.html";
    const { report } = reportOf(await runJson(["perf", page, ...short]));
    expect(report.notices).toContainEqual(expect.objectContaining({ code: "moves-on", severity: "warning" }));
    const allowed = await runJson(["perf", page, ...short, "--allow-errors"]);
    expect(allowed.exitCode).toBe(0);
    expect(reportOf(allowed).report.notices).toContainEqual(
      expect.objectContaining({ code: "uncaught-error", severity: "warning" }),
    );
  });

  it("fails when nothing renders", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/draws-nothing.html", ...short]);
    expect(result.exitCode).toBe(5);
    expect(reportOf(result).verdict).toMatchObject({ status: "fail", cause: "game" });
    expect(reportOf(result).report.notices).toContainEqual(expect.objectContaining({ code: "vacuous" }));
  });

  it("tells what the browser has refused and what the page says about it, but only beside a failure", async () => {
    const page = "test/games/failing-pages/refused-script.html";
    const { notices } = reportOf(await runJson(["perf", page, ...short])).report;
    expect(notices).toContainEqual({
      ...{ code: "refused", severity: "warning", where: null },
      message: expect.stringContaining("Failed to find a valid digest in the 'integrity' attribute"),
    });
    expect(notices).toContainEqual({
      ...{ code: "console-errors", severity: "warning", where: "refused-script.html:5:44" },
      message: "The page wrote an error to its console: there is no draw.",
    });
    const allowed = reportOf(await runJson(["perf", page, ...short, "--allow-vacuous"])).report;
    expect(allowed.notices.map(({ code }) => code)).not.toContain("console-errors");
  });

  it("offers a tape if it shows a button, even if a script of another host is missing, too", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/waits-beside-analytics.html", ...short]);
    expect(result.exitCode).toBe(5);
    const { notices } = reportOf(result).report;
    expect(notices[0]).toMatchObject({ code: "vacuous", severity: "failure" });
    expect(notices.map(({ code }) => code)).toEqual(expect.arrayContaining(["request-failed", "click-awaited"]));
    expect(result.stderr).toMatch(/FAIL\s+the game failed: Nothing was drawn/u);
  });

  it("passes when nothing renders and nothing has to", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/draws-nothing.html", ...short, "--allow-vacuous"]);
    expect(result.exitCode).toBe(0);
  });

  it("passes when every frame looks the same, and the report says what it waits for", async () => {
    const page = "test/games/failing-pages/waits-for-a-click.html";
    const still = reportOf(await runJson(["perf", page, "--frames", "30", "--warmup", "0", "--repeat", "0"])).report;
    expect(still.liveness).toMatchObject({ state: "still", isDrawnAgain: true, input: { missing: ["click"] } });
    const said = still.notices.filter(({ severity, code }) => severity === "warning" && code !== "browser");
    expect(said.map(({ code }) => code)).toEqual(["still", "click-awaited", "input-missing"]);
    const tape = ["--tape", "test/games/failing-pages/click.tape.json", "--budget", "maxCanvasOperations=1"];
    const result = await runJson(["perf", page, "--frames", "30", "--warmup", "0", "--repeat", "0", ...tape]);
    expect(result.exitCode, result.stderr).toBe(0);
    const moving = reportOf(result);
    expect(moving.report.liveness).toMatchObject({
      state: "moving",
      input: { frames: 2, changedFrames: 2, missing: [] },
    });
    expect(moving.report.perFrame.canvasOperations).toEqual(Array.from({ length: 30 }, () => 1));
    expect(moving.verdict.lines).toMatchObject([{ metric: "maxCanvasOperations", value: 1, status: "pass" }]);
    expect(result.stderr).toMatch(/Something changed in \d+ of 30 frames/u);
  });

  it("names the outside URL that was blocked, and the line that requested it", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/wants-the-outside.html", ...short]);
    expect(reportOf(result).report.notices).toContainEqual(
      expect.objectContaining({
        code: "request-failed",
        message: expect.stringMatching(/^https:\/\/cdn\.example\.com\/library\.js could not be loaded/),
        where: expect.stringMatching(/wants-the-outside\.html:\d+:\d+$/),
      }),
    );
  });
});

describe("a page that asks for files that do not exist", () => {
  const page = "test/games/failing-pages/misses-files.html";

  it("fails for a script's fetch, named with its line, and only warns about a picture and another host", async () => {
    const result = await runJson(["perf", page, ...short]);
    const { report, verdict } = reportOf(result);
    expect(result.exitCode).toBe(5);
    expect(verdict).toMatchObject({ status: "fail", cause: "game" });
    const missing = report.notices.filter(({ code }) => code === "missing-file" || code === "request-failed");
    expect(missing.map(({ severity, message, where }) => [severity, message.split(" ")[0], where])).toEqual([
      ["failure", expect.stringMatching(/levels\/one\.json$/), expect.stringMatching(/misses-files\.html:13:\d+$/)],
      ["warning", expect.stringMatching(/picture\.png$/), expect.stringMatching(/misses-files\.html:4:\d+$/)],
      ["warning", "https://cdn.example.com/library.js", expect.stringMatching(/misses-files\.html:5:\d+$/)],
    ]);
  });

  it("passes where those files may be missing", async () => {
    const result = await runJson(["perf", page, ...short, "--allow", "missing=**/levels/*.json"]);
    expect(result.exitCode).toBe(0);
  });
});
