import { describe, expect, it } from "vitest";
import { fail, short } from "./failing-run.ts";
import { reportOf, runJson } from "./run-command.ts";

describe("a page that knows nothing of Framegate and has a frame that never ends", () => {
  it("is named with that frame and what it was running, ours left out", async () => {
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

  it("fails when nothing renders", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/draws-nothing.html", ...short]);
    expect(result.exitCode).toBe(5);
    expect(reportOf(result).verdict).toMatchObject({ status: "fail", cause: "game" });
    expect(reportOf(result).report.notices).toContainEqual(expect.objectContaining({ code: "nothing-rendered" }));
  });

  it("passes when nothing renders and nothing has to", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/draws-nothing.html", ...short, "--allow-empty"]);
    expect(result.exitCode).toBe(0);
  });

  it("names the outside URL that it was kept from", async () => {
    const result = await runJson(["perf", "test/games/failing-pages/wants-the-outside.html", ...short]);
    expect(reportOf(result).report.notices).toContainEqual(
      expect.objectContaining({ code: "request-failed", where: "https://cdn.example.com/library.js" }),
    );
  });
});
