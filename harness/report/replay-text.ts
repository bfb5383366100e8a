import type { ReplayDifference, ReplayReport, SurroundingDifference } from "../../src/formats/replay-report.ts";
import { onOneLine } from "./terminal-text.ts";

/** Differences in a run's environment, for the terminal. */
export function renderSurroundings(differences: readonly SurroundingDifference[]): string {
  if (differences.length === 0) return "surroundings: as recorded\n";
  const lines = differences.flatMap(({ name, recorded, here }) => [
    `  ${name}`,
    `    recorded ${recorded}`,
    `    here     ${here}`,
  ]);
  return ["surroundings: not as recorded", ...lines, ""].map(onOneLine).join("\n");
}

/** Result of a replay, for the terminal. */
export function renderReplay({ difference, frames }: ReplayReport): string {
  if (difference === null) return `identical: ${String(frames)} frames\n`;
  const { recorded, here } = difference;
  const lines = [
    "different from the report",
    `  where      ${placeOf(difference)}`,
    `  recorded   ${recorded}`,
    `  here       ${here}`,
  ];
  return `${lines.map(onOneLine).join("\n")}\n`;
}

function placeOf({ frame, root, part }: ReplayDifference): string {
  const when = frame === null ? "the end of the run" : frame < 0 ? "before frame 0" : `frame ${String(frame)}`;
  return `${when}, ${root === null ? part : `${part} of ${root}`}`;
}
