import type { GamePage } from "../../harness/capture/game-page.ts";
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
async function stepUs({ session }: GamePage, frames: number): Promise<number> {
  return Number(await evaluate(session, `(${stepInPage.toString()})(${String(frames)})`)) / (frames / 1000);
}

async function listParts({ session }: GamePage): Promise<readonly string[]> {
  const names = await evaluate(session, `(${listInPage.toString()})()`);
  return String(names).split("\n");
}

/** Mutes one part, so that it absorbs nothing; null unmutes. */
async function mute({ session }: GamePage, name: string | null): Promise<void> {
  await evaluate(session, `(${muteInPage.toString()})(${JSON.stringify(name)})`);
}

async function evaluate(session: GamePage["session"], expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    ...{ expression, awaitPromise: true, returnByValue: true },
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

async function stepInPage(frames: number): Promise<number> {
  // The page's own clock stands still during a frame; the agent has the real one.
  const agent = Reflect.get(globalThis, Symbol.for("framegate.agent")) as RealmAgent;
  const startMs = agent.realNow();
  const report = await globalThis.framegatePagePort?.step(frames);
  if (report === undefined || report.stopped !== null) throw new Error(report?.stopped?.error.message ?? "no port");
  return agent.realNow() - startMs;
}

async function listInPage(): Promise<string> {
  const report = await globalThis.framegatePagePort?.step(20);
  return [...new Set(report?.parts.map(({ part }) => part))].filter((part) => part !== "input").join("\n");
}

function muteInPage(muted: string | null): void {
  const { parts } = Reflect.get(globalThis, Symbol.for("framegate.agent")) as RealmAgent;
  const last = Reflect.get(globalThis, "mutedPart") as { sink: object; methods: object } | undefined;
  if (last !== undefined) Object.assign(last.sink, last.methods);
  Reflect.set(globalThis, "mutedPart", undefined);
  if (muted === null || parts === null) return;
  const sink = parts.part(muted);
  const { addNumber, addText, addBytes } = sink;
  Reflect.set(globalThis, "mutedPart", { sink, methods: { addNumber, addText, addBytes } });
  const nothing = (): void => undefined;
  Object.assign(sink, { addNumber: nothing, addText: nothing, addBytes: nothing });
}
