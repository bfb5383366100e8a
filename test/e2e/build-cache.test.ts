import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "20", "--warmup", "0", "--repeat", "0"];

// The game's own configuration prints something, and counts its builds in a file that is not an input of the build.
const countingConfiguration = (countFile: string): string => `import { appendFileSync } from "node:fs";
console.log("The configuration is loaded.");
export default {
  plugins: [{ name: "count-builds", buildStart: () => appendFileSync(${JSON.stringify(countFile)}, "built\\n") }],
};
`;

describe("the builds of a game", () => {
  const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-game-"));
  const game = join(folder, "game");
  const countFile = join(folder, "builds.txt");
  beforeAll(() => {
    cpSync(join(packageRoot, "test/games/tumbling-boxes"), game, { recursive: true });
    symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(game, "vite.config.mjs"), countingConfiguration(countFile));
    writeFileSync(countFile, "");
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(): Promise<{ builds: number; entities: number | null }> {
    const result = await runJson(["perf", game, ...short, "--out", join(game, "results")]);
    expect(result.exitCode, result.stderr).toBe(0);
    const builds = readFileSync(countFile, "utf8").split("\n").length - 1;
    return { builds, entities: reportOf(result).report.metrics.maxEntities.value };
  }

  it("are reused while nothing but the reports in its folder changes, and redone after an edit", async () => {
    expect(await run()).toEqual({ builds: 1, entities: 6 });
    expect(await run()).toEqual({ builds: 1, entities: 6 });
    const source = join(game, "src/boxes.ts");
    writeFileSync(source, readFileSync(source, "utf8").replace("length: 6", "length: 9"));
    expect(await run()).toEqual({ builds: 2, entities: 9 });
    appendFileSync(join(game, "vite.config.mjs"), "// An edit of the configuration alone.\n");
    expect(await run()).toEqual({ builds: 3, entities: 9 });
  });
});
