import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { documentedEntries, readPublicApi, schemaExample } from "../../harness/cli/api-docs.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { runGame } from "../../harness/run-game.ts";
import { runVitest } from "../e2e/run-vitest.ts";
import { listFiles } from "../import-graph.ts";

const execute = promisify(execFile);

/** Runs a compiled example as a separate script. It imports the package by its name. */
async function runScript(name: string): Promise<string> {
  const path = join(packageRoot, "dist/docs/examples", `${name}.js`);
  const { stdout } = await execute(process.execPath, [path], { cwd: packageRoot });
  return stdout;
}

describe("the examples of api.md", () => {
  it.each([
    ["input", /^true\nfalse\n$/],
    ["run-game", /^pass: 1 draw calls\n$/],
    ["scan", /^8 files scanned\n$/],
    ["schema", /^true\n$/],
  ])("run: %s", async (name, output) => {
    expect(await runScript(name)).toMatch(output);
  });

  it.each(["three", "pixi", "react"])("run in a browser: %s", async (runtime) => {
    const game = `docs/examples/${runtime}-game`;
    const { report, verdict } = await runGame(game, { cwd: packageRoot, frames: 10, warmup: 2, repeat: 1 });
    expect(verdict.status).toBe("pass");
    const hashes = new Set(report.perFrame.stateHash);
    expect(hashes.size, "every frame differs").toBe(10);
  });

  it("run under vitest", async () => {
    const config = join(packageRoot, "test/docs/vitest.config.ts");
    const { exitCode, text } = await runVitest(["--config", config, "--root", "docs/examples"]);
    expect(text).toMatch(/Tests {2}3 passed/u);
    expect(exitCode).toBe(0);
  });

  it("are all tested", () => {
    // The others are games, which have their own tests.
    const used = [...documentedEntries.map(({ example }) => example), schemaExample];
    const here = used.filter((example) => example.startsWith("docs/examples/"));
    expect(listFiles(["docs/examples/**/*.{ts,tsx}"])).toEqual(here.toSorted());
  });
});

describe("the public declarations", () => {
  const entries = readPublicApi();

  it.each(entries)("of $name use only types that can be imported", ({ exports }) => {
    expect(exports.flatMap(({ name, missing }) => missing.map((type) => `${name} names ${type}`))).toEqual([]);
  });

  it.each(entries)("of $name have a comment each", ({ exports }) => {
    expect(exports.filter(({ comment }) => comment === "").map(({ name }) => name)).toEqual([]);
  });
});
