import type { VerifyDivergence } from "../../src/formats/verify-report.ts";

/** A line about a divergence: its label and text. */
export type DivergenceLine = readonly [label: string, text: string];

/** Where two runs differ, their values, and why. `names` are those of the two runs. */
export function describeDivergence(
  divergence: VerifyDivergence,
  names: readonly [string, string],
): readonly DivergenceLine[] {
  return [
    ["where", placeOf(divergence)],
    [names[0], divergence.a],
    [names[1], divergence.b],
    ...describeCause(divergence),
  ];
}

/** The same as lines of text. */
export function renderDivergence(divergence: VerifyDivergence, names: readonly [string, string]): readonly string[] {
  return describeDivergence(divergence, names).map(([label, text]) => `  ${label.padEnd(10)} ${text}`);
}

function placeOf({ frame, phase, root, part, path }: VerifyDivergence): string {
  const when = frame === null ? "the run" : frame < 0 ? "before frame 0" : `frame ${String(frame)}`;
  const during = phase === null ? [] : [`phase ${phase}`];
  const of = root === null ? part : `${part} of ${root}`;
  return [when, ...during, of, ...(path === null ? [] : [path])].join(", ");
}

function describeCause({ cause, frame }: VerifyDivergence): readonly DivergenceLine[] {
  // A run that failed before the other is not repeated.
  if (cause === null) return frame === null ? [] : [["cause", "not found when both were run again"]];
  const [inner, ...outer] = cause.stack.map(({ file, line, column }) => `${file}:${String(line)}:${String(column)}`);
  const at = inner === undefined ? "" : ` at ${inner}`;
  return [["cause", `${cause.api}${at}`], ...outer.map((place) => ["", `called from ${place}`] as const)];
}
