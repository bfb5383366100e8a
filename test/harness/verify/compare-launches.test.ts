import { countChanges } from "../../../harness/measure/count-changes.ts";
import { describe, expect, it } from "vitest";
import { type ComparedLaunch, findFirstDifference, isVacuous } from "../../../harness/verify/compare-launches.ts";
import type { PartColumn } from "../../../src/formats/page-port.ts";
import { noCounts } from "../fixtures/make-samples.ts";

const host = "/";

function column(part: string, changes: readonly (readonly [step: number, digest: string])[], realm = host): PartColumn {
  return { realm, part, steps: changes.map(([step]) => step), digests: changes.map(([, digest]) => digest) };
}

function launch(parts: readonly PartColumn[], rest: Partial<ComparedLaunch> = {}): ComparedLaunch {
  return {
    parts,
    counts: noCounts,
    finalStateHash: "end",
    ...rest,
  };
}

const steady = [column("gl", [[0, "a"]]), column("dom", [[-1, "b"]])];

describe("the first difference", () => {
  it("is none between equal launches", () => {
    expect(findFirstDifference([launch(steady), launch(steady), launch(steady)])).toBeNull();
  });

  it("is the earliest frame of any launch, with both digests", () => {
    const late = launch([column("gl", [[0, "a"], [9, "x"]])]); // prettier-ignore
    const other = launch([column("gl", [[0, "a"], [9, "y"]])]); // prettier-ignore
    const early = launch([column("gl", [[0, "a"], [4, "z"], [9, "x"]])]); // prettier-ignore
    expect(findFirstDifference([late, other, early])).toEqual({
      ...{ launch: 2, step: 4, realm: host, part: "gl" },
      values: ["unchanged", "z"],
    });
    expect(findFirstDifference([late, other])).toMatchObject({ launch: 1, step: 9, values: ["x", "y"] });
  });

  it("is the most telling part of those that differ in that frame", () => {
    const parts = (text: string): readonly PartColumn[] =>
      ["timers", "random", "gl", "scene:hud", "console"].map((part) => column(part, [[3, text]]));
    expect(findFirstDifference([launch(parts("a")), launch(parts("b"))])).toMatchObject({ part: "scene:hud" });
  });

  it("is a part or a realm that only one launch has", () => {
    const worker = column("random", [[2, "w"]], "/#worker1");
    const difference = { step: 2, realm: "/#worker1", values: ["unchanged", "w"] };
    expect(findFirstDifference([launch(steady), launch([...steady, worker])])).toMatchObject(difference);
    expect(findFirstDifference([launch([worker]), launch([])])).toMatchObject({ values: ["w", "unchanged"] });
  });

  it("is in the draws if commands are counted but not hashed, and at the end if nothing else differs", () => {
    const counts = { ...noCounts, drawCalls: [1, 2], triangles: [12, 24] };
    const more = { ...counts, triangles: [12, 36] };
    expect(findFirstDifference([launch(steady, { counts }), launch(steady, { counts: more })])).toMatchObject({
      ...{ part: "triangles", step: 1, values: ["24", "36"] },
    });
    const ended = launch(steady, { finalStateHash: "other" });
    expect(findFirstDifference([launch(steady), ended])).toMatchObject({ part: "end", step: null });
  });
});

describe("the changes of a run", () => {
  const parts = countChanges([
    column("scene:hud", [[-1, "a"], [0, "b"], [5, "c"]]), // prettier-ignore
    column("gl", [[0, "a"], [1, ""], [2, "b"]]), // prettier-ignore
    column("gl", [[2, "x"], [3, "y"]], "/#worker1"), // prettier-ignore
    column("timers", [[0, "a"]]),
  ]);

  it("are counted in frames, over all realms, without loading and without frames that draw nothing", () => {
    expect(parts.filter(({ changedFrames }) => changedFrames > 0)).toEqual([
      { name: "scene:hud", changedFrames: 2 },
      { name: "gl", changedFrames: 3 },
      { name: "timers", changedFrames: 1 },
    ]);
  });

  it("list the parts that never changed", () => {
    expect(parts.map(({ name }) => name)).toEqual([
      ...["input", "scene:hud", "dom", "animations", "canvas2d", "gl", "audio", "storage", "console", "random"],
      "timers",
    ]);
  });

  it("make a run vacuous if only timers and input changed", () => {
    expect(isVacuous(parts)).toBe(false);
    expect(isVacuous(countChanges([column("input", [[3, "a"]])]))).toBe(true);
    expect(isVacuous(countChanges([column("timers", [[0, "a"]]), column("dom", [[-1, "a"]])]))).toBe(true);
  });
});
