import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measuredInput, measuredNodeDraws } from "../../../harness/report/frame-records.ts";
import type { NodeDrawColumn } from "../../../src/formats/page-port.ts";

const column = (change: Partial<NodeDrawColumn>): NodeDrawColumn => {
  return { realm: "/", path: "Scene/Mesh", steps: [0], drawCalls: [3], triangles: [36], ...change };
};

/** The draws in a step or frame. */
function amountAt(at: readonly number[], drawCalls: readonly number[], frame: number): number {
  return drawCalls[at.findLastIndex((each) => each <= frame)] ?? 0;
}

describe("draws of nodes in the measured frames", () => {
  it("are those of the same steps, whatever the warm-up is", () => {
    const steps = fc.uniqueArray(fc.nat(40), { minLength: 1 }).map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(steps, fc.array(fc.nat(3), { minLength: 41, maxLength: 41 }), fc.nat(30), (at, amounts, warmup) => {
        const drawCalls = at.map((_, index) => amounts[index] ?? 0);
        const [measured] = measuredNodeDraws([column({ steps: at, drawCalls, triangles: drawCalls })], warmup);
        for (let frame = 0; frame < 41 - warmup; frame += 1)
          expect(amountAt(measured?.frames ?? [], measured?.drawCalls ?? [], frame)).toBe(
            amountAt(at, drawCalls, frame + warmup),
          );
      }),
    );
  });

  it("leave out what draws only before them", () => {
    expect(measuredNodeDraws([column({ steps: [0, 3], drawCalls: [5, 0], triangles: [9, 0] })], 3)).toEqual([]);
  });

  it("say the realm if there are several", () => {
    const paths = measuredNodeDraws([column({}), column({ realm: "worker.js" })], 0).map(({ path }) => path);
    expect(paths).toEqual(["Scene/Mesh (/)", "Scene/Mesh (worker.js)"]);
  });
});

it("input of the warm-up is none of the measured frames", () => {
  const played = [4, 5, 9].map((step) => ({ step, events: [`key ${String(step)} down`] }));
  expect(measuredInput(played, 5)).toEqual([
    { frame: 0, events: ["key 5 down"] },
    { frame: 4, events: ["key 9 down"] },
  ]);
});
