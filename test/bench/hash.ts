import type { GamePage } from "../../harness/capture/game-page.ts";
import type { PagePort } from "../../src/formats/page-port.ts";
import type { PassKind } from "../../src/formats/run-plan.ts";
import type { RealmAgent } from "../../src/page/realm-agent.ts";
import { launchForBench, mountBenchPage, openBenchPage, planBench, serveForBench } from "./bench-game.ts";
import { type BenchRow, lowestTenth, median, printRows } from "./bench-table.ts";

const passes = ["plain", "timed", "count"] as const satisfies readonly PassKind[];
const game = "examples/arena";
const goalRatio = 1.5;
// A batch is shorter than a time slice of a busy machine, and all variants take turns.
const batchFrames = 20;
const rounds = 20;
const warmUpFrames = 100;

printRows(await measure(), process.argv);

async function measure(): Promise<readonly BenchRow[]> {
  const plan = await planBench(game);
  await using site = await serveForBench(plan);
  await using browser = await launchForBench(plan, site);
  const pages = new Map<PassKind, GamePage>();
  for (const pass of passes) {
    const page = await openBenchPage(browser, { plan, site, pass });
    await mountBenchPage(page, plan, site);
    await stepUs(page, warmUpFrames);
    pages.set(pass, page);
  }
  const costs = new Map<PassKind, number[]>(passes.map((pass) => [pass, []]));
  // All passes step through the same frames.
  for (let round = 0; round < rounds; round += 1) {
    for (const [pass, page] of pages) costs.get(pass)?.push(await stepUs(page, batchFrames));
  }
  const costUs = (pass: PassKind): number => lowestTenth(costs.get(pass) ?? []);
  const group = `A frame of ${game}`;
  const count = pages.get("count");
  return [
    ...passes.map((pass): BenchRow => ({ group, name: `${pass} pass`, value: costUs(pass), unit: "us", goal: null })),
    {
      group,
      name: "count pass, to plain stepping",
      value: costUs("count") / costUs("plain"),
      unit: "ratio",
      goal: goalRatio,
    },
    ...(count === undefined ? [] : await measureParts(count, `${group}: its hash, by part`)),
  ];
}

/** Cost of absorbing each part: of a frame, minus that of a frame with the part muted. */
async function measureParts(page: GamePage, group: string): Promise<readonly BenchRow[]> {
  const names = await listParts(page);
  const savedUs = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, saved] of savedUs) {
      // Back to back, because the machine's load changes.
      await mute(page, null);
      const wholeUs = await stepUs(page, batchFrames);
      await mute(page, name);
      saved.push(wholeUs - (await stepUs(page, batchFrames)));
    }
  }
  return names.map((name) => ({ group, name, value: median(savedUs.get(name) ?? []), unit: "us", goal: null }));
}

/** Microseconds per frame, on the page's real clock. */
async function stepUs(page: GamePage, frames: number): Promise<number> {
  return Number(await page.withPort(stepInPage, frames)) / (frames / 1000);
}

async function listParts(page: GamePage): Promise<readonly string[]> {
  const { parts } = await page.step(20);
  return [...new Set(parts.map(({ part }) => part))].filter((part) => part !== "input");
}

/** Mutes one part, so that it absorbs nothing; null unmutes. */
async function mute(page: GamePage, name: string | null): Promise<void> {
  await page.withPort(muteInPage, name);
}

async function stepInPage(port: PagePort, given: unknown, frames: unknown): Promise<number> {
  // The page's own clock stands still during a frame; the agent has the real one.
  const agent = given as RealmAgent;
  const startMs = agent.realNow();
  const { stopped } = await port.step(Number(frames));
  if (stopped !== null) throw new Error(stopped.error.message);
  return agent.realNow() - startMs;
}

function muteInPage(_port: PagePort, given: unknown, name: unknown): void {
  const { parts } = given as RealmAgent;
  const last = Reflect.get(globalThis, "mutedPart") as { sink: object; methods: object } | undefined;
  if (last !== undefined) Object.assign(last.sink, last.methods);
  Reflect.set(globalThis, "mutedPart", undefined);
  if (typeof name !== "string" || parts === null) return;
  const sink = parts.part(name);
  const { addNumber, addText, addBytes } = sink;
  Reflect.set(globalThis, "mutedPart", { sink, methods: { addNumber, addText, addBytes } });
  const nothing = (): void => undefined;
  Object.assign(sink, { addNumber: nothing, addText: nothing, addBytes: nothing });
}
