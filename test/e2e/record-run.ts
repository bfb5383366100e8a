import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { afterAll, expect } from "vitest";
import { loadProject } from "../../harness/load/load-project.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { planRuns } from "../../harness/plan/plan-runs.ts";
import type { Recording } from "../../harness/recording.ts";
import { runRecord } from "../../harness/run-record.ts";
import { writeTape } from "../../harness/tape/write-tape.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { type Tape, validateTape } from "../../src/formats/tape.ts";
import { plainOptions } from "../harness/fixtures/perf-options.ts";
import { reportOf, runJson } from "./run-command.ts";

/** Creates a folder for the tapes of a test file, which is removed after its tests. */
export function createTapeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "framegate-record-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export interface Played {
  readonly game: string;
  readonly stepsMax: number | null;
  readonly play: (page: Page, end: () => void) => Promise<void>;
}

/** Records a game without a window. A script plays it through the browser's own input. */
export async function record(played: Played): Promise<Recording> {
  const { NODE_ENV: before } = process.env;
  // The test runner sets it, which would make Vite build another game than the command does: React's development build
  // logs to the console.
  delete process.env["NODE_ENV"];
  try {
    return await recordInProcess(played);
  } finally {
    process.env["NODE_ENV"] = before;
  }
}

async function recordInProcess({ game, stepsMax, play }: Played): Promise<Recording> {
  const project = await loadProject(game, { cwd: packageRoot, tape: null });
  const plan = planRuns(project, { ...plainOptions, seed: 7 });
  const controller = new AbortController();
  const played: Promise<void>[] = [];
  const recording = await runRecord(
    plan,
    { stepsMax, headless: true },
    {
      env: process.env,
      signal: controller.signal,
      onStage: () => undefined,
      onPage: (page, currentStepOf) => {
        steps.set(page, currentStepOf);
        played.push(
          play(page, () => {
            controller.abort();
          }),
        );
      },
    },
  );
  await Promise.all(played);
  return recording;
}

const steps = new WeakMap<Page, () => Promise<number | null>>();

/** The current or next step of the page. */
export async function currentStep(page: Page): Promise<number> {
  return (await steps.get(page)?.()) ?? -1;
}

/** Waits until all input so far has been played. */
export async function untilPlayed(page: Page): Promise<void> {
  const doneIn = await currentStep(page);
  while ((await currentStep(page)) < doneIn + 3);
}

/** Uses the mouse and the keys of a game of roots, and ends after some steps. */
export async function playWildly(page: Page, end: () => void): Promise<void> {
  await page.mouse.move(320, 200);
  await page.keyboard.down("KeyW");
  await page.mouse.down();
  await page.mouse.move(500, 260, { steps: 20 });
  for (const key of ["Space", "KeyD", "ArrowLeft", "KeyQ", "ShiftLeft"] as const)
    await page.keyboard.press(key, { delay: 30 });
  await page.mouse.up();
  await page.keyboard.up("KeyW");
  await page.keyboard.down("ArrowRight");
  // Counts steps, not time: enough of them for something to happen on a slow machine too.
  while ((await currentStep(page)) <= 10);
  end();
}

/** Reads a tape, which must be valid. */
export function readTape(file: string): Tape {
  const validation = validateTape(readFileSync(file, "utf8"));
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return validation.value;
}

/** Plays a tape for the recorded number of steps, in all passes of `perf`. */
export async function replay(game: string, recording: Recording): Promise<RunReport> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-replay-"));
  try {
    const file = join(folder, "replayed.tape.json");
    writeTape(file, recording.tape);
    const length = ["--seed", "7", "--frames", String(recording.steps), "--warmup", "0", "--repeat", "0"];
    const result = await runJson(["perf", game, ...length, "--tape", file]);
    expect(result.exitCode, result.stderr).toBe(0);
    return reportOf(result).report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The state at the end of each pass, for comparison with a recording. */
export function finalHashes({ runs }: RunReport): readonly string[] {
  return runs.map(({ finalStateHash }) => finalStateHash);
}

/** Expects the replay to reach the states of the recording in every frame, and at the end of every pass. */
export function expectSame(report: RunReport, { finalStateHash, frameHash, failure }: Recording): void {
  expect(failure).toBeNull();
  const hashes = finalHashes(report);
  expect(hashes).toEqual(hashes.map(() => finalStateHash));
  expect(report.perFrame.stateHash.at(-1)).toBe(frameHash);
}
