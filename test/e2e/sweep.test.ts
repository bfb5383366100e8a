import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringifyJson } from "../../harness/report/json.ts";
import { metricDefinitions, metricIds } from "../../src/formats/metrics.ts";
import type { SweepFile, SweepReport } from "../../src/formats/sweep.ts";
import { validateSweepFile } from "../../src/formats/validate-sweep.ts";
import { makeRow, makeSweep } from "../formats/sweep-document.ts";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";
import { type CommandResult, reportOf, runCommand, runJson, type RunningCommand } from "./run-command.ts";

/**
 * Draws one to eight squares, depending on the seed: 6 with seed 1, 4 with 2, 2 with 3, 3 with 8, 5 with 11. With three
 * it throws, and with six each run differs.
 */
const page = `<!doctype html><title>Stars</title><canvas width="200" height="100"></canvas><script>
  const context = document.querySelector("canvas").getContext("2d");
  const stars = 1 + Math.floor(Math.random() * 8);
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  let [frame, noise] = [0, 0];
  if (stars === 6) {
    crypto.subtle
      .generateKey(algorithm, false, ["sign"])
      .then(({ privateKey }) => crypto.subtle.sign(algorithm, privateKey, new Uint8Array(4)))
      .then((seal) => (noise = new Uint32Array(seal)[0]));
  }
  function draw() {
    frame += 1;
    if (stars === 3 && frame === 12) throw new Error("There is no room for three stars.");
    context.clearRect(0, 0, 200, 100);
    for (let star = 0; star < stars; star += 1) context.fillRect(star * 20, frame % 90, 8, 8 + noise);
    requestAnimationFrame(draw);
  }
  requestAnimationFrame(draw);
</script>`;

let game: GameFolder;
let whole: CommandResult;
beforeAll(async () => {
  game = await createGameFolder({ "index.html": page });
  const gate = ["--budget", "maxCanvasOperations=4", "--assert-budget"];
  whole = await sweep(["--seeds", "8,1..3,11,2", ...gate, "--json"], "whole");
});
afterAll(async () => {
  await game[Symbol.asyncDispose]();
});

const frames = ["--frames", "30", "--warmup", "5"];

async function run(args: readonly string[], out: string): Promise<CommandResult> {
  return await runCommand([...args, "--out", out], { cwd: game.path });
}

async function sweep(args: readonly string[], out: string): Promise<CommandResult> {
  return await run(["sweep", "index.html", ...frames, ...args], out);
}

/** The file in a folder, which must be valid and have its page beside it. */
function readSweep(folder: string): SweepFile {
  expect(existsSync(join(game.path, folder, "sweep.html"))).toBe(true);
  const validation = validateSweepFile(readFileSync(join(game.path, folder, "sweep.json"), "utf8"));
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return validation.value;
}

/** The canvas operations with each seed. */
function operationsOf({ seeds, metrics }: SweepReport): Readonly<Record<string, number | null | undefined>> {
  return Object.fromEntries(seeds.map((seed, index) => [seed, metrics.maxCanvasOperations?.values[index]]));
}

describe("framegate sweep", () => {
  it("goes on after seeds that fail or differ, puts them first, and exits with the worst code", () => {
    const { exitCode, stderr, stdout } = whole;
    expect(exitCode, stderr).toBe(5);
    const file = readSweep("whole");
    expect(stdout).toBe(stringifyJson(file));
    const { sweep: swept, verdict } = file;
    expect(swept).toMatchObject({ list: "1..3,8,11", missing: null, shard: null, seeds: [1, 2, 3, 8, 11] });
    expect(verdict).toEqual({ status: "fail", metric: "maxCanvasOperations", passed: 2, worst: [8, 1, 11, 2, 3] });
    expect(swept.failures.map(({ seed, kind }) => [seed, kind])).toEqual([
      [1, "nondeterminism"],
      [8, "game"],
    ]);
    expect(swept.failures[0]?.message).toContain("SubtleCrypto.sign");
    expect(swept.failures[1]?.message).toContain("There is no room for three stars.");
    expect(operationsOf(swept)).toMatchObject({ 2: 4, 3: 2, 11: 5 });
    expect(stderr).toContain("3 of 5 seeds did not pass (1 failed, 1 nondeterministic, 1 over the budget)");
    expect(stderr).toContain(
      "Seed 8 again: framegate perf index.html --seed 8 --frames 30 --warmup 5 --assert-budget --budget maxCanvasOperations=4",
    );
  });

  it("gives a seed the frames and the counts of perf, also after one that failed", async () => {
    const { sweep: swept } = readSweep("whole");
    for (const seed of [2, 11]) {
      const args = ["perf", "index.html", ...frames, "--seed", String(seed), "--repeat", "0"];
      const { report } = reportOf(await runJson(args, { cwd: game.path }));
      const index = swept.seeds.indexOf(seed);
      expect(swept.chains[index]).toBe(report.perFrame.stateHash.at(-1));
      const exact = metricIds.filter((id) => metricDefinitions[id].kind === "exact");
      expect(exact.map((id) => [id, swept.metrics[id]?.values[index] ?? null])).toEqual(
        exact.map((id) => [id, report.metrics[id].value]),
      );
    }
  });

  it("does not refuse a limit that it would not judge, such as a p95 of too few frames", async () => {
    const limits = ["--budget", "maxCanvasOperations=4", "--budget", "frameCpuMsP95=8", "--assert-budget"];
    const { exitCode, stdout, stderr } = await sweep(["--seeds", "2", ...limits, "--json"], "untimed");
    expect(exitCode, stderr).toBe(0);
    const { sweep: report } = JSON.parse(stdout) as SweepFile;
    expect(operationsOf(report)).toEqual({ 2: 4 });
  });

  it("keeps the seeds before an interruption, marked as incomplete, which merge does not take for the whole", async () => {
    const args = ["sweep", "index.html", ...frames, "--seeds", "2..3,6..30", "--out", "interrupted", "--json"];
    const act = (command: RunningCommand): void => {
      command.signal("SIGINT");
    };
    const reactions = [{ text: "seed 3, 2 of 27 done", act }];
    const { exitCode, stdout, stderr } = await runCommand(args, { cwd: game.path, reactions });
    expect(exitCode, stderr).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "sweep-interrupted" } });
    const { sweep: swept } = readSweep("interrupted");
    expect(swept.seeds.slice(0, 2)).toEqual([2, 3]);
    expect(swept.missing).not.toBeNull();
    expect(stderr).toContain(`Incomplete: these seeds were not run: ${swept.missing ?? ""}.`);
    const merged = await run(["merge", "interrupted"], "merged-alone");
    expect(merged.exitCode, merged.stderr).toBe(2);
  });
});

it("a sweep whose game is changed meanwhile is none", async () => {
  await using edited = await createGameFolder({ "index.html": page });
  const act = (): void => {
    writeFileSync(join(edited.path, "index.html"), `${page}<!-- Edited. -->`);
  };
  const args = ["sweep", "index.html", ...frames, "--seeds", "2..4", "--out", "edited"];
  const reactions = [{ text: "seed 2, 1 of 3 done", act }];
  const { exitCode, stderr } = await runCommand(args, { cwd: edited.path, reactions });
  expect(exitCode, stderr).toBe(2);
  expect(stderr).toMatch(/changed during the sweep.*index\.html/u);
  expect(existsSync(join(edited.path, "edited"))).toBe(false);
});

describe("framegate merge", () => {
  it("makes the shards of a sweep into the whole", async () => {
    for (const shard of [1, 2]) {
      const { exitCode, stderr } = await sweep(
        ["--seeds", "2,3,11", "--budget", "maxCanvasOperations=5", "--shard", `${String(shard)}/2`],
        `shard-${String(shard)}`,
      );
      expect(exitCode, stderr).toBe(0);
    }
    expect(readSweep("shard-1").sweep).toMatchObject({ list: "2,3,11", seeds: [2], shard: { index: 1, of: 2 } });
    const gate = ["--assert-budget", "--metric", "maxTimers", "--quiet"];
    const { exitCode, stderr } = await run(["merge", "shard-2", "shard-1/sweep.json", ...gate], "merged");
    expect(exitCode, stderr).toBe(0);
    const { sweep: merged, verdict } = readSweep("merged");
    expect(merged).toMatchObject({ list: "2,3,11", missing: null, shard: null, seeds: [2, 3, 11] });
    expect(operationsOf(merged)).toEqual({ 2: 4, 3: 2, 11: 5 });
    expect(verdict.metric).toBe("maxTimers");
    expect(stderr).not.toContain("Worst seeds");
  });

  it("refuses what does not belong together, and seeds that disagree", async () => {
    const swept = makeSweep([makeRow(2, 4), makeRow(3, 2)]);
    const write = (name: string, change: Partial<SweepReport>): void => {
      const changed = { ...swept, ...change };
      const verdict = { status: "pass", metric: "maxDrawCalls", passed: 2, worst: [2, 3] };
      writeFileSync(join(game.path, name), stringifyJson({ sweep: changed, verdict }));
    };
    write("one.json", {});
    write("other.json", { files: swept.files.map((file) => ({ ...file, hash: "00" })), query: "level=2" });
    const differing = await run(["merge", "one.json", "other.json"], "refused");
    expect(differing.exitCode, differing.stderr).toBe(2);
    expect(differing.stderr).toMatch(/they differ in the query, the file http:\S*game\.js\./u);
    write("wrong.json", { metrics: { maxDrawCalls: { values: [4, 7], low: null, high: null } } });
    const disagreeing = await run(["merge", "one.json", "wrong.json"], "refused");
    expect(disagreeing.exitCode, disagreeing.stderr).toBe(4);
    expect(disagreeing.stderr).toContain("Seed 3 gave different results: draw calls, worst frame is 7 in");
    write("free.json", { budget: null });
    const free = await run(["merge", "free.json", "--assert-budget"], "refused");
    expect(free.exitCode, free.stderr).toBe(2);
    expect(free.stderr).toContain("A gate needs a budget");
    writeFileSync(join(game.path, "broken.json"), "{}");
    const broken = await run(["merge", "broken.json"], "refused");
    expect(broken.exitCode, broken.stderr).toBe(2);
    expect(broken.stderr).toContain("broken.json:1:1");
    expect(existsSync(join(game.path, "refused"))).toBe(false);
  });
});
