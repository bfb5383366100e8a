import type * as z from "zod/mini";
import { deliveryContexts } from "./capability-tiers.ts";
import { closedObject, described, finiteNumber, listOf, oneOf, optional, truthValue } from "./field-kinds.ts";
import { metricDefinitions, recordByMetric } from "./metrics.ts";
import { count, duration, nullable, words, wordsOrNull } from "./report-fields.ts";

// Fields that a report and a sweep share: what was run, and how.

/** The game of a run. */
export const gameIdentity = described(
  closedObject({
    name: words("Name of the game."),
    version: wordsOrNull("Version of the game; null for a page without a manifest."),
    appId: wordsOrNull("The manifest's appId; null if it has none."),
    engineVersion: wordsOrNull("The manifest's engine version; null for a page without a manifest."),
    manifestHash: wordsOrNull("SHA-256 of the manifest, hexadecimal; null for a page without one."),
  }),
  "The game that was run.",
);

/** A file and its hash. */
export const servedFile = described(
  closedObject({
    url: words("Its URL in the run."),
    hash: wordsOrNull("Start of the SHA-256 of its content, hexadecimal; null if it was missing."),
  }),
  "A file.",
);

/** How the game was built, its frames, its page and its input. */
export const runSettings = {
  target: words("The game as the user named it, relative to the working directory."),
  context: described(
    oneOf(deliveryContexts),
    "How the game was built: by the local bundler, or the way a hosted builder would.",
  ),
  frames: described(
    closedObject({
      measured: count("Measured frames."),
      warmup: count("Frames before them, which are in no column."),
      dt: duration("Length of a fixed step."),
    }),
    "Frames of the run.",
  ),
  viewport: described(
    closedObject({
      width: described(finiteNumber(), "Width.", { unit: "px" }),
      height: described(finiteNumber(), "Height.", { unit: "px" }),
    }),
    "Size of the page.",
  ),
  query: words("Query of the page."),
  options: described(
    listOf(words("An argument.")),
    "Command-line arguments that would shape the run in the same way, as far as no other field contains them.",
  ),
  tape: nullable(
    closedObject({
      file: words("The tape, as the user named it."),
      hash: words("SHA-256 of the tape, hexadecimal."),
      events: count("Events of the tape."),
      isOrphan: described(truthValue(), "Whether it comes from another game or version, and was played anyway."),
    }),
    "The tape that was played; null if there was none.",
  ),
  budget: nullable(
    closedObject(
      recordByMetric((id) => optional(described(finiteNumber(), `Limit of the ${metricDefinitions[id].label}.`))),
    ),
    "The budget; null if there was none.",
  ),
} as const satisfies Readonly<Record<string, z.core.$ZodType>>;
