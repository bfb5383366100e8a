import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { type JsonResult, reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "20", "--warmup", "0", "--repeat", "0"];

interface Game {
  readonly roots?: readonly object[];
  readonly files?: Readonly<Record<string, unknown>>;
  readonly change?: object;
  readonly flags?: readonly string[];
}

async function perf({ roots, files, change, flags = [] }: Game): Promise<JsonResult> {
  await using folder = await createGameFolder({
    "framegate.game.json": {
      manifestVersion: 2,
      name: "Reference",
      version: "1.0.0",
      engine: { version: "0.1.0" },
      roots: roots ?? [{ id: "main", adapter: "react", entry: "main.js" }],
      resolution: { width: 64, height: 64 },
      ...change,
    },
    "main.js": "export function setup() {}",
    ...files,
  });
  return await runJson(["perf", folder.path, ...short, ...flags]);
}

function ingest(fields: object, surface = "threejs"): object {
  return { id: "main", adapter: { surface, ingest: { strategy: "iframe-reachable", ...fields } } };
}

/** Expects a game to be refused with this code in the error's message, and with the exit code of a usage error. */
async function expectRefused(game: Game, code: string): Promise<void> {
  const { exitCode, json } = await perf(game);
  expect(exitCode).toBe(2);
  expect(json.error?.message).toContain(`error ${code}:`);
  expect(json.error?.where).toMatch(/framegate\.game\.json:\d+:\d+$/u);
}

describe("the reference's table of errors, by the command", () => {
  it("1: an action is read through a getter that does not match its valueType", async () => {
    const { exitCode, json } = await perf({
      files: {
        "framegate.input.json": { version: 1, actions: { jump: { valueType: "digital", bindings: [] } } },
        "main.js": 'export function setup({ input }) {\n  input.getScalar("jump");\n}\n',
      },
    });
    expect(exitCode).toBe(5);
    expect(json.error).toMatchObject({
      code: "entry-threw",
      message: expect.stringContaining("jump") as string,
      where: expect.stringContaining("main.js:2:") as string,
    });
  });

  it("2: two roots share an id", async () => {
    const root = { id: "main", adapter: "react", entry: "main.js" };
    await expectRefused({ roots: [root, root] }, "duplicate-id");
  });

  it("3: a declared tier is above the adapter's ceiling", async () => {
    const root = {
      id: "main",
      adapter: { module: "main.js", surface: "react" },
      capabilities: { local: "first-party" },
    };
    await expectRefused({ roots: [root] }, "tier-above-ceiling");
  });

  it.each([
    ["neither", {}],
    ["both", { bundleUrl: "a.js", entryHtml: "a.html" }],
  ])("4: iframe-reachable with %s of bundleUrl and entryHtml", async (_what, fields) => {
    await expectRefused({ roots: [ingest(fields)] }, "iframe-source");
  });

  it("5: entryHtml with iframe-reachable", async () => {
    await expectRefused({ roots: [ingest({ entryHtml: "a.html" })] }, "entry-html-not-wired");
  });

  it("6: pixiModuleUrl on a threejs root", async () => {
    const root = ingest({ bundleUrl: "main.js", pixiModuleUrl: "pixi.js" });
    await expectRefused({ roots: [root] }, "pixi-module-url-not-supported");
  });

  it("7: an extraDeps specifier is neither the host's nor installed", async () => {
    await expectRefused(
      { roots: [ingest({ bundleUrl: "main.js", extraDeps: ["nowhere"] })] },
      "extra-dependency-not-found",
    );
  });

  it("8: an iframe-reachable bundle inlines its runtime", async () => {
    const result = await runJson(["perf", join(packageRoot, "test/games/ingest/inlined.game.json"), ...short]);
    expect(result.exitCode, result.stderr).toBe(0);
    const { notices, roots } = reportOf(result).report;
    const notice = notices.find(({ code }) => code === "runtime-inlined");
    expect(notice).toMatchObject({ message: expect.stringContaining('never imports "three"') as string });
    expect(roots).toMatchObject([{ adapter: "iframe-reachable", tier: "opaque-embed" }]);
    expect(result.stderr).toContain("has its runtime inlined");
  });

  it("9: raw random is called in a gameplay frame, and is warned of once", async () => {
    const result = await perf({
      change: { determinism: { seededRandom: true } },
      // The scan would end the command before the first frame.
      flags: ["--no-scan"],
      files: {
        "main.js":
          'export function setup({ container, systems }) {\n  systems.add("gameLogic", () => {\n    container.textContent = String(Math.random());\n  });\n}\n',
      },
    });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).report.randomCallSites).toHaveLength(1);
    expect(result.stderr.match(/Math\.random {2}main\.js:3:\d+/gu)).toHaveLength(1);
  });

  it.each([
    ["an unknown property", { colour: "red" }, "unknown-property"],
    ["a wrong version", { manifestVersion: 3 }, "invalid-value"],
    ["a value out of bounds", { editorPort: 80 }, "out-of-range"],
  ])("10: %s", async (_what, change, code) => {
    await expectRefused({ change }, code);
  });
});
