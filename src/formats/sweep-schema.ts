import { closedObject, described, exactly, finiteNumber, listOf, oneOf, optional, safeInteger } from "./field-kinds.ts";
import { metricDefinitions, metricIds, recordByMetric } from "./metrics.ts";
import { count, nullable, words, wordsOrNull } from "./report-fields.ts";
import { gameIdentity, runSettings, servedFile } from "./run-settings-schema.ts";
import { sweepFailureKinds, sweepVersion } from "./sweep.ts";

// `sweep.ts` declares the types separately, as with a report. A test keeps both equal.

const figures = listOf(nullable(finiteNumber(), "With one seed; null if it was not measured."));

const column = described(
  closedObject({
    values: described(figures, "The figure, with each seed."),
    low: nullable(figures, "Lower ends of the 95 % intervals; null for an exact metric."),
    high: nullable(figures, "Upper ends of the 95 % intervals; null for an exact metric."),
  }),
  "Figures of a metric, with each seed.",
  { id: "sweepColumn" },
);

const failure = closedObject({
  seed: described(safeInteger(), "The seed."),
  kind: described(
    oneOf(sweepFailureKinds),
    "nondeterminism: two runs with the seed differ. game: it failed. environment: the browser or the machine did.",
  ),
  code: words("Stable code of the error or of the notice."),
  message: words("A sentence."),
});

const sweep = closedObject({
  version: described(exactly(sweepVersion), "Version of the file format."),
  game: gameIdentity,
  ...runSettings,
  command: words("Command that repeats a seed, which takes the place of the word SEED."),
  unjudged: described(
    listOf(described(oneOf(metricIds), "A metric.")),
    "Budgeted metrics that are not judged, because nothing was timed.",
  ),
  environment: described(
    closedObject({
      framegate: words("Version of Framegate."),
      browserVersion: words("Version of the browser."),
      platform: words("Operating system."),
      arch: words("Architecture of the processor."),
    }),
    "What the counts may depend on. All parts of a merged sweep have the same.",
  ),
  files: described(listOf(servedFile), "Files that were served to the page with any of the seeds."),
  list: words("The whole list of seeds, as --seeds takes it, whatever the shard."),
  shard: nullable(
    closedObject({ index: count("Which part, from 1."), of: count("Number of parts.") }),
    "The part of the list; null if it is the whole.",
  ),
  missing: wordsOrNull("Seeds that should be here and were not run, in the same form; null if there are none."),
  seeds: described(listOf(described(safeInteger(), "A seed.")), "Seeds that were run, ascending."),
  chains: described(
    listOf(wordsOrNull("With one seed; null if it could not be run to its end.")),
    "Chained hash of the last measured frame, with each seed: equal exactly if all frames are.",
  ),
  metrics: described(
    closedObject(recordByMetric((id) => optional(described(column, `The ${metricDefinitions[id].label}.`)))),
    "Metrics that were measured with any of the seeds.",
  ),
  failures: described(listOf(described(failure, "A failure.")), "Seeds whose runs failed or differ."),
});

const verdict = closedObject({
  status: described(oneOf(["pass", "fail", "inconclusive"]), "The worst of all seeds."),
  metric: described(oneOf(metricIds), "The metric that decides which seed is worst."),
  passed: count("Seeds that did not fail, and whose budget holds."),
  worst: described(
    listOf(described(safeInteger(), "A seed.")),
    "All seeds, worst first: failures, then exceeded budgets, then the others.",
  ),
});

/** The fields of `sweep.json`. */
export const sweepFileSchema = described(
  closedObject({
    sweep: described(sweep, "What was measured."),
    verdict: described(verdict, "The seeds in order, and how many passed."),
  }),
  "Runs of a game with many seeds, as `framegate sweep` and `framegate merge` write them: sweep.json.",
);
