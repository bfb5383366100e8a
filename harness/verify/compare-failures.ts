import { withoutBlobNames } from "../../src/core/absorb-data.ts";
import type { RunNotice, RunSamples } from "../../src/formats/frame-sample.ts";
import type { RealmInspection } from "../../src/formats/page-port.ts";
import type { LoadedFile, VerifyDivergence } from "../../src/formats/verify-report.ts";
import type { FramegateError } from "../errors.ts";

/** Outcome of one launch. */
export type LaunchOutcome =
  | {
      readonly kind: "ran";
      readonly samples: RunSamples;
      readonly inspections: readonly RealmInspection[];
      readonly loads: readonly LoadedFile[];
    }
  /** The game failed: it threw, hung or crashed. */
  | { readonly kind: "failed"; readonly error: FramegateError };

const noFailure = "no failure";

/**
 * The failures that all launches share, which are the game's own and not nondeterminism. Throws an error that ended all
 * launches.
 */
export function sharedFailures(outcomes: readonly LaunchOutcome[]): readonly string[] {
  const [first] = outcomes;
  if (first === undefined || outcomes.some((outcome) => codeOf(outcome) !== codeOf(first))) return [];
  if (first.kind === "failed") throw first.error;
  return failuresIn(first.samples).map(withPlace);
}

/** A failure in only some launches; null if all have the same. */
export function compareFailures(
  outcomes: readonly LaunchOutcome[],
): { readonly divergence: VerifyDivergence; readonly differing: readonly [number, number] } | null {
  const [first] = outcomes;
  if (first === undefined) return null;
  const launch = outcomes.findIndex((outcome) => codeOf(outcome) !== codeOf(first));
  const other = outcomes[launch];
  if (other === undefined) return null;
  return {
    differing: [0, launch],
    divergence: {
      ...{ frame: null, phase: null, root: null, part: "failure", path: null },
      ...{ a: failureOf(first), b: failureOf(other), class: "structural", cause: null },
    },
  };
}

/**
 * Codes of the notices about files that a page did not get. Their position varies: the request comes from the parser or
 * from the preload scanner, which report different columns.
 */
export const lackCodes: ReadonlySet<string> = new Set(["missing-file", "request-failed"]);

/**
 * Identity of a failure. An error's text is not part of it, because it may name a frame or a time, and neither is the
 * URL of a blob, which the browser makes up.
 */
function codeOf(outcome: LaunchOutcome): string {
  if (outcome.kind === "failed") return outcome.error.code;
  const failures = failuresIn(outcome.samples);
  const texts = failures.map(({ code, message, where }) => `${message} (${lackCodes.has(code) ? "" : String(where)})`);
  return withoutBlobNames(texts.join("; "));
}

function failureOf(outcome: LaunchOutcome): string {
  if (outcome.kind === "failed") return outcome.error.message;
  const failures = failuresIn(outcome.samples);
  return failures.length === 0 ? noFailure : failures.map(withPlace).join("; ");
}

function withPlace({ message, where }: RunNotice): string {
  return where === null ? message : `${message} (${where})`;
}

function failuresIn({ notices }: RunSamples): readonly RunNotice[] {
  return notices.filter(({ severity }) => severity === "failure");
}
