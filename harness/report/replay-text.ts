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
export function renderReplay({ difference, frames, sameGame }: ReplayReport): string {
  if (difference === null) {
    return `identical: ${String(frames)} frames${sameGame ? "" : ", though it is another game: its bytes differ"}\n`;
  }
  const { recorded, here } = difference;
  const lines = [
    sameGame ? "different from the report" : "another game than the report's: its bytes differ, and so do its frames",
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
