import type { CDPSession, Page } from "#puppeteer-core";
import type { LaunchedBrowser } from "./launch-browser.ts";

/** About 2 ms: long beside the reading of the clock, short beside a run's frames. */
const roundsPerSlice = 10;
/** The first slices are compiled and optimised while they run. */
const warmupSlices = 40;

/** The calibration workload in a page of its own. Disposing of it closes the page. */
export interface Workload extends AsyncDisposable {
  readonly session: CDPSession;
  /** Runs a slice of it. Returns the CPU milliseconds that its main thread took. */
  timeSlice(): Promise<number>;
}

/**
 * Opens the calibration workload in a browser, and warms it up.
 *
 * @throws If the browser ends.
 */
export async function openWorkload({ browser }: LaunchedBrowser): Promise<Workload> {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  for (let slice = 0; slice < warmupSlices; slice += 1) await runSlice(page);
  return {
    session,
    async timeSlice() {
      const before = await readCpuMs(session);
      await runSlice(page);
      return (await readCpuMs(session)) - before;
    },
    async [Symbol.asyncDispose]() {
      // A browser that has ended has closed it.
      await page.close().catch(() => undefined);
    },
  };
}

async function runSlice(page: Page): Promise<void> {
  await page.evaluate(runWorkload, roundsPerSlice);
}

/** CPU time of the page's main thread so far. */
async function readCpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const seconds = metrics.find(({ name }) => name === "ThreadTime")?.value;
  if (seconds === undefined) throw new Error("the browser has no CPU time of a thread");
  return seconds * 1000;
}

/** The kinds of work of a game's frame: arithmetic on arrays, objects that come and go, sorting, look-ups in maps. */
function runWorkload(rounds: number): number {
  let state = 1;
  let sum = 0;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
  const floats = new Float64Array(3000);
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < floats.length; index += 1)
      floats[index] = (floats[index] ?? 0) * 0.98 + Math.sqrt(next()) * (index & 7);
    const bodies = Array.from({ length: 400 }, (_, id) => ({ id, x: next() * 100, y: next() * 100 }));
    bodies.sort((one, other) => one.x - other.x);
    const cells = new Map<number, number>();
    for (const { id, x, y } of bodies) {
      const cell = Math.floor(x) * 100 + Math.floor(y);
      cells.set(cell, (cells.get(cell) ?? 0) + id);
    }
    for (const [cell, total] of cells) sum += cell * total;
    sum += floats[round] ?? 0;
  }
  return sum;
}
