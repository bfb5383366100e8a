import type { VerifyDivergence, VerifyReport } from "../../src/formats/verify-report.ts";
import type { VerifyResult } from "../run-verify.ts";

/** What a verification found, for the terminal. */
export function renderVerify(result: VerifyResult): string {
  const lines = [
    headline(result),
    ...describeDivergence(result),
    ...describeLaunches(result),
    ...describeParts(result.report),
    ...describeNamed(result.report),
  ];
  return `${lines.join("\n")}\n`;
}

function headline({ report, failure }: VerifyResult): string {
  const compared = `${countOf(report.launches, "launch", "launches")}, ${countOf(report.frames, "frame", "frames")}`;
  if (failure !== null) return `the game failed in every launch: ${failure}`;
  if (!report.identical) return `different: ${compared}`;
  if (!report.vacuous) return `identical: ${compared}`;
  return `vacuous: ${compared}, and nothing changed in any of them, so there was nothing to compare. Give the game input with --tape, or pass --allow-vacuous.`;
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

function describeDivergence({ report, differing }: VerifyResult): readonly string[] {
  const { divergence } = report;
  if (divergence === null || differing === null) return [];
  const [first, second] = differing.map((index) => `launch ${String(index + 1)}`);
  return [
    `  where      ${placeOf(divergence)}`,
    `  ${String(first)}   ${divergence.a}`,
    `  ${String(second)}   ${divergence.b}`,
    ...describeCause(divergence),
  ];
}

function placeOf({ frame, phase, root, part, path }: VerifyDivergence): string {
  const when = frame === null ? "the run" : frame < 0 ? "loading" : `frame ${String(frame)}`;
  const during = phase === null ? [] : [`phase ${phase}`];
  const of = root === null ? part : `${part} of ${root}`;
  return [when, ...during, of, ...(path === null ? [] : [path])].join(", ");
}

function describeCause({ cause }: VerifyDivergence): readonly string[] {
  if (cause === null) return [];
  const [inner, ...outer] = cause.stack.map(({ file, line, column }) => `${file}:${String(line)}:${String(column)}`);
  const at = inner === undefined ? "" : ` at ${inner}`;
  return [`  cause      ${cause.api}${at}`, ...outer.map((place) => `             called from ${place}`)];
}

function countOf(count: number, singular: string, plural: string): string {
  return `${String(count)} ${count === 1 ? singular : plural}`;
}
