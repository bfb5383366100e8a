import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageVersion } from "../../harness/package-root.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { type CommandOptions, runCommand, runJson } from "./run-command.ts";

const games = "test/games";

/** Checks a command that is refused before anything is launched. */
async function refuse(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<{ code: string; message: string; where: string | null; hint: string }> {
  const { exitCode, json, stderr, reports } = await runJson(["perf", ...args], options);
  expect({ exitCode, reports, keys: Object.keys(json) }, stderr).toEqual({ exitCode: 2, reports: [], keys: ["error"] });
  expect(stderr).not.toContain("starting the browser");
  const { error } = json;
  if (error === undefined) throw new Error("unreachable: the keys were compared above");
  expect(error.hint).not.toBe("");
  return error;
}

describe("a game that cannot be run is refused before anything is launched", () => {
  it("names the missing manifest", async () => {
    const error = await refuse([`${games}/tumbling-boxes/src`]);
    expect(error.code).toBe("manifest-not-found");
    expect(error.where).toMatch(/tumbling-boxes\/src\/framegate\.game\.json$/);
  });

  it("names a game that does not exist", async () => {
    expect(await refuse([`${games}/nowhere`])).toMatchObject({
      code: "game-not-found",
      where: expect.stringMatching(/nowhere$/),
    });
  });

  it("names a folder that cannot be served", async () => {
    const page = `${games}/failing-pages/draws-nothing.html`;
    expect(await refuse([page, "--root", "nowhere"])).toMatchObject({
      code: "bad-root",
      message: expect.stringMatching(/nowhere cannot be served: it is not a folder\.$/),
    });
    expect(await refuse([page, "--root", "docs"])).toMatchObject({
      code: "bad-root",
      message: expect.stringMatching(/docs cannot be served: it does not hold the game\.$/),
    });
  });

  it("names a folder that holds more than a game", async () => {
    await using home = await createGameFolder({ "pong.html": "<canvas>", "diary.txt": "" });
    const error = await refuse([join(home.path, "pong.html")], { env: { HOME: home.path, USERPROFILE: home.path } });
    expect(error).toMatchObject({
      code: "no-own-folder",
      message: expect.stringMatching(/pong\.html lies in a home folder, and a game can read everything in the folder/),
    });
  });

  it("points at the place where a manifest stops being JSON", async () => {
    const error = await refuse([`${games}/refused/invalid-json`]);
    expect(error.code).toBe("file-invalid");
    expect(error.where).toMatch(/framegate\.game\.json:4:3$/);
  });

  it("points at an unknown adapter and says which there are", async () => {
    const error = await refuse([`${games}/refused/unknown-adapter`]);
    expect(error.code).toBe("file-invalid");
    expect(error.where).toMatch(/framegate\.game\.json:6:40$/);
    expect(error.message).toContain("babylonjs");
    expect(error.message).toContain("threejs");
  });

  it("names an entry that does not exist", async () => {
    expect(await refuse([`${games}/refused/missing-entry`])).toMatchObject({
      code: "entry-not-found",
      message: expect.stringContaining("src/main.ts"),
    });
  });

  it("names a tape that does not exist", async () => {
    const error = await refuse([`${games}/tumbling-boxes`, "--tape", "lost.tape.json"]);
    expect(error).toMatchObject({ code: "file-unreadable", where: expect.stringMatching(/lost\.tape\.json$/) });
  });

  it("asks for a budget to assert", async () => {
    expect(await refuse([`${games}/drifting-sprites`, "--assert-budget"])).toMatchObject({ code: "no-budget" });
  });

  it("asks for a hundred frames for a p95", async () => {
    const error = await refuse([
      `${games}/drifting-sprites`,
      "--assert-budget",
      "--budget",
      "frameCpuMsP95=50",
      "--frames",
      "99",
    ]);
    expect(error.code).toBe("too-few-frames");
    expect(error.message).toContain("99");
  });
});

describe("a command line that cannot be understood is refused", () => {
  it.each([
    { what: "an unknown option", args: ["--asert-budget"], code: "usage", says: "--assert-budget" },
    { what: "a seed that is no number", args: ["--seed", "seven"], code: "bad-seed", says: "seven" },
    {
      what: "a seed beyond the safe integers",
      args: ["--seed", "9007199254740993"],
      code: "bad-seed",
      says: "9007199254740993",
    },
    { what: "no frames", args: ["--frames", "0"], code: "usage", says: "--frames" },
    { what: "a fraction of a frame", args: ["--frames", "1.5"], code: "usage", says: "--frames" },
    { what: "a metric that does not exist", args: ["--budget", "maxDraws=3"], code: "usage", says: "maxDrawCalls" },
    { what: "a limit that is no number", args: ["--budget", "maxDrawCalls=few"], code: "usage", says: "maxDrawCalls" },
    {
      what: "a screenshot after the last frame",
      args: ["--frames", "10", "--screenshot", "10"],
      code: "usage",
      says: "9",
    },
  ])("$what", async ({ args, code, says }) => {
    const error = await refuse([`${games}/tumbling-boxes`, ...args]);
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
  });

  it("names an unknown command", async () => {
    const { exitCode, stdout, stderr } = await runCommand(["pref"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("pref");
  });

  it("puts errors on stderr alone unless JSON is asked for, without a stack", async () => {
    const { exitCode, stdout, stderr } = await runCommand(["perf", `${games}/nowhere`]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("game-not-found");
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

describe("the command's own options", () => {
  it("prints its version", async () => {
    expect(await runCommand(["--version"])).toMatchObject({ exitCode: 0, stdout: `${packageVersion}\n`, stderr: "" });
  });

  it("prints help with examples and exit codes", async () => {
    const { exitCode, stdout } = await runCommand(["perf", "--help"], { env: {} });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("--assert-budget");
    expect(stdout).toContain("Examples:");
  });
});
