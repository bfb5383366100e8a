import { metricDefinitions, metricIds } from "../../src/formats/metrics.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { stringifyJson } from "./json.ts";
import type { GameEnd } from "./game-end.ts";

/**
 * JSON for github-action-benchmark, as `customSmallerIsBetter`: every measured metric, except zeros without a limit.
 */
export function renderBenchmark(ends: readonly GameEnd[]): string {
  return stringifyJson(ends.flatMap((end) => (end.state === "ran" ? entriesOf(end.file.report) : [])));
}

interface Entry {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly range?: string;
  readonly extra: string;
}

function entriesOf({ game, metrics, budget, seed, environment }: RunReport): readonly Entry[] {
  const extra = `seed ${String(seed.value)}, ${environment.browserVersion}`;
  return metricIds.flatMap((id): readonly Entry[] => {
    const { value, low, high } = metrics[id];
    const { label, unit, kind } = metricDefinitions[id];
    if (value === null || (value === 0 && budget?.[id] === undefined)) return [];
    const range =
      kind === "timed" && low !== null && high !== null ? { range: `± ${((high - low) / 2).toFixed(3)}` } : {};
    return [{ name: `${game.name}: ${label}`, unit, value, ...range, extra }];
  });
}
