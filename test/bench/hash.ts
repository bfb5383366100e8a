import type { GamePage } from "../../harness/capture/game-page.ts";
import type { PassKind } from "../../src/formats/run-plan.ts";
import type { RealmAgent } from "../../src/page/realm-agent.ts";
import { launchForBench, mountBenchPage, openBenchPage, planBench, serveForBench } from "./bench-game.ts";
import { type BenchRow, lowestTenth, printRows } from "./bench-table.ts";

const passes = ["plain", "timed", "count"] as const satisfies readonly PassKind[];
const games = [
  { game: "examples/arena", goalRatio: 1.5 },
  { game: "examples/swarm", goalRatio: null },
] as const;
// A batch is shorter than a time slice of a busy machine, and all variants take turns.
const batchFrames = 20;
const rounds = 40;
const warmUpFrames = 200;

const rows: BenchRow[] = [];
for (const one of games) rows.push(...(await measure(one)));
printRows(rows, process.argv);

async function measure({ game, goalRatio }: (typeof games)[number]): Promise<readonly BenchRow[]> {
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

/** The cost of absorbing each part: of a frame, less that of a frame in which the part absorbs nothing. */
async function measureParts(page: GamePage, group: string): Promise<readonly BenchRow[]> {
  const names = await listParts(page);
  const costs = new Map<string | null, number[]>([null, ...names].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, ofName] of costs) {
      await mute(page, name);
      ofName.push(await stepUs(page, batchFrames));
    }
  }
  const wholeUs = lowestTenth(costs.get(null) ?? []);
  return names.map((name) => {
    return { group, name, value: wholeUs - lowestTenth(costs.get(name) ?? []), unit: "us", goal: null };
  });
}

/** Microseconds a frame, on the page's real clock. */
async function stepUs({ session }: GamePage, frames: number): Promise<number> {
  return Number(await evaluate(session, `(${stepInPage.toString()})(${String(frames)})`)) / (frames / 1000);
}

async function listParts({ session }: GamePage): Promise<readonly string[]> {
  const names = await evaluate(session, `(${listInPage.toString()})()`);
  return String(names).split("\n");
}

/** Lets one part absorb nothing; none with null. */
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
