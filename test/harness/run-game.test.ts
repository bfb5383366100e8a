import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserCacheFolder } from "../../harness/cache-folder.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { type GameEvent, type GameOptions, type GameResult, runGame } from "../../harness/run-game.ts";
import { createProcessWatch } from "../e2e/process-watch.ts";
import { createGameFolder, manifestOf } from "./fixtures/game-folder.ts";

const before = tmpdir();
const folder = mkdtempSync(join(before, "framegate-run-game-"));
const temporary = join(folder, "tmp");
const env = { ...process.env, FRAMEGATE_CACHE: join(folder, "cache") };

beforeAll(() => {
  mkdirSync(temporary);
  // The browser is unpacked once per machine. Builds are removed with this folder.
  const browsers = browserCacheFolder(process.env);
  mkdirSync(browsers, { recursive: true, mode: 0o700 });
  mkdirSync(env.FRAMEGATE_CACHE);
  symlinkSync(browsers, join(env.FRAMEGATE_CACHE, "browser"));
  process.env["TMPDIR"] = temporary;
});
afterAll(() => {
  process.env["TMPDIR"] = before;
  rmSync(folder, { recursive: true, force: true });
});

const short: GameOptions = { cwd: packageRoot, env, frames: 5, warmup: 1, repeat: 1 };

async function run(options: GameOptions = {}): Promise<GameResult> {
  return await runGame("test/games/drifting-sprites", { ...short, ...options });
}

/** Files and processes that runs have left behind. An unfinished build has a dot in its folder's name. */
async function leftovers(): Promise<readonly string[]> {
  const builds = join(env.FRAMEGATE_CACHE, "builds");
  const unfinished = readdirSync(builds).filter((name) => name.includes("."));
  return [...readdirSync(temporary), ...unfinished, ...(await createProcessWatch(folder).waitUntilGone())];
}

describe("runGame", () => {
  it("returns the report, the verdict and the exit code", async () => {
    const { report, verdict, exitCode, screenshots } = await run({ screenshotFrames: [2] });
    expect(report).toMatchObject({
      target: "test/games/drifting-sprites",
      game: { name: "Drifting sprites" },
      frames: { measured: 5, warmup: 1 },
      scan: { status: "clean" },
    });
    expect(report.perFrame.cpuMs).toHaveLength(5);
    expect(report.perFrame.drawCalls).toHaveLength(5);
    expect({ verdict, exitCode }).toEqual({ verdict: { status: "pass", lines: [] }, exitCode: 0 });
    expect(screenshots.map(({ frame }) => frame)).toEqual([2]);
    expect(await leftovers()).toEqual([]);
  });

  it("lets a budget decide the exit code if asked to", async () => {
    const budget = { maxTriangles: 1 };
    const counted = { budget, repeat: 0 };
    const [waived, asserted] = [await run(counted), await run({ ...counted, assertBudget: true })];
    expect([waived, asserted].map(({ verdict }) => verdict.status)).toEqual(["fail", "fail"]);
    expect([waived.exitCode, asserted.exitCode]).toEqual([0, 1]);
  });

  it("reports its steps in order", async () => {
    const events: GameEvent[] = [];
    await run({ repeat: 2, onEvent: (event) => events.push(event) });
    expect(events.map(({ kind }) => kind)).toEqual([
      "planned",
      "scanning",
      "building",
      "launching",
      ...Array.from({ length: 4 }, () => "run-started"),
    ]);
    expect(
      events.filter((event) => event.kind === "run-started").map(({ run: { pass }, ofPass }) => [pass, ofPass]),
    ).toEqual([
      ["count", 2],
      ["count", 2],
      ["timed", 2],
      ["timed", 2],
    ]);
  });

  it("reports the scan's findings before it refuses the game", async () => {
    const manifest = manifestOf({ determinism: { seededRandom: true } });
    const entry = "export const setup = () => Math.random();";
    await using game = await createGameFolder({ "framegate.game.json": manifest, "src/main.ts": entry });
    const events: GameEvent[] = [];
    const running = runGame(game.path, { ...short, onEvent: (event) => events.push(event) });
    await expect(running).rejects.toMatchObject({ code: "scan-findings" });
    expect(events.at(-1)).toMatchObject({ kind: "scanned" });
  });

  it("rejects with a code for a missing game", async () => {
    await expect(runGame("nowhere", short)).rejects.toMatchObject({ code: "game-not-found", exitCode: 2 });
  });
});

describe("a run that is aborted", () => {
  it.each(["planned", "building", "launching", "run-started"] as const)(
    "at '%s' leaves no process and no temporary folder",
    async (kind) => {
      // Forces a build that is not in the cache.
      rmSync(join(env.FRAMEGATE_CACHE, "builds"), { recursive: true, force: true });
      mkdirSync(join(env.FRAMEGATE_CACHE, "builds"));
      const controller = new AbortController();
      const running = run({
        signal: controller.signal,
        onEvent: (event) => {
          if (event.kind === kind) controller.abort(new Error("enough"));
        },
      });
      await expect(running).rejects.toMatchObject({ code: "interrupted", exitCode: 130 });
      expect(await leftovers()).toEqual([]);
    },
  );

  it("before its start does nothing", async () => {
    const events: GameEvent[] = [];
    const running = run({ signal: AbortSignal.abort(), onEvent: (event) => events.push(event) });
    await expect(running).rejects.toMatchObject({ code: "interrupted" });
    expect(events).toEqual([]);
  });
});
