import type { MetricId } from "./metrics.ts";
import type { ReportView, ViewSection } from "./report-view.ts";

/** A metric over all seeds, for the charts. */
export interface ViewSweepMetric {
  readonly metric: MetricId;
  /** Null if it is not judged. */
  readonly limit: number | null;
  readonly p95: number;
  /** The distribution in words. */
  readonly text: string;
}

/** Everything that the page of a sweep shows at once. None of it is markup. */
export interface SweepView extends Pick<ReportView, "title" | "badge" | "status" | "sentence" | "facts"> {
  /** The command of the worst seed; null if there is none. */
  readonly command: string | null;
  /** Command of any seed, which takes the place of the word SEED. */
  readonly commandOfSeeds: string;
  /** The deciding one first. */
  readonly metrics: readonly ViewSweepMetric[];
  /** The worst seeds, above the charts. */
  readonly worst: ViewSection;
  /** Below the charts. */
  readonly sections: readonly ViewSection[];
}

/** Figures of the seeds, one entry for each. They are compressed in the page. */
export interface ViewSeeds {
  readonly seeds: readonly number[];
  readonly values: Readonly<Partial<Record<MetricId, readonly (number | null)[]>>>;
}
