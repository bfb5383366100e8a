import { formatBytes, formatCount } from "../../src/formats/format-figures.ts";
import type { DrawCounts } from "../../src/formats/frame-draws.ts";

/** A column of the tables that say who draws. */
export interface DrawColumn {
  readonly heading: string;
  /** The words after an amount in a sentence. */
  readonly noun: string;
  readonly amount: (counts: DrawCounts) => number;
  readonly format: (amount: number) => string;
}

/** All columns, the most telling first. */
export const drawColumns: readonly DrawColumn[] = [
  { heading: "draws", noun: "draws", amount: ({ drawCalls }) => drawCalls, format: formatCount },
  { heading: "triangles", noun: "triangles", amount: ({ triangles }) => triangles, format: formatCount },
  {
    ...{ heading: "canvas operations", noun: "canvas operations", format: formatCount },
    amount: ({ canvasOperations }) => canvasOperations,
  },
  {
    ...{ heading: "uploads", noun: "of uploads", format: formatBytes },
    amount: ({ textureUploadBytes, bufferUploadBytes }) => textureUploadBytes + bufferUploadBytes,
  },
];
