import {
  closedObject,
  described,
  exactly,
  finiteNumber,
  nonEmptyText,
  oneOf,
  optional,
  safeInteger,
  textLike,
} from "./field-kinds.ts";
import { historyVersion } from "./history.ts";
import { metricDefinitions, recordByMetric } from "./metrics.ts";
import { count, nullable, words, wordsOrNull } from "./report-fields.ts";

const figure = described(
  closedObject({
    value: described(finiteNumber(), "The measured value."),
    low: nullable(finiteNumber(), "Lower end of its 95 % interval; the value itself for an exact metric."),
    high: nullable(finiteNumber(), "Upper end of its 95 % interval; the value itself for an exact metric."),
  }),
  "A figure of the run.",
  { id: "figure" },
);

/** The fields of a line. */
export const historySchema = described(
  closedObject({
    version: described(exactly(historyVersion), "Version of the format."),
    startedAt: described(
      textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "a time such as 2026-01-31T12:00:00.000Z"),
      "Start of the run, in UTC.",
    ),
    commit: wordsOrNull("The commit that was checked out; null outside a repository."),
    game: described(nonEmptyText(), "Name of the game, or title of the page."),
    page: described(optional(nonEmptyText()), "Page without a manifest, as it was named: pages often share a title."),
    seed: described(safeInteger(), "Seed of the run."),
    frames: count("Measured frames."),
    warmup: count("Frames before them."),
    tape: wordsOrNull("SHA-256 of the tape that was played; null if there was none."),
    query: words("Query of the page."),
    machine: words("Model and number of the processors, system and browser. Times are compared only if it is equal."),
    browser: words("Version of the browser."),
    metrics: described(
      closedObject(recordByMetric((id) => described(optional(figure), `The ${metricDefinitions[id].label}.`))),
      "The measured figures.",
    ),
    verdict: described(oneOf(["pass", "fail", "inconclusive"]), "The verdict on its budget."),
  }),
  "A run as `framegate perf --history` appends it: each line of the file is one.",
);
