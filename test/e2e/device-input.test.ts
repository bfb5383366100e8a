import { describe, expect, it } from "vitest";
import type { RunReport } from "../../src/formats/report.ts";
import { reportOf, runJson } from "./run-command.ts";

async function run(page: string, frames: number, tape: string | null): Promise<RunReport> {
  const input = tape === null ? [] : ["--tape", `test/games/${tape}.tape.json`];
  const result = await runJson(["perf", page, "--frames", String(frames), "--warmup", "0", "--repeat", "0", ...input]);
  expect(result.exitCode, result.stderr).toBe(0);
  const { report } = reportOf(result);
  // The two count passes of the command agreed.
  expect(report.divergence).toBeNull();
  return report;
}

function firstDifference(left: RunReport, right: RunReport): number {
  return left.perFrame.stateHash.findIndex((hash, frame) => hash !== right.perFrame.stateHash[frame]);
}

describe("a page that knows nothing of Framegate, played by a tape", () => {
  it("gets keys, mouse, pointer lock and gamepad, each from its step on, and the report names unheard input", async () => {
    const page = "test/games/device-page/index.html";
    const report = await run(page, 60, "device-page/all-devices");
    const told = report.notices.filter(({ code }) => code === "tape-unmatched").map(({ message }) => message);
    expect(told).toEqual([expect.stringContaining("The tape's wheel at step 41 reached nothing")]);
    expect(report.tape).toMatchObject({ events: 10 });
    expect(firstDifference(report, await run(page, 60, null))).toBe(5);
  });

  // The counts were measured with the same page and keys in another browser.
  it("drives the vehicle of a cannon demo out of view", async () => {
    const page = "node_modules/cannon/demos/raycastVehicle.html";
    const { perFrame, notices } = await run(page, 301, "library-tapes/vehicle-forward-left");
    const drawn = [50, 300].map((frame) => [perFrame.drawCalls?.[frame], perFrame.triangles?.[frame]]);
    expect(drawn).toEqual([
      [12, 16_508],
      [2, 15_876],
    ]);
    expect(notices.filter(({ code }) => code === "tape-unmatched")).toEqual([]);
  });

  it("enters a cannon shooter, which starts only once the pointer is locked", async () => {
    const page = "node_modules/cannon/examples/threejs_fps.html";
    const played = await run(page, 80, "library-tapes/shooter-click-to-play");
    const waiting = await run(page, 80, null);
    expect(played.notices.filter(({ code }) => code === "tape-unmatched")).toEqual([]);
    // The ball adds one object to draw.
    const drawnLast = ({ perFrame }: RunReport): readonly unknown[] => [
      perFrame.drawCalls?.at(-1),
      perFrame.triangles?.at(-1),
    ];
    expect(drawnLast(played)).not.toEqual(drawnLast(waiting));
    expect(new Set(waiting.perFrame.triangles).size).toBe(1);
  });
});
