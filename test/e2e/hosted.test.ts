import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { createGameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { type JsonResult, reportOf, runJson, type RunningCommand } from "./run-command.ts";

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

describe("a hosted game", () => {
  it("draws the numbers of Math.random that it draws with Vite, and names its own sources", async () => {
    await using folder = await createGameFolder({
      "game/framegate.game.json": manifestOf(),
      "game/src/main.ts": `import * as THREE from "three";
import "./style.css";
import picture from "./ship.png";
const atLoad: number = Math.random();
export function setup(): void {
  const { outlineColor } = getComputedStyle(document.body);
  throw new Error([atLoad, Math.random(), new THREE.Scene().uuid, outlineColor, typeof picture].join(" "));
}
`,
      "game/src/style.css": "body { outline-color: rgb(1, 2, 3) }",
      "game/src/ship.png": "no picture",
    });
    await symlink(join(packageRoot, "node_modules"), join(folder.path, "node_modules"));
    const fail = async (context: DeliveryContext): Promise<JsonResult["json"]["error"]> => {
      const result = await runJson(["perf", join(folder.path, "game"), "--context", context, ...short]);
      expect(result.exitCode, result.stderr).toBe(5);
      return result.json.error;
    };
    const hosted = await fail("hosted");
    expect(hosted?.message).toContain("rgb(1, 2, 3) string");
    expect(hosted?.where).toContain("src/main.ts:7:9");
    expect(hosted).toEqual(await fail("local"));
  });

  it("can be verified, and the report names the context", async () => {
    const result = await runJson([
      "verify",
      "test/games/tumbling-boxes",
      "--context",
      "hosted",
      "--frames",
      "10",
      "--launches",
      "2",
    ]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ identical: true, context: "hosted" });
  });

  it("leaves nothing when it is interrupted while it is built", async () => {
    const text = "building the game";
    const act = (command: RunningCommand): void => {
      command.signal("SIGINT");
    };
    const args = ["perf", "examples/swarm", "--context", "hosted", ...short];
    const result = await runJson(args, { reactions: [{ text, act }] });
    expect(result).toMatchObject({ exitCode: 130, reports: [] });
  });
});
