import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import { createGameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { type JsonResult, runJson, type RunningCommand } from "./run-command.ts";

const short = ["--frames", "30", "--warmup", "0", "--repeat", "0", "--no-why"];

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
