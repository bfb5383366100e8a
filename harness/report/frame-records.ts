import type { NodeDrawColumn, PlayedInput } from "../../src/formats/page-port.ts";
import type { FrameInput, NodeDraws } from "../../src/formats/report.ts";

/** Draws of nodes in the measured frames. Those that draw only before them are left out. */
export function measuredNodeDraws(columns: readonly NodeDrawColumn[], warmup: number): readonly NodeDraws[] {
  const hasOneRealm = new Set(columns.map(({ realm }) => realm)).size < 2;
  return columns.flatMap(({ realm, path, ...column }) => {
    // The amounts of the last change before the measured frames still hold in the first of them.
    const first = Math.max(
      0,
      column.steps.findLastIndex((step) => step <= warmup),
    );
    const drawCalls = column.drawCalls.slice(first);
    if (drawCalls.every((count) => count === 0)) return [];
    return {
      path: hasOneRealm ? path : `${path} (${realm})`,
      frames: column.steps.slice(first).map((step) => Math.max(0, step - warmup)),
      drawCalls,
      triangles: column.triangles.slice(first),
    };
  });
}

/** Input of the measured frames. */
export function measuredInput(played: readonly PlayedInput[], warmup: number): readonly FrameInput[] {
  return played.flatMap(({ step, events }) => (step < warmup ? [] : { frame: step - warmup, events }));
}
