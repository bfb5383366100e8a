import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { spreadOfGates } from "../../harness/measure/calibration.ts";
import { assumedBetweenGates } from "../../harness/measure/interval.ts";
import { pairFrames } from "../../harness/measure/pair-frames.ts";
import { recordMachine } from "../../harness/measure/record-machine.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { seededRandom } from "../harness/fixtures/seeded-random.ts";
import { drawDuet, drawGate, type Recording, truthOf } from "./truth-gates.ts";
import { record } from "./truth-recording.ts";

// How often the statistics of gates are right. Runs of one build are recorded once, and gates are drawn from them.
//
//   npm run bench:truth                     gates from the recordings of this repository
//   npm run bench:truth -- --record         records anew, quiet and beside busy cores: half an hour
//   npm run bench:truth -- --quick          fewer gates

const recordings = join(packageRoot, "test/bench/recorded");
const games = ["examples/arena", "examples/swarm"];

const { values: flags } = parseArgs({
  options: {
    record: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    pairs: { type: "string", default: "24" },
    runs: { type: "string", default: "40" },
    game: { type: "string", multiple: true, default: games },
    load: { type: "string", multiple: true, default: ["quiet", "busy"] },
    json: { type: "boolean", default: false },
  },
});

if (flags.record) await recordAll();
const rows = loadRecordings().flatMap((recording) => judgeRecording(recording, flags.quick ? 10 : 1));
process.stdout.write(flags.json ? `${JSON.stringify({ rows }, null, 2)}\n` : toText(rows));

async function recordAll(): Promise<void> {
  mkdirSync(recordings, { recursive: true });
  for (const load of flags.load) {
    for (const game of flags.game) {
      const size = { pairs: Number(flags.pairs), runs: Number(flags.runs) };
      const recording = await record(game, load, size);
      const name = `${game.split("/").at(-1) ?? game}-${load}.json`;
      writeFileSync(join(recordings, name), `${JSON.stringify(recording)}\n`);
    }
  }
}

function loadRecordings(): readonly Recording[] {
  if (!existsSync(recordings)) return [];
  const names = readdirSync(recordings).filter((name) => name.endsWith(".json"));
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(recordings, name), "utf8")) as Recording);
}

interface TruthRow {
  readonly recording: string;
  readonly gate: string;
  readonly gates: number;
  /** Number of gates by verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly goal: string;
}

function judgeRecording(recording: Recording, divisor: number): readonly TruthRow[] {
  const name = `${recording.game}, ${recording.load}`;
  const random = seededRandom(7);
  const frames = recording.pairs[0]?.baseline.length ?? 0;
  const costs = pairFrames(recording.pairs.flatMap(({ baseline, current }) => [baseline, current]));
  const slowest = new Set(
    costs
      .map((cost, frame) => ({ cost, frame }))
      .sort((left, right) => right.cost - left.cost)
      .slice(0, Math.round(frames / 20))
      .map(({ frame }) => frame),
  );
  const duets = (
    gate: string,
    count: number,
    goal: string,
    slowDown: (timeMs: number, frame: number) => number,
  ): TruthRow => {
    const results = Array.from(
      { length: Math.ceil(count / divisor) },
      () => drawDuet(recording, random, slowDown).verdict,
    );
    return { recording: name, gate, gates: results.length, verdicts: tally(results), goal };
  };
  const absolute = (share: number, goal: string): readonly TruthRow[] =>
    gatesOf(recording).flatMap((gates) => judgeGates(name, gates, { share, goal, count: 200 / divisor, random }));
  return [
    duets("baseline, the same build", 1000, "at most 1 % slower", (timeMs) => timeMs),
    duets("baseline, 3 % slower in every frame", 50, "95 % slower", (timeMs) => timeMs * 1.03),
    duets("baseline, 10 % slower in the slowest frames", 50, "95 % slower", (timeMs, frame) =>
      slowest.has(frame) ? timeMs * 1.1 : timeMs,
    ),
    ...absolute(0.9, "0 fail, at most 5 % inconclusive"),
    ...absolute(0.94, "at most 1 % fail, at most 50 % inconclusive"),
    ...absolute(1.06, "at most 1 % pass, at most 50 % inconclusive"),
    ...absolute(1.1, "0 pass, at most 5 % inconclusive"),
  ];
}

/** Runs that gates are drawn from. */
interface Gates {
  readonly kind: string;
  readonly runs: readonly (readonly number[])[];
  readonly betweenGates: number;
}

/** As measured, and as of this machine at its usual speed. */
function gatesOf({ runs }: Recording): readonly Gates[] {
  const { workloadMs, spread } = recordMachine(runs.map((run) => run.workloadMs));
  const converted = runs.map(({ cpuMs, workloadMs: ofRun }) => cpuMs.map((ms) => (ms * workloadMs) / ofRun));
  const ofMachine = { ...{ name: "", machine: "", workload: 0, workloadMs, spread }, isSameMachine: true };
  return [
    { kind: "as measured", runs: runs.map(({ cpuMs }) => cpuMs), betweenGates: assumedBetweenGates },
    { kind: "calibrated", runs: converted, betweenGates: spreadOfGates(ofMachine, assumedBetweenGates) },
  ];
}

interface GateTrial {
  /** The truth as a share of the budget. */
  readonly share: number;
  readonly goal: string;
  readonly count: number;
  readonly random: () => number;
}

function judgeGates(
  recording: string,
  { kind, runs, betweenGates }: Gates,
  { share, goal, count, random }: GateTrial,
): readonly TruthRow[] {
  const truth = truthOf(runs);
  const gates = Array.from({ length: Math.ceil(count) }, () => drawGate(runs, truth / share, random, betweenGates));
  const held = gates.filter(({ low, high }) => low <= truth && truth <= high).length;
  const meanRepeats = gates.reduce((sum, { repeats }) => sum + repeats, 0) / gates.length;
  const gate = `absolute, ${kind}, p95 at ${share.toFixed(2)} of the budget, ${meanRepeats.toFixed(1)} repeats on average`;
  const shared = { recording, gates: gates.length };
  return [
    { ...shared, gate, verdicts: tally(gates.map(({ status }) => status)), goal },
    {
      ...{ ...shared, gate: "  its interval holds the truth", goal: "90 to 99 % held" },
      verdicts: { held, missed: gates.length - held },
    },
  ];
}

function tally(verdicts: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const verdict of verdicts.toSorted()) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

function toText(table: readonly TruthRow[]): string {
  const lines = table.map(({ recording, gate, gates, verdicts, goal }, index) => {
    const heading = recording === table[index - 1]?.recording ? "" : `\n${recording}\n`;
    const counts = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${String(count)}`);
    return `${heading}  ${gate}: of ${String(gates)} ${counts.join(", ")} (goal: ${goal})`;
  });
  return `${lines.join("\n")}\n`;
}
