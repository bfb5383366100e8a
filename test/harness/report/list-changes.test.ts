import { expect, it } from "vitest";
import { renderChanges } from "../../../harness/report/list-changes.ts";
import type { RunReport } from "../../../src/formats/report.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const before = makeReport(makeSamples(["count", "count"]), { budget: null });
const style = { colour: false, columns: 100 };

function changed({ metrics, perFrame }: RunReport, drawCalls: number | null): RunReport {
  const stateHash = perFrame.stateHash.map((hash, frame) => (frame < 7 ? hash : `${hash}x`));
  const maxDrawCalls = { ...metrics.maxDrawCalls, value: drawCalls };
  return { ...before, metrics: { ...metrics, maxDrawCalls }, perFrame: { ...perFrame, stateHash } };
}

it("lists the exact metrics that changed since the run before, and where the state begins to differ", () => {
  expect(renderChanges(before, changed(before, 160), style)).toMatchInlineSnapshot(`
    "  Since the run before:
        draw calls, worst frame  149  ->  160  +7.4 %
      The game's state differs from frame 7 on.
    "
  `);
});

it("says that a metric is no longer measured", () => {
  expect(renderChanges(before, changed(before, null), style)).toMatch(/draw calls, worst frame +149 +-> +-\n/u);
});

it("says that nothing changed", () => {
  expect(renderChanges(before, before, style)).toMatchInlineSnapshot(`
    "  No count differs from the run before.
      The game's state is the same in every frame.
    "
  `);
});
