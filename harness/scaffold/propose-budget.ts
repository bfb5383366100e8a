import { definitionOf } from "../../src/formats/frame-counts.ts";
import { type Budget, columnOf, metricDefinitions, type MetricId, metricIds } from "../../src/formats/metrics.ts";
import type { MetricResult } from "../../src/formats/report.ts";

/** A limit for a metric, and the figure it is based on. */
export interface ProposedLimit {
  readonly metric: MetricId;
  readonly limit: number;
  readonly measured: number;
}

/** Metrics that fit into a manifest's budget. */
const ofManifest: ReadonlySet<MetricId> = new Set([
  "frameCpuMsP95",
  "physicsMsP95",
  "maxEntities",
  "maxDrawCalls",
  "maxTriangles",
]);

/** A page declared in a manifest keeps its scenes to itself, so no gate could measure these. */
const unknownToManifest: ReadonlySet<MetricId> = new Set([...(["maxEntities", "entitiesPeak", "nodesPeak"] as const)]);

/** Counts are the same on every machine. The margin is room for the game's next changes. */
const countMargin = 1.2;

/** CI machines are slower than developers' machines, and shared. */
const timeMargin = 2;

/** Below this, as for a page that only moves an element, the limit would measure the machine. */
const limitMsMin = 2;

/** Proposes a limit for each metric that was measured above 0: a zero gives no hint of a sensible limit. */
export function proposeBudget(metrics: Readonly<Record<MetricId, MetricResult>>): readonly ProposedLimit[] {
  return metricIds.flatMap((metric) => {
    const { value, high } = metrics[metric];
    const column = columnOf(metric);
    // A limit for each column would fail with every change of the game.
    if (column !== null && !definitionOf(column).hasLine) return [];
    if (value === null || value <= 0 || unknownToManifest.has(metric)) return [];
    const isTimed = metricDefinitions[metric].kind === "timed";
    // Other quantiles say the same again, and the boot depends too much on the machine.
    if (isTimed && metric !== "frameCpuMsP95") return [];
    const limit = isTimed
      ? Math.max(limitMsMin, roundUp((high ?? value) * timeMargin))
      : Math.ceil(roundUp(value * countMargin));
    return [{ metric, limit, measured: value }];
  });
}

/** The proposed limits that fit into a manifest's budget, or the others. */
export function budgetOf(limits: readonly ProposedLimit[], place: "manifest" | "elsewhere"): Budget {
  const chosen = limits.filter(({ metric }) => ofManifest.has(metric) === (place === "manifest"));
  return Object.fromEntries(chosen.map(({ metric, limit }) => [metric, limit]));
}

/** Two digits, because more would feign precision. */
function roundUp(value: number): number {
  const exponent = Math.floor(Math.log10(value)) - 1;
  // Powers above and below 0 separately, because 10 ** -1 is inexact and its multiples show it.
  return exponent >= 0
    ? Math.ceil(value / 10 ** exponent) * 10 ** exponent
    : Math.ceil(value * 10 ** -exponent) / 10 ** -exponent;
}
