import type { RunReport } from "../../src/formats/report.ts";
import { formatCount } from "../../src/formats/format-figures.ts";
import { unmovedParts } from "../../src/formats/state-parts.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { plainText, wrapBehind } from "./text-layout.ts";

/** Number of frames in which anything changed, by part, and the effect of input. Empty if nothing was hashed. */
export function renderLiveness(report: RunReport, { paint, columns }: ListStyle): readonly string[] {
  const sentences = describeLiveness(report);
  if (sentences.length === 0) return [];
  return wrapBehind(margin, plainText(sentences.join(" ")), columns).map((line) => paint.dim(line));
}

/** The same in sentences. */
export function describeLiveness({ liveness }: RunReport): readonly string[] {
  if (liveness === null) return [];
  const { frames, changedFrames, parts, input } = liveness;
  const moved = parts.filter((part) => part.changedFrames > 0 && !unmovedParts.has(part.name));
  const byPart = moved.map((part) => `${part.name} ${formatCount(part.changedFrames)}`).join(", ");
  return [
    `Something changed in ${formatCount(changedFrames)} of ${formatCount(frames)} frames${byPart === "" ? "" : ` (${byPart})`}.`,
    ...(input.frames === 0
      ? []
      : [`Input came in ${formatCount(input.frames)}, with a change in ${formatCount(input.changedFrames)} of them.`]),
    ...(input.missing.length === 0
      ? []
      : [`The page listens for ${input.missing.map((kind) => `${kind}s`).join(" and ")}, and the run gave it none.`]),
  ];
}
