import type { CDPSession, Page } from "#puppeteer-core";
import { Bench } from "tinybench";
import type { LaunchedBrowser } from "./launch-browser.ts";

/** The first batches are compiled and optimised while they run. */
const warmupBatches = 4;
const batches = 12;
/** About 10 ms, long beside the reading of the clock. */
const roundsPerBatch = 50;

/**
 * Runs the calibration workload in a new page of a browser. Returns the main thread's CPU milliseconds for a batch of
 * it: the median of several.
 *
 * @throws If the browser ends.
 */
export async function measureWorkload({ browser }: LaunchedBrowser): Promise<number> {
  const page = await browser.newPage();
  try {
    const session = await page.createCDPSession();
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const bench = new Bench({
      ...{ time: 0, iterations: batches, warmupTime: 0, warmupIterations: warmupBatches },
      throws: true,
    });
    bench.add("workload", async () => ({ overriddenDuration: await timeBatch(page, session) }));
    const [task] = await bench.run();
    const result = task?.result;
    if (result === undefined || !("latency" in result)) throw new Error("tinybench gave no result for the workload");
    return Math.round(result.latency.p50 * 1e4) / 1e4;
  } finally {
    await page.close();
  }
}

async function timeBatch(page: Page, session: CDPSession): Promise<number> {
  const before = await readCpuMs(session);
  await page.evaluate(runWorkload, roundsPerBatch);
  return (await readCpuMs(session)) - before;
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
