import { metricDefinitions, metricIds, type MetricId } from "../../src/formats/metrics.ts";
import type { ServedFile } from "../../src/formats/replay-report.ts";
import { columnsOfRows, rowsOfColumns, type SweepColumns } from "../../src/formats/sweep-rows.ts";
import type { SweepReport, SweepRow } from "../../src/formats/sweep.ts";

/** The results of several sweeps together. */
export type MergedSweeps = Pick<SweepReport, "files"> & SweepColumns;

/**
 * Merges sweeps that belong together and agree. A seed in several of them counts once, from the first in which neither
 * the browser nor the machine failed.
 */
export function mergeSweeps(sweeps: readonly SweepReport[]): MergedSweeps {
  const rows = new Map<number, SweepRow>();
  for (const row of sweeps.flatMap(rowsOfColumns)) {
    const before = rows.get(row.seed);
    if (before === undefined || before.failure?.kind === "environment") rows.set(row.seed, row);
  }
  return { files: mergeFiles(sweeps.map(({ files }) => files)), ...columnsOfRows([...rows.values()]) };
}

/** A file with a hash comes before the same file as missing. */
export function mergeFiles(lists: readonly (readonly ServedFile[])[]): readonly ServedFile[] {
  const known = new Map<string, ServedFile>();
  for (const file of lists.flat()) if ((known.get(file.url)?.hash ?? null) === null) known.set(file.url, file);
  return [...known.values()].toSorted((one, other) => (one.url < other.url ? -1 : 1));
}

/** The parts in which two sweeps differ although they would have to be equal. Empty if they belong together. */
export function differingParts(one: SweepReport, other: SweepReport): readonly string[] {
  const parts: Readonly<Record<string, (sweep: SweepReport) => unknown>> = {
    "the game": ({ game }) => game.name,
    "the manifest": ({ game }) => game.manifestHash,
    "the frames": ({ frames }) => frames,
    "the tape": ({ tape }) => tape?.hash ?? null,
    "the query": ({ query }) => query,
    "the viewport": ({ viewport }) => viewport,
    "the context": ({ context }) => context,
    "the options": ({ options }) => options,
    "the budget": ({ budget, unjudged }) => [budget, unjudged],
    "the version of Framegate": ({ environment }) => environment.framegate,
    "the browser": ({ environment: { browserVersion, platform } }) => [browserVersion, platform],
    "the architecture of the processor": ({ environment }) => environment.arch,
  };
  const differing = Object.entries(parts).filter(
    ([, valueOf]) => JSON.stringify(valueOf(one)) !== JSON.stringify(valueOf(other)),
  );
  return [...differing.map(([part]) => part), ...differingFiles(one.files, other.files)];
}

/** The first file that has another content, as text. Runs may load different files, so only those of both count. */
export function differingFiles(one: readonly ServedFile[], other: readonly ServedFile[]): readonly string[] {
  const hashes = new Map(one.map(({ url, hash }) => [url, hash]));
  const changed = other.find(({ url, hash }) => {
    const known = hashes.get(url) ?? null;
    return known !== null && hash !== null && known !== hash;
  });
  return changed === undefined ? [] : [`the file ${changed.url}`];
}

/** A seed that two sweeps disagree about. */
export interface Disagreement {
  readonly seed: number;
  /** The label of a metric, or `the frames` or `the outcome`. */
  readonly what: string;
  readonly values: readonly [string, string];
}

/** The first exact result on which two sweeps disagree; null if they agree. Times are different in every run. */
export function findDisagreement(one: SweepReport, other: SweepReport): Disagreement | null {
  const known = new Map(rowsOfColumns(one).map((row) => [row.seed, row]));
  for (const row of rowsOfColumns(other)) {
    const before = known.get(row.seed);
    // The browser or the machine may fail once, and says nothing about the game.
    if (before === undefined || [before, row].some(({ failure }) => failure?.kind === "environment")) continue;
    // It is known already that their figures differ.
    if ([before, row].every(({ failure }) => failure?.kind === "nondeterminism")) continue;
    const differing = comparedParts.find(([, valueOf]) => valueOf(before) !== valueOf(row));
    if (differing === undefined) continue;
    const [what, valueOf] = differing;
    return { seed: row.seed, what, values: [valueOf(before), valueOf(row)] };
  }
  return null;
}

/** Metrics come before the chain, which differs with them and says less. */
const comparedParts: readonly (readonly [string, (row: SweepRow) => string])[] = [
  ["the outcome", ({ failure }) => failure?.code ?? "no failure"],
  ...metricIds.filter((id) => metricDefinitions[id].kind === "exact").map(comparedMetric),
  ["the state of the frames", ({ chain }) => chain ?? "none"],
];

function comparedMetric(id: MetricId): readonly [string, (row: SweepRow) => string] {
  return [metricDefinitions[id].label, ({ metrics }) => String(metrics[id]?.value ?? "not measured")];
}
