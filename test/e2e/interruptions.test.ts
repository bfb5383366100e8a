import { describe, expect, it } from "vitest";
import { startGameServer } from "./game-server.ts";
import {
  runCommand,
  runJson,
  type CommandOptions,
  type CommandResult,
  type JsonResult,
  type RunningCommand,
} from "./run-command.ts";
import { strike } from "../strike.ts";

/** The game requests a file from a server in frame 17 and would wait ten seconds for it. */
const args = [
  "perf",
  "test/games/failing/load-never-completes.game.json",
  "--frames",
  "100",
  "--warmup",
  "0",
  "--repeat",
  "1",
];

/** Runs the game and calls `act` in frame 17 of its first run. */
async function actInFrame<Result extends CommandResult>(
  act: (command: RunningCommand) => void,
  run: (args: readonly string[], options: CommandOptions) => Promise<Result>,
  options: CommandOptions = {},
): Promise<Result> {
  let command: RunningCommand | null = null;
  let hasActed = false;
  await using server = await startGameServer(() => {
    if (command !== null) act(command);
    hasActed = true;
    return null;
  });
  const onStart = (running: RunningCommand): void => {
    command = running;
  };
  const result = await run([...args, ...server.args], { ...options, onStart });
  expect(hasActed, result.stderr).toBe(true);
  return result;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

function expectInterruption({ exitCode, json, reports }: JsonResult, by: keyof typeof exitCodes): void {
  const expected = { exitCode: exitCodes[by], code: "interrupted", reports: [] };
  expect({ exitCode, code: json.error?.code, reports }).toEqual(expected);
}

describe("a command that is interrupted says so, writes no report and exits as the signal asks", () => {
  it.each([
    { signal: "SIGINT", text: "building the game" },
    { signal: "SIGTERM", text: "building the game" },
    { signal: "SIGINT", text: "starting the browser" },
    { signal: "SIGTERM", text: "starting the browser" },
    { signal: "SIGINT", text: "count pass 1" },
  ] as const)("by $signal after it said '$text'", async ({ signal, text }) => {
    const act = (command: RunningCommand): void => {
      command.signal(signal);
    };
    expectInterruption(await runJson(args, { reactions: [{ text, act }] }), signal);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("by %s in the middle of a frame", async (signal) => {
    const result = await actInFrame((command) => {
      command.signal(signal);
    }, runJson);
    expectInterruption(result, signal);
  });
});

describe("a command that is killed outright", () => {
  it("takes its browser with it", async () => {
    let browserCount = 0;
    const kill = (command: RunningCommand): void => {
      browserCount = command.browserProcesses(/--type=renderer/).length;
      command.signal("SIGKILL");
    };
    // The next command removes the folder that this one leaves.
    const { exitCode, stdout } = await actInFrame(kill, runCommand, { mayLeaveFiles: true });
    expect({ exitCode, stdout }).toEqual({ exitCode: null, stdout: "" });
    expect(browserCount).toBeGreaterThan(0);
  });
});

describe("a browser that goes away", () => {
  it.each(["before its page", "after its page"])(
    "%s is reported with the pass that was running and how it ended",
    async (when) => {
      const { exitCode, json, reports } = await actInFrame((command) => {
        const pages = command.browserProcesses(/--type=renderer/);
        const all = command.browserProcesses(/--remote-debugging-pipe/).filter((pid) => !pages.includes(pid));
        strike(when === "after its page" ? [...pages, ...all] : all, "SIGKILL");
      }, runJson);
      expect({ exitCode, reports }).toEqual({ exitCode: 6, reports: [] });
      // The loss of the page may be noticed before the loss of the browser.
      expect(["browser-lost", ...(when === "after its page" ? ["page-killed"] : [])]).toContain(json.error?.code);
      expect(json.error?.message).toContain("count pass");
      expect(json.error?.message).toContain("SIGKILL");
    },
  );
});
