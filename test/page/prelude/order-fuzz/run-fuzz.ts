import { parseArgs } from "node:util";
import { z } from "zod";
import { openPlainPage } from "../event-order/open-plain-page.ts";
import { runPreludePage } from "../open-prelude-page.ts";
import { framesPerProgram, programFiles, programScript } from "./program-page.ts";
import { families, parseProgram, programText, randomProgram, smallerPrograms, type Step } from "./random-programs.ts";

// Runs random programs of timers, messages, tasks, events and frames in plain Chromium and under the prelude, and makes
// those whose orders differ as small as they get.

type Program = readonly Step[];
type Log = readonly string[];

/**
 * The pauses before the programs in each run in plain Chromium. Where its next frame comes among the tasks depends on
 * the machine, so a program for which that matters has no steady order.
 */
const pausesMs = [5, 1, 9] as const;

const usage = `Usage: npm run fuzz:order -- [--count N] [--seed S] [--with ${Object.keys(families).join(",")}] [--program TEXT]\n`;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    with: { type: "string", default: Object.keys(families).join(",") },
    /** One program instead, as printed. */
    program: { type: "string" },
  },
});
const names = values.with.split(",");
const count = Number(values.count);
const seed = Number(values.seed);
const given = values.program === undefined ? null : parseProgram(values.program);
const isValid =
  Number.isInteger(count) && count >= 1 && Number.isInteger(seed) && names.every((name) => name in families);
if (!isValid || (given !== null && !isRunnable(given))) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  await fuzz(
    given === null ? Array.from({ length: count }, (_, index) => randomProgram(seed + index, names)) : [given],
  );
}

/** False for a program that is empty or has an unknown mechanism: no page would end it. */
function isRunnable(program: Program): boolean {
  const known = Object.values(families).flat();
  const hasKnown = ({ mechanism, children }: Step): boolean => known.includes(mechanism) && children.every(hasKnown);
  return program.length > 0 && program.every(hasKnown);
}

async function fuzz(programs: readonly Program[]): Promise<void> {
  const compared = await compare(programs);
  const different = compared.filter(isDifferent);
  const reduced = await reduceAll(different);
  for (const { program, plain, driven } of reduced)
    process.stdout.write(
      `${programText(program)}\n  Chromium: ${plain.join(" ")}\n  prelude:  ${driven.join(" ")}\n\n`,
    );
  const unsteady = compared.filter(({ isSteady }) => !isSteady).length;
  process.stdout.write(
    `${String(programs.length)} programs: ${String(different.length)} differ, ${String(unsteady)} not steady in Chromium\n`,
  );
  if (different.length > 0) process.exitCode = 1;
}

interface Compared {
  readonly program: Program;
  readonly plain: Log;
  readonly driven: Log;
  /** True if plain Chromium had one order in all its runs. */
  readonly isSteady: boolean;
}

function isDifferent({ isSteady, plain, driven }: Compared): boolean {
  return isSteady && String(plain) !== String(driven);
}

/** The smallest programs found that still differ, taking one step of each away at a time. */
async function reduceAll(different: readonly Compared[]): Promise<readonly Compared[]> {
  const candidates = different.map(({ program }) => smallerPrograms(program));
  const compared = await compare(candidates.flat());
  const smaller = candidates.map(({ length }) => compared.splice(0, length).find(isDifferent));
  if (smaller.every((one) => one === undefined)) return different;
  // Those that cannot be made smaller need not be tried again.
  const next = await reduceAll(smaller.filter((one) => one !== undefined));
  let last = 0;
  return different.map((one, index) => (smaller[index] === undefined ? one : (next[last++] ?? one)));
}

async function compare(programs: readonly Program[]): Promise<Compared[]> {
  if (programs.length === 0) return [];
  const pageOf = (pauseMs: number): { script: string; files: typeof programFiles } => ({
    script: programScript(programs, pauseMs),
    files: programFiles,
  });
  const plain: (readonly Log[])[] = [];
  for (const pauseMs of pausesMs) plain.push(logsOf(await openPlainPage(pageOf(pauseMs))));
  const frames = 20 + programs.length * framesPerProgram;
  const { found } = await runPreludePage({ ...pageOf(pausesMs[0]), frames });
  const driven = logsOf(found);
  return programs.map((program, index) => {
    const [first = [], ...others] = plain.map((logs) => logs[index] ?? []);
    const isSteady = others.every((other) => String(other) === String(first));
    return { program, plain: first, driven: driven[index] ?? [], isSteady };
  });
}

function logsOf(found: unknown): readonly Log[] {
  return z.object({ logs: z.array(z.array(z.string())), isDone: z.literal(true) }).parse(found).logs;
}
