import { Bench } from "tinybench";
import { createTraceRecorder } from "../../harness/capture/trace-recorder.ts";
import { createGame } from "../../src/core/game.ts";
import type { PassKind } from "../../src/formats/run-plan.ts";
import type { PagePort } from "../../src/formats/page-port.ts";
import { phaseNames } from "../../src/formats/phases.ts";
import type { RealmAgent } from "../../src/page/realm-agent.ts";
import { launchForBench, mountBenchPage, openBenchPage, planBench, serveForBench } from "./bench-game.ts";
import { type BenchRow, lowestTenth, median, printRows } from "./bench-table.ts";

/** Number of timed batches, and frames per batch: a batch is shorter than a time slice of a busy machine. */
interface Batches {
  readonly count: number;
  readonly size: number;
}

interface SteppingCase {
  readonly name: string;
  readonly game: string;
  readonly pass: Exclude<PassKind, "work" | "allocations">;
  readonly isTraced: boolean;
  readonly batches: Batches;
  readonly goalUs: number | null;
}

const idle = "test/games/idle/idle.game.json";
const idleWithPromises = "test/games/idle/idle-with-promises.game.json";
// A tenth more run before these, so that V8 has optimised the hot code.
const many: Batches = { count: 500, size: 200 };
// Several seconds long, because other guests on the host slow everything down for about a second at a time.
const long: Batches = { count: 10_000, size: 200 };
// Fewer and smaller: a traced frame makes ten events, and all of them must be sent.
const traced: Batches = { count: 400, size: 40 };

const cases: readonly SteppingCase[] = [
  { name: "untraced", game: idle, pass: "plain", isTraced: false, batches: long, goalUs: 1 },
  { name: "every phase traced", game: idle, pass: "timed", isTraced: true, batches: traced, goalUs: 40 },
  { name: "hashed", game: idle, pass: "count", isTraced: false, batches: many, goalUs: null },
  {
    name: "with a turn a frame, untraced",
    game: idleWithPromises,
    pass: "plain",
    isTraced: false,
    batches: many,
    goalUs: null,
  },
  {
    name: "with a turn a frame, traced",
    game: idleWithPromises,
    pass: "timed",
    isTraced: true,
    batches: traced,
    goalUs: null,
  },
];

const rows: BenchRow[] = [await measureCore()];
for (const one of cases) rows.push(...(await measureStepping(one)));
printRows(rows, process.argv);

/** The part of a frame that needs no page, measured in Node. The rest of the cost is the page's. */
async function measureCore(): Promise<BenchRow> {
  const game = createGame({ seed: 7, stepHz: 60, resolution: { width: 320, height: 180 } });
  const fail = (): never => {
    throw new Error("There are no assets here.");
  };
  const { systems } = game.contextFor("idle", 0, { url: fail, text: fail, json: fail, bytes: fail });
  const counts = phaseNames.map(() => 0);
  const runs = phaseNames.map((_, index) => () => {
    counts[index] = (counts[index] ?? 0) + 1;
  });
  for (const [index, phase] of phaseNames.entries()) systems.add(phase, runs[index] ?? fail);
  const ignore = (): void => undefined;
  let step = 0;
  const bench = new Bench({ time: 500 })
    .add("bare", () => {
      for (const run of runs) run();
    })
    .add("core", () => {
      game.beginStep((step += 1));
      game.runPhases(ignore);
    });
  await bench.run();
  const [bareUs = Number.NaN, coreUs = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 * 1000 : Number.NaN,
  );
  return { group: "Core alone, in Node", name: "over the bare loop", value: coreUs - bareUs, unit: "us", goal: null };
}

async function measureStepping(one: SteppingCase): Promise<readonly BenchRow[]> {
  const plan = await planBench(one.game);
  await using site = await serveForBench(plan);
  await using browser = await launchForBench(plan, site);
  await using gamePage = await openBenchPage(browser, { plan, site, pass: one.pass });
  await mountBenchPage(gamePage, plan, site);
  const recorder = one.isTraced ? createTraceRecorder(gamePage.session, plan.limits.bootMs) : null;
  await recorder?.start();
  const timed = await gamePage.withPort(timeBatches, one.batches);
  const { bareMs, steppedMs } = timed as Awaited<ReturnType<typeof timeBatches>>;
  await recorder?.stop("the last frame");
  const perFrameUs = (batchMs: number): number => (batchMs * 1000) / one.batches.size;
  const group = `A frame of an idle game, ${one.name}`;
  // Other load only ever adds time, so the least disturbed batches show the code's cost.
  const [bare, stepped] = [lowestTenth(bareMs), lowestTenth(steppedMs)];
  const whole = median(steppedMs) - median(bareMs);
  return [
    { group, name: "bare loop", value: perFrameUs(bare), unit: "us", goal: null },
    { group, name: "stepping, over the bare loop", value: perFrameUs(stepped - bare), unit: "us", goal: one.goalUs },
    {
      group,
      name: "the same, median batch, other load included",
      value: perFrameUs(whole),
      unit: "us",
      goal: null,
    },
  ];
}

/** Runs in the page. The bare loop and stepping take turns, so that both see the same load. */
async function timeBatches(
  port: PagePort,
  given: unknown,
  batches: unknown,
): Promise<{ bareMs: number[]; steppedMs: number[] }> {
  // The page's own clock stands still during a frame; the agent has the real one.
  const agent = given as RealmAgent;
  const { count, size } = batches as Batches;
  const systems = Reflect.get(globalThis, "idleSystems") as readonly (() => void)[];
  const bareMs: number[] = [];
  const steppedMs: number[] = [];
  const warmUp = Math.ceil(count / 10);
  for (let batch = 0; batch < warmUp + count; batch += 1) {
    const startMs = agent.realNow();
    for (let frame = 0; frame < size; frame += 1) {
      for (const run of systems) run();
    }
    const bareEndMs = agent.realNow();
    const { stopped } = await port.step(size);
    const steppedEndMs = agent.realNow();
    if (stopped !== null) throw new Error(stopped.error.message);
    if (batch < warmUp) continue;
    bareMs.push(bareEndMs - startMs);
    steppedMs.push(steppedEndMs - bareEndMs);
  }
  return { bareMs, steppedMs };
}
