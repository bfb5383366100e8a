import { comparedCounts } from "./baseline.ts";
import { comparedDraws } from "./draws-schema.ts";
import { closedObject, described, finiteNumber, listOf, oneOf, pairOf, truthValue } from "./field-kinds.ts";
import { loadMetricIds } from "./metrics.ts";
import { count, nullable, words, wordsOrNull } from "./report-fields.ts";

const frames = pairOf(count("Measured frame, zero-based."));

const effect = closedObject({
  scope: described(
    oneOf(["body", "tail", "window", "p95"]),
    "body: the typical frame. tail: the slowest frames. window: a part of the run. p95: against a stored report.",
  ),
  frames: nullable(frames, "First and last frame of a window; null for the others."),
  ratio: described(finiteNumber(), "Current to baseline: 1.03 for 3 % slower."),
  low: described(finiteNumber(), "Lower end of its 95 % interval."),
  high: described(finiteNumber(), "Upper end of its 95 % interval."),
});

/** The fields of a comparison with another build. */
export const reportedBaseline = closedObject({
  source: described(
    closedObject({
      kind: described(oneOf(["game", "git", "report"]), "Where the other build comes from."),
      name: words("As the user named it."),
      commit: wordsOrNull("The commit of a git reference; null otherwise."),
    }),
    "The other build.",
  ),
  columns: described(
    listOf(
      described(
        closedObject({
          count: described(oneOf(comparedCounts), "The kind of count."),
          baseline: described(finiteNumber(), "Its sum over the measured frames, in the baseline."),
          current: described(finiteNumber(), "Its sum over the measured frames, in this run."),
          firstDifference: nullable(
            count("Measured frame, zero-based."),
            "First frame in which they differ; null if they are equal in every frame.",
          ),
          worstWindow: nullable(
            closedObject({
              frames: described(frames, "First and last frame."),
              growth: described(finiteNumber(), "Growth as a fraction, such as 0.05 for 5 %."),
            }),
            "The window of 60 frames that grew the most; null if they are equal in every frame.",
          ),
        }),
        "An exact column.",
      ),
    ),
    "The exact columns of both builds.",
  ),
  loads: described(
    listOf(
      described(
        closedObject({
          metric: described(oneOf(loadMetricIds), "The metric."),
          baseline: nullable(finiteNumber(), "Its value in the baseline; null if it was not measured."),
          current: nullable(finiteNumber(), "Its value in this run; null if it was not measured."),
        }),
        "A metric that differs.",
      ),
    ),
    "Metrics of requests and transferred bytes that differ. They are not judged.",
  ),
  functions: described(
    listOf(
      described(
        closedObject({
          name: words("Empty for a function without a name and for the top level of a script."),
          position: words("Its position in this run's build: file, line and column."),
          owner: described(oneOf(["game", "library"]), "Whose code it is."),
          baseline: described(finiteNumber(), "Tokens that it executed in the baseline."),
          current: described(finiteNumber(), "Tokens that it executed in this run."),
        }),
        "A function.",
      ),
    ),
    "The functions whose executed code differs the most.",
  ),
  functionTimes: described(
    listOf(
      described(
        closedObject({
          name: words("Empty for a function without a name."),
          position: words("Its position in this run's build: file, line and column; empty for browser."),
          owner: described(
            oneOf(["game", "library", "browser", "framegate"]),
            "Whose code it is; browser: work that no script called for.",
          ),
          baselineMs: described(finiteNumber(), "Mean CPU time per frame in the baseline."),
          currentMs: described(finiteNumber(), "Mean CPU time per frame in this run."),
          part: described(
            finiteNumber(),
            "The difference as a part of a frame, of the build whose frames take longer.",
          ),
        }),
        "A function.",
      ),
    ),
    "The functions whose time differs the most, the cause first. A function of the game includes the libraries that it calls; a library's is its own time. Empty unless both builds were sampled.",
  ),
  allocations: nullable(
    closedObject({
      baselineBytes: described(finiteNumber(), "Mean bytes per frame in the baseline."),
      currentBytes: described(finiteNumber(), "Mean bytes per frame in this run."),
      minimumBytes: described(
        finiteNumber(),
        "The smallest difference that counts: of the whole and of an edited function; five times as much of others.",
      ),
      functions: described(
        listOf(
          described(
            closedObject({
              name: words("Empty for a function without a name."),
              position: words("Its position in this run's build: file, line and column; empty for browser."),
              owner: described(oneOf(["game", "library", "browser", "framegate"]), "Whose code it is."),
              baselineBytes: described(finiteNumber(), "Mean bytes per frame in the baseline."),
              currentBytes: described(finiteNumber(), "Mean bytes per frame in this run."),
            }),
            "A function.",
          ),
        ),
        "The functions whose bytes differ the most, the cause first. A function of the game includes the libraries that it calls; a library's are its own. Empty against a stored report.",
      ),
    }),
    "The allocations of both builds. Differences are not judged. Null if they were not compared.",
  ),
  allocationsNote: wordsOrNull(
    "Why allocations were not compared; null if they were, or if the run has no allocations pass.",
  ),
  draws: nullable(
    comparedDraws,
    "Who draws more in the frame whose draws or uploads grew the most; null unless these grew by more than is allowed.",
  ),
  maxWorkGrowth: described(finiteNumber(), "The allowed growth of a window, as a fraction."),
  work: described(
    oneOf(["same", "less", "more", "too-much"]),
    "same: all exact columns are equal in every frame. more: within the allowed growth. too-much: beyond it.",
  ),
  times: nullable(
    closedObject({
      pairs: count("Pairs of browser processes; against a stored report, its timed repeats."),
      minimumEffect: described(finiteNumber(), "The smallest difference that counts, as a fraction."),
      verdict: described(oneOf(["slower", "faster", "no-difference", "undecided"]), "The verdict on the times."),
      p: nullable(
        finiteNumber(),
        "p-value of the sign-flip test over all effects together; null against a stored report.",
      ),
      body: described(effect, "The typical frame.", { id: "effect" }),
      tail: described(effect, "The slowest frames.", { id: "effect" }),
      effect: described(effect, "The effect that is the most certain.", { id: "effect" }),
    }),
    "Null if times were not compared.",
  ),
  timesNote: wordsOrNull("Why times were not compared; null if they were."),
  failsOnTime: described(truthValue(), "Whether the comparison also fails if the same work takes longer."),
});
