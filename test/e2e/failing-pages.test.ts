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

  it("names the outside URL that it was kept from, and the line that asked for it", async () => {
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

  it("fails for what a script fetches, named with the line that asks, and only warns of a picture and of another host", async () => {
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
