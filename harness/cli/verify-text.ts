import type { VerifyReport } from "../../src/formats/verify-report.ts";
import { renderDivergence } from "../report/describe-divergence.ts";
import { onOneLine } from "../report/terminal-text.ts";
import type { VerifyResult } from "../run-verify.ts";

/** Result of a verification, for the terminal. `mayBeVacuous` tells that it passes if nothing changed. */
export function renderVerify(result: VerifyResult, mayBeVacuous: boolean): string {
  const lines = [
    headline(result, mayBeVacuous),
    ...(result.failures.length > 1 ? result.failures.map((failure) => `  failure    ${failure}`) : []),
    ...describeDifference(result),
    ...describeLaunches(result),
    ...describeParts(result.report),
    ...describeNamed(result.report),
    ...result.warnings.map((warning) => `  warning    ${warning}`),
  ];
  return `${lines.map(onOneLine).join("\n")}\n`;
}

function headline({ report, failures, hasTape }: VerifyResult, mayBeVacuous: boolean): string {
  const counts = `${countOf(report.launches, "launch", "launches")}, ${countOf(report.frames, "frame", "frames")}`;
  const compared = `${counts}, context ${report.context}`;
  const [failure] = failures;
  if (failure !== undefined) {
    const frames = report.identical && !report.vacuous ? ", and its frames are identical in all of them" : "";
    return `the game failed in every launch${frames}: ${failures.length === 1 ? failure : countOf(failures.length, "failure", "failures")}`;
  }
  if (!report.identical) return `different: ${compared}`;
  if (!report.vacuous) return `identical: ${compared}`;
  const what = hasTape ? "Its tape reaches nothing in it: record another" : "Give the game input with --tape";
  const advice = mayBeVacuous ? "" : ` ${what}, or pass --allow-vacuous.`;
  return `vacuous: ${compared}, and nothing changed in any of them, so there was nothing to compare.${advice}`;
}

function describeLaunches({ conditions, report, differing }: VerifyResult): readonly string[] {
  return conditions.slice(0, report.launches).map(({ description }, index) => {
    const mark = differing?.includes(index) === true ? " *" : "";
    return `  launch ${String(index + 1)}   ${description}${mark}`;
  });
}

function describeParts({ parts }: VerifyReport): readonly string[] {
  const moved = parts.filter(({ changedFrames }) => changedFrames > 0);
  const still = parts.filter(({ changedFrames }) => changedFrames === 0);
  return [
    ...(moved.length === 0
      ? []
      : [
          `  changed    ${moved.map(({ name, changedFrames }) => `${name} in ${countOf(changedFrames, "frame", "frames")}`).join(", ")}`,
        ]),
    ...(still.length === 0 ? [] : [`  still      ${still.map(({ name }) => name).join(", ")}`]),
  ];
}

function describeNamed({ named }: VerifyReport): readonly string[] {
  return named.map(
    ({ api, realm, file, line, column }) =>
      `  named      ${api} in ${realm} at ${file}:${String(line)}:${String(column)}: its results cannot be repeated`,
  );
}

function describeDifference({ report, differing }: VerifyResult): readonly string[] {
  if (report.divergence === null || differing === null) return [];
  const [first, second] = differing;
  const names = [`launch ${String(first + 1)}`, `launch ${String(second + 1)}`] as const;
  return renderDivergence(report.divergence, names);
}

function countOf(count: number, singular: string, plural: string): string {
  return `${String(count)} ${count === 1 ? singular : plural}`;
}
