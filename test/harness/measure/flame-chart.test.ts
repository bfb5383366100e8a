import { describe, expect, it } from "vitest";
import { flameChart } from "../../../harness/measure/flame-chart.ts";
import type { FlameFrame } from "../../../src/formats/flame-view.ts";
import { makeProfiledRun, span } from "../fixtures/make-profiled-run.ts";

/** The facts about frames that no run has sampled. */
const none = { functions: [], frames: [] };

/** The calls of a run's only frame, as `caller>callee 0..100`. */
function callsOf(samples: readonly (readonly [number, ...string[]])[], frame = span(1000, 2000)): readonly string[] {
  const { functions, frames } = flameChart(makeProfiledRun([frame], samples), { first: 0, last: 0 }, none);
  return frames.flatMap(({ calls }) => linesOf(calls, functions));
}

function linesOf(calls: FlameFrame["calls"], functions: readonly { readonly name: string }[]): readonly string[] {
  const pathOf = (call: number): string => {
    const parent = calls.parents[call] ?? -1;
    const name = functions[calls.functions[call] ?? -1]?.name ?? "?";
    return parent === -1 ? name : `${pathOf(parent)}>${name}`;
  };
  return calls.functions.map((_, call) => {
    return `${pathOf(call)} ${String(calls.startUs[call])}..${String(calls.endUs[call])}`;
  });
}

describe("the calls of a frame", () => {
  it("last as long as samples in a row have them, and fill the frame", () => {
    expect(
      callsOf([
        [900, "g early"],
        [1100, "g tick", "g move"],
        [1300, "g tick", "g move", "b sort"],
        [1500, "g tick", "g draw"],
        [2100, "g late"],
      ]),
    ).toEqual(["tick 0..1000", "tick>move 0..500", "tick>move>sort 300..500", "tick>draw 500..1000"]);
  });

  it("are two if another one came between them", () => {
    expect(
      callsOf([
        [1000, "g tick"],
        [1400, "g load"],
        [1600, "g tick"],
      ]),
    ).toEqual(["tick 0..400", "load 400..600", "tick 600..1000"]);
  });

  it("leave out the harness's between those of the game, and name it where there are no others", () => {
    expect(
      callsOf([
        [1000, "f mark", "b now"],
        [1100, "f step", "b call", "g tick", "f random", "g seeded"],
        [1200, "f step", "b call", "g tick", "f random", "b fround"],
        [1600, "f forceLayout", "b getBoundingClientRect"],
        [1900, "f end"],
        [1950, "f end", "b mark"],
      ]),
    ).toEqual([
      "(Framegate) 0..100",
      ...["tick 100..600", "tick>seeded 100..200", "tick>fround 200..600"],
      ...["(layout) 600..900", "(Framegate) 900..1000"],
    ]);
  });

  it("give the harness one interval for a sample at one of its marks, and the rest of the time to the next sample", () => {
    expect(
      callsOf([
        [1000, "f mark"],
        [1700, "g tick"],
      ]),
    ).toEqual(["(Framegate) 0..100", "tick 100..1000"]);
  });

  it("keep going during a collection, which is a call of the innermost", () => {
    expect(
      callsOf([
        [1000, "g tick", "g make"],
        [1400, "(garbage collector)"],
        [1500, "(garbage collector)"],
        [1600, "g tick", "g make"],
      ]),
    ).toEqual(["tick 0..1000", "tick>make 0..1000", "tick>make>(garbage collector) 400..600"]);
  });
});

describe("a flame chart", () => {
  it("has the frames of its range with their phases, and the mean of their CPU time where it is known", () => {
    const spans = [span(0, 100), span(200, 300, [220, 290]), span(400, 550), span(600, 700)];
    const run = makeProfiledRun(spans, [
      [250, "g tick"],
      [650, "g tick"],
    ]);
    const walk = { name: "walk", position: "", owner: "game", selfMs: 1, totalMs: 1 } as const;
    const mean = { functions: [walk], frames: [{ frame: 1, cpuMs: 0.25, functions: [0], selfMs: [1] }] };
    const { frames } = flameChart(run, { first: 1, last: 2 }, mean);
    expect(frames).toMatchObject([
      {
        ...{ frame: 1, cpuUs: 250, spanUs: 100, most: "walk" },
        phases: [
          { name: "input", endUs: 20 },
          { name: "prePhysics", endUs: 90 },
        ],
      },
      { frame: 2, cpuUs: 150, spanUs: 150, most: "", phases: [], calls: { functions: [] } },
    ]);
  });

  it("lists a function once, however many places call it", () => {
    const run = makeProfiledRun(
      [span(0, 100)],
      [
        [10, "g tick", "b sort"],
        [50, "g draw", "b sort"],
      ],
    );
    const { functions, frames } = flameChart(run, { first: 0, last: 0 }, none);
    expect(functions.map(({ name }) => name).toSorted()).toEqual(["draw", "sort", "tick"]);
    expect(frames[0]?.calls.functions).toHaveLength(4);
  });
});
