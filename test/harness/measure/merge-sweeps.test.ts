import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differingParts, findDisagreement, mergeFiles, mergeSweeps } from "../../../harness/measure/merge-sweeps.ts";
import { columnsOfRows, rowsOfColumns } from "../../../src/formats/sweep-rows.ts";
import type { SweepReport, SweepRow } from "../../../src/formats/sweep.ts";
import { makeRow, makeSweep } from "../../formats/sweep-document.ts";

const game = { kind: "game", code: "hung", message: "It hung." } as const;
const machine = { kind: "environment", code: "browser-lost", message: "It crashed." } as const;
const differs = { kind: "nondeterminism", code: "nondeterminism", message: "They differ." } as const;

describe("mergeSweeps", () => {
  it("gives the same as one sweep of all seeds, however they were split, and in whatever order", () => {
    const splits = fc.array(fc.record({ calls: fc.nat(300), part: fc.nat(3) }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(splits, (seeds) => {
        const rows = seeds.map(({ calls }, seed) => makeRow(seed, calls));
        const parts = [0, 1, 2, 3].map((part) => makeSweep(rows.filter((_, seed) => seeds[seed]?.part === part)));
        const { files, ...columns } = mergeSweeps(parts);
        expect(columns).toEqual(columnsOfRows(rows));
        expect(files).toEqual(makeSweep([]).files);
        expect(mergeSweeps(parts.toReversed())).toEqual({ files, ...columns });
      }),
      { seed: 7 },
    );
  });

  it("takes a seed from the first sweep in which the machine did not fail", () => {
    const lost = { ...makeRow(1, 0), chain: null, metrics: {}, failure: machine };
    const merged = mergeSweeps([makeSweep([lost]), makeSweep([makeRow(1, 20)]), makeSweep([lost])]);
    expect(rowsOfColumns(merged)).toEqual([makeRow(1, 20)]);
  });

  it("has the files of all of them, once each", () => {
    const [a, b] = [
      { url: "/a.js", hash: "aa" },
      { url: "/b.js", hash: null },
    ];
    const merged = mergeSweeps([makeSweep([], { files: [b] }), makeSweep([], { files: [a, { ...b, hash: "bb" }] })]);
    expect(merged.files).toEqual([a, { url: "/b.js", hash: "bb" }]);
    expect(mergeFiles([])).toEqual([]);
  });
});

describe("differingParts", () => {
  const sweep = makeSweep([makeRow(1, 2)]);
  const others: readonly (readonly [string, Partial<SweepReport>])[] = [
    ["the game", { game: { ...sweep.game, name: "Other" } }],
    ["the manifest", { game: { ...sweep.game, manifestHash: "ff" } }],
    ["the frames", { frames: { ...sweep.frames, warmup: 0 } }],
    ["the tape", { tape: { file: "a", hash: "aa", events: 1, isOrphan: false } }],
    ["the query", { query: "level=2" }],
    ["the viewport", { viewport: { width: 1, height: 1 } }],
    ["the context", { context: "hosted" }],
    ["the options", { options: ["--strict"] }],
    ["the budget", { budget: { maxDrawCalls: 101 } }],
    ["the version of Framegate", { environment: { ...sweep.environment, framegate: "0.2.0" } }],
    ["the browser", { environment: { ...sweep.environment, browserVersion: "Chrome/2" } }],
    ["the architecture of the processor", { environment: { ...sweep.environment, arch: "arm64" } }],
    [
      "the file http://game.framegate.localhost/game.js",
      { files: sweep.files.map((file) => ({ ...file, hash: "bb" })) },
    ],
  ];

  it.each(others)("names %s", (part, overrides) => {
    expect(differingParts(sweep, { ...sweep, ...overrides })).toEqual([part]);
  });

  it("does not mind other seeds, files of other seeds, or another path of the game", () => {
    const files = [{ url: "/level-2.js", hash: "cc" }];
    expect(differingParts(sweep, makeSweep([makeRow(9, 9)], { files, target: ".", list: "9" }))).toEqual([]);
  });
});

describe("findDisagreement", () => {
  function disagreement(one: SweepRow, other: SweepRow): string | null {
    const found = findDisagreement(makeSweep([makeRow(0, 0), one]), makeSweep([other, makeRow(99, 0)]));
    return found === null ? null : `${String(found.seed)}: ${found.what}, ${found.values.join(" and ")}`;
  }

  it("names the seed and the metric", () => {
    expect(disagreement(makeRow(7, 20), makeRow(7, 21))).toBe("7: draw calls, worst frame, 20 and 21");
  });

  it("finds other frames with the same counts", () => {
    expect(disagreement(makeRow(7, 20), makeRow(7, 20, { chain: "other" }))).toBe(
      "7: the state of the frames, chain-7 and other",
    );
  });

  it("finds a failure in one of them, unless the machine failed", () => {
    expect(disagreement(makeRow(7, 20), makeRow(7, 20, { failure: game }))).toBe("7: the outcome, no failure and hung");
    expect(disagreement(makeRow(7, 20), makeRow(7, 0, { failure: machine }))).toBeNull();
  });

  it("expects no equal figures of a seed that is nondeterministic in both", () => {
    expect(disagreement(makeRow(7, 20, { failure: differs }), makeRow(7, 21, { failure: differs }))).toBeNull();
  });

  it("does not compare times", () => {
    const timed = (value: number): SweepRow =>
      makeRow(7, 20, { metrics: { frameCpuMsP95: { value, low: value, high: value } } });
    expect(disagreement(timed(1), timed(2))).toBeNull();
  });
});
