import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "30", "--warmup", "0", "--repeat", "0", "--no-why"];

async function run(game: string, context: DeliveryContext): Promise<RunReport> {
  const result = await runJson(["perf", join(packageRoot, game), "--context", context, ...short]);
  expect(result.exitCode, result.stderr).toBe(0);
  expect(result.stderr).toContain(` · context ${context}`);
  const { report } = reportOf(result);
  expect(report.context).toBe(context);
  expect(report.divergence).toBeNull();
  return report;
}

/** The figures that must be equal in both contexts. */
function framesOf({ roots, metrics, runs }: RunReport): object {
  const exact = ["maxDrawCalls", "maxTriangles", "maxEntities"] as const;
  return {
    roots,
    counts: exact.map((id) => metrics[id].value),
    chain: runs[0]?.stateHash,
    end: runs[0]?.finalStateHash,
  };
}

describe("a game without a bundler has the same frames as with Vite", () => {
  it.each([
    // Three.js, a physics engine in WebAssembly, and a HUD in React, a CommonJS package.
    "examples/arena",
    // PixiJS, whose 700 modules become one, and its dependencies, some of which are CommonJS.
    "test/games/drifting-sprites",
    "test/games/ingest/shared-react.game.json",
  ])("%s", async (game) => {
    const local = await run(game, "local");
    const hosted = await run(game, "hosted");
    expect(framesOf(hosted)).toEqual(framesOf(local));
  });
});
