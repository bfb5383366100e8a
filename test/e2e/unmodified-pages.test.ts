import { describe, expect, it } from "vitest";
import type { RunReport } from "../../src/formats/report.ts";
import { reportOf, runJson } from "./run-command.ts";

/** Runs an unmodified page of a package. The two count passes of the command prove that it is deterministic. */
async function run(page: string, frames: number): Promise<RunReport> {
  const result = await runJson([
    "perf",
    `node_modules/${page}`,
    "--frames",
    String(frames),
    "--warmup",
    "0",
    "--repeat",
    "1",
  ]);
  expect(result.exitCode, result.stderr).toBe(0);
  const { report } = reportOf(result);
  expect(report.divergence).toBeNull();
  expect(report.perFrame.stateHash).toHaveLength(frames);
  return report;
}

function drawnIn({ perFrame }: RunReport, frame: number): object {
  return { drawCalls: perFrame.drawCalls?.[frame], triangles: perFrame.triangles?.[frame] };
}

// The counts come from measurements of the same pages in another browser and at another size.
describe("a page that knows nothing of Framegate", () => {
  it("runs as three.js with cannon, where more and more is drawn", async () => {
    const report = await run("cannon/demos/pile.html", 101);
    expect(report.served).toEqual({ folder: "..", because: "../build/cannon.js" });
    expect(drawnIn(report, 50)).toEqual({ drawCalls: 13, triangles: 1296 });
    expect(drawnIn(report, 100)).toEqual({ drawCalls: 30, triangles: 3200 });
  });

  it("runs as PixiJS of long ago with p2", async () => {
    const report = await run("p2/demos/topDownVehicle.html", 60);
    expect(drawnIn(report, 50)).toEqual({ drawCalls: 4, triangles: 18 });
  });

  it("runs as a 2D canvas with p2, which has no draw calls", async () => {
    const { perFrame } = await run("p2/examples/canvas/asteroids.html", 60);
    expect(perFrame.drawCalls).toBeNull();
    expect(new Set(perFrame.stateHash).size).toBe(60);
  });
});
