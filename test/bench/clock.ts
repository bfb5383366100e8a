import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../harness/browser/launch-browser.ts";
import { packageRoot } from "../../harness/package-root.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { builtCommand } from "../built-command.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { median } from "./bench-table.ts";
import { type ClockPage, clockPages } from "./clock-pages.ts";

// Whether a frame takes as long as in a browser without Framegate, by a clock that is not Framegate's: the thread times
// of the page's scripts, styles and layouts, as Chromium traces them for DevTools. Frames at 60 Hz find colder caches, so
// the frames there follow one another too, as tasks, unless they need the browser's own.
//
//   npm run bench:clock                        ten kinds of pages
//   npm run bench:clock -- --only elements     pages by a part of their name

const frames = 240;
const warmup = 60;
// Both take turns, because the machine's speed varies.
const rounds = 3;
const goalShare = 0.03;
const goalUs = 20;

// Work that a page causes itself. Painting and what comes after it is not in a frame's time.
const ofPage = new Set([
  ...["FireAnimationFrame", "TimerFire", "FunctionCall", "EventDispatch", "RunMicrotasks"],
  ...["UpdateLayoutTree", "Layout", "IntersectionObserverController::computeIntersections"],
]);

const { values: flags } = parseArgs({ options: { only: { type: "string", default: "" } } });

for (const one of clockPages.filter(({ name }) => name.includes(flags.only))) {
  process.stdout.write(await compare(one));
}

async function compare({ name, files, needsRendering }: ClockPage): Promise<string> {
  await using folder = await createGameFolder(files);
  const own: number[] = [];
  const foreign: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    foreign.push(await foreignUs(join(folder.path, needsRendering ? "index.html" : "tasks.html")));
    own.push(await ownUs(join(folder.path, "index.html")));
  }
  const [said, truth] = [median(own), median(foreign)];
  const off = said - truth;
  const isMet = Math.abs(off) <= Math.max(goalUs, goalShare * truth);
  const share = `${off < 0 ? "" : "+"}${off.toFixed(0)} us, ${((100 * off) / truth).toFixed(1)} %`;
  return `${name}: Framegate ${said.toFixed(0)} us, Chromium ${truth.toFixed(0)} us, off by ${share}${isMet ? "" : " NOT MET"}\n`;
}

/** The p50 of a page's frames, in microseconds. */
async function ownUs(file: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "framegate-clock-"));
  try {
    const ofRun = ["--frames", String(frames), "--warmup", String(warmup), "--repeat", "3", "--allow-vacuous"];
    const args = [
      "perf",
      file,
      "--no-scan",
      "--out",
      folder,
      ...ofRun,
      "--reporter",
      `json=${join(folder, "report.json")}`,
    ];
    await promisify(execFile)(process.execPath, [builtCommand, ...args], { cwd: packageRoot });
    const { report } = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as ReportFile;
    return 1000 * median(report.perFrame.cpuMs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface TimelineEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** The median of what a page does from one frame to the next in plain Chromium, in microseconds. */
async function foreignUs(file: string): Promise<number> {
  await using browser = await launchBrowser({ browser: await findBrowser(process.env) });
  const page = await browser.browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  await page.goto(pathToFileURL(file).href);
  await untilFrame(page, warmup + frames);
  await page.tracing.start({ categories: ["-*", "devtools.timeline"] });
  await untilFrame(page, warmup + 2 * frames);
  const trace = await page.tracing.stop();
  const { traceEvents } = JSON.parse(Buffer.from(trace ?? []).toString("utf8")) as { traceEvents: TimelineEvent[] };
  return median(timesOfFrames(traceEvents));
}

type PlainPage = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>["browser"]["newPage"]>>;

async function untilFrame(page: PlainPage, count: number): Promise<void> {
  await page.waitForFunction(`n >= ${String(count)}`, { polling: 100 });
}

/** The outermost events of each frame: from one animation frame to the next, or each task. */
function timesOfFrames(events: readonly TimelineEvent[]): readonly number[] {
  const animated = events.find(({ name }) => name === "FireAnimationFrame");
  const first = animated ?? events.find(({ name }) => name === "FunctionCall");
  const own = events
    .filter(({ name, ph, pid, tid }) => ph === "X" && pid === first?.pid && tid === first.tid && ofPage.has(name))
    .toSorted((one, other) => one.ts - other.ts);
  const times: number[] = [];
  let untilUs = 0;
  for (const { name, ts, dur = 0, tdur = 0 } of own) {
    if (ts < untilUs) continue;
    if (name === first?.name) times.push(0);
    if (times.length === 0) continue;
    times[times.length - 1] = (times.at(-1) ?? 0) + tdur;
    untilUs = ts + dur;
  }
  return times;
}
