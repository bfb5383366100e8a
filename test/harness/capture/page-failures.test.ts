import { describe, expect, it } from "vitest";
import { mountFailure, stepFailure, stuckFailure } from "../../../harness/capture/page-failures.ts";
import type { FramegateError } from "../../../harness/errors.ts";
import type { Hindrance } from "../../../harness/capture/silence.ts";
import type { StackFrame, StackPositions } from "../../../harness/capture/stack-positions.ts";
import { Stuck } from "../../../harness/capture/watchdog.ts";
import type { PageError } from "../../../src/formats/page-port.ts";

const limits = { bootMs: 30_000, frameMs: 10_000, settleMs: 5000 };

/** In these tests a stack is a list of lines `owner position`. */
const positions: StackPositions = {
  frame: (functionName, url) => ({ functionName, position: url, owner: "game" }),
  frames: (stack) =>
    stack
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [owner = "", position = ""] = line.split(" ");
        return { functionName: "", position, owner: owner as StackFrame["owner"] };
      }),
};

const stack = "framegate host.ts:1:1\nlibrary three.js:2:2\ngame src/spawn.ts:3:3\ngame src/main.ts:4:4";

function pageError(change: Partial<PageError> = {}): PageError {
  return { message: "no such crate", stack, rootId: "world", ...change };
}

describe("a game that cannot be mounted", () => {
  const mount = (
    code: Parameters<typeof mountFailure>[0]["code"],
    change: Partial<PageError> = {},
  ): ReturnType<typeof mountFailure> => mountFailure({ ok: false, code, error: pageError(change) }, positions, limits);

  it.each([
    ["entry-threw", "entry-threw", 'Root "world" threw while it was set up: no such crate'],
    ["frame-threw", "entry-threw", 'Root "world" threw while it was set up: no such crate'],
    [
      "setup-missing",
      "setup-missing",
      'The entry of root "world" exports no such crate, and no function as setup or default.',
    ],
    ["teardown-threw", "teardown-threw", 'Root "world" threw while it was removed: no such crate'],
    ["adapter-invalid", "adapter-invalid", 'The adapter module of root "world" cannot be used: no such crate.'],
    ["capture-timeout", "capture-timeout", 'The game of root "world" was not captured: no such crate.'],
    ["entry-never-resolved", "entry-never-resolved", 'Root "world" was not ready after 30000 ms.'],
    [
      "settle-timeout",
      "settle-timeout",
      "Before the first frame the game waited for no such crate, which did not complete within 30000 ms.",
    ],
  ] as const)("by %s is a failed game at the place in its sources", (code, expected, message) => {
    expect(mount(code)).toMatchObject({ code: expected, exitCode: 5, message, where: "src/spawn.ts:3:3" });
  });

  it("because of another host's module gets a hint that a run has no network", () => {
    const importing = (url: string): unknown =>
      mount("entry-threw", { message: `Failed to fetch dynamically imported module: ${url}` }).hint;
    expect(importing("https://cdn.example.com/rapier.mjs")).toContain("A run has no network");
    expect(importing("http://game.framegate.localhost/__game/lost.mjs")).toContain("must set up without throwing");
  });

  it("for want of WebGL is the environment's failure", () => {
    expect(mount("webgl-refused")).toMatchObject({ code: "webgl-refused", exitCode: 6 });
  });

  it("is located in its library if the stack has no frame of its own, and in its root without a stack", () => {
    expect(mount("entry-threw", { stack: "framegate host.ts:1:1\nlibrary three.js:2:2" }).where).toBe("three.js:2:2");
    expect(mount("entry-threw", { stack: null }).where).toBe('root "world"');
    expect(mount("entry-threw", { stack: null, rootId: null }).where).toBe('root "page"');
  });
});

describe("a frame that cannot be ended", () => {
  const context = { positions, warmup: 60, limits };

  it("names the frame, the root and the place", () => {
    expect(stepFailure({ code: "frame-threw", error: pageError() }, 77, context)).toMatchObject({
      code: "frame-threw",
      message: 'The game threw in frame 17 of root "world": no such crate',
      where: "src/spawn.ts:3:3",
    });
  });

  it("names no root if none is known, and the frame instead of a position", () => {
    const error = pageError({ rootId: null, stack: null });
    expect(stepFailure({ code: "frame-threw", error }, 3, context)).toMatchObject({
      message: "The game threw in warm-up frame 3: no such crate",
      where: "warm-up frame 3",
    });
  });

  it("because of a load names what it waited for", () => {
    const error = pageError({ message: "fetch of http://embed.framegate.localhost/level.json?v=2" });
    expect(stepFailure({ code: "settle-timeout", error }, 60, context)).toMatchObject({
      code: "settle-timeout",
      message: "Before frame 0 the game waited for fetch of level.json, which did not complete within 5000 ms.",
      where: "frame 0",
    });
  });
});

describe("a page that is stuck", () => {
  const frames = (count: number): StackFrame[] =>
    Array.from({ length: count }, (_, index) => ({
      functionName: `f${index}`,
      position: `a.ts:${index}:1`,
      owner: "game",
    }));

  it("shows the game's stack, without Framegate's frames", () => {
    const own: StackFrame = { functionName: "step", position: "conductor.ts:1:1", owner: "framegate" };
    const anonymous: StackFrame = { functionName: "", position: "src/main.ts:9:9", owner: "game" };
    expect(stuckFailure(stuckAt([anonymous, own, ...frames(1)], 3, 10_000), "frame 3")).toMatchObject({
      code: "frame-never-ended",
      message:
        "Frame 3 did not end within 10000 ms. It was running:\n  at (anonymous) (src/main.ts:9:9)\n  at f0 (a.ts:0:1)",
      where: "src/main.ts:9:9",
    });
  });

  it("shows eight frames of an endless stack", () => {
    expect(stuckFailure(stuckAt(frames(5000), 3), "frame 3").message.match(/ {2}at /g)).toHaveLength(8);
  });

  it("says only that it is stuck if the running script is unknown", () => {
    expect(stuckFailure(stuckAt([], null), "warm-up frame 0")).toMatchObject({
      message: "Warm-up frame 0 did not end within 1 ms.",
      where: "warm-up frame 0",
    });
  });
});

describe("a page that the machine kept from running", () => {
  const hindered = (hindrance: Hindrance): FramegateError =>
    stuckFailure(new Stuck(3000, { frames: [], step: 3, hindrance }), "frame 3");

  it("is not blamed, and the evidence is reported", () => {
    expect(hindered({ kind: "starved", seen: "its thread ran for 3 ms" })).toMatchObject({
      code: "machine-overloaded",
      exitCode: 6,
      message: "The page did not get enough CPU time to finish frame 3 within 3000 ms: its thread ran for 3 ms.",
    });
    expect(hindered({ kind: "stopped", seen: "its GPU process" })).toMatchObject({
      code: "browser-stopped",
      exitCode: 6,
      message: "The browser did not answer for 3000 ms in frame 3, because the system has stopped its GPU process.",
    });
  });
});

it("names the option that sets the exceeded limit", () => {
  expect(stuckFailure(stuckAt([], null), "frame 3").hint).toContain("--frame-timeout");
  expect(stuckFailure(stuckAt([], null), "set-up", "--boot-timeout").hint).toContain("--boot-timeout");
});

function stuckAt(frames: readonly StackFrame[], step: number | null, limitMs = 1): Stuck {
  return new Stuck(limitMs, { frames, step, hindrance: null });
}
