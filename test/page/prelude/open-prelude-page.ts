import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";
import { openGamePage } from "../../../harness/capture/open-game-page.ts";
import { loadProject } from "../../../harness/load/load-project.ts";
import { planRuns } from "../../../harness/plan/plan-runs.ts";
import { serveSite } from "../../../harness/serve/serve-site.ts";
import type { CountName } from "../../../src/formats/frame-counts.ts";
import type { FinishReport, MountReport, PartColumn } from "../../../src/formats/page-port.ts";
import type { Tape } from "../../../src/formats/tape.ts";
import { slowDown } from "./slow-site.ts";
import { plainOptions } from "../../harness/fixtures/perf-options.ts";

/** A test page: its script, and the files next to it. */
export interface PreludePage {
  /** Runs in a classic script at the start of the body. The run returns everything that it stores in `found`. */
  readonly script: string;
  readonly body?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly frames?: number;
  readonly seed?: number;
  readonly pass?: "count" | "timed";
  readonly trapRandom?: boolean;
  /** Delays of answers, in milliseconds by the file's name. Two runs with different delays must not differ. */
  readonly delaysMs?: Readonly<Record<string, number>>;
  /** How long a run waits for a load. */
  readonly settleMs?: number;
  /** The input, in the order of its steps. */
  readonly events?: Tape["events"];
  /** Number of frames in which only Framegate runs, after the end. */
  readonly emptyFrames?: number;
}

export interface PreludeRun {
  readonly mount: MountReport;
  readonly found: unknown;
  /** The same after the end. */
  readonly foundAtEnd: unknown;
  readonly stateHash: string;
  /** The counts of each frame. */
  readonly counts: Readonly<Record<CountName, readonly number[]>>;
  readonly parts: readonly PartColumn[];
  readonly finish: FinishReport;
  /** Requested files that do not exist. */
  readonly missing: readonly string[];
}

const width = 640;
const height = 360;

/**
 * Runs a page as `framegate perf page.html` would, in real Chromium, with the prelude as last built. Every run gets its
 * own browser, so that two runs can be compared.
 */
export async function runPreludePage(page: PreludePage): Promise<PreludeRun> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-page-"));
  try {
    return await runIn(folder, page);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const plain: Omit<Required<PreludePage>, "script"> = {
  body: "",
  files: {},
  frames: 60,
  seed: 1,
  pass: "count",
  trapRandom: false,
  events: [],
  delaysMs: {},
  settleMs: 60_000,
  emptyFrames: 0,
};

async function runIn(folder: string, page: PreludePage): Promise<PreludeRun> {
  const { files, body, script, frames, seed, pass, trapRandom, events, delaysMs, settleMs, emptyFrames } = {
    ...plain,
    ...page,
  };
  const html = `<!doctype html><meta charset="utf-8"><body>${body}<script>globalThis.found = {};\n${script}</script>`;
  for (const [name, content] of Object.entries({ "package.json": "{}", "page.html": html, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const plan = planRuns(await loadProject("page.html", { cwd: folder, tape: null }), {
    ...plainOptions,
    seed,
    frames,
    warmup: 0,
  });
  await using site = await serveSite(plan, join(folder, "cache"), new AbortController().signal);
  const sitePort = /127\.0\.0\.1:(\d+)/u.exec(site.hostRules)?.[1] ?? "";
  await using slow = await slowDown(Number(sitePort), delaysMs);
  const hostRules = site.hostRules.replaceAll(`127.0.0.1:${sitePort}`, `127.0.0.1:${String(slow.port)}`);
  const found = await findBrowser(process.env);
  await using browser = await launchBrowser({ browser: found, hostRules, width, height });
  const prelude = {
    seed,
    stepHz: 60,
    pass,
    raster: "skip",
    rendersBoot: false,
    rendersCanvases: false,
    locksPointer: false,
    countsWasm: false,
    trapRandom,
    settleMs,
    bootMs: settleMs,
    inspect: null,
    recordsFrames: false,
    engines: null,
  } as const;
  const { hostUrl: url, pageScripts } = site;
  await using game = await openGamePage(browser, { url, width, height, pageScripts, prelude, limitMs: 60_000 });
  const tape: Tape = { version: 1, stepHz: 60, events };
  const empty = { inputMap: null, tape, lastPictureStep: null, allowsDebug: false, fillsWindow: false };
  const mount = await game.mount({ width, height, bootMs: 60_000, embedUrl: site.embedUrl, ...empty });
  if (!mount.ok) throw new Error(`${mount.code}: ${mount.error.message}`);
  const steps = await game.step(frames);
  if (steps.stopped !== null) throw new Error(`${steps.stopped.code}: ${steps.stopped.error.message}`);
  const pages = await Promise.all(browser.browser.browserContexts().map(async (context) => await context.pages()));
  // The page may have changed the end of its URL.
  const frame = pages.flatMap((list) => list.flatMap((one) => one.mainFrame().childFrames()))[0];
  const before: unknown = await frame?.evaluate("found");
  const finish = await game.finish();
  if (emptyFrames > 0) await game.runEmptyFrames(emptyFrames);
  return {
    ...{ mount, finish, found: before },
    foundAtEnd: await frame?.evaluate("found"),
    stateHash: steps.stateHash.at(-1) ?? "",
    counts: steps,
    parts: steps.parts,
    missing: site.takeMissing().map(({ url }) => url),
  };
}
