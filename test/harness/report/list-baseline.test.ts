import { describe, expect, it } from "vitest";
import { renderBaseline, summariseBaseline } from "../../../harness/report/list-baseline.ts";
import { createPaint } from "../../../harness/report/terminal-text.ts";
import type {
  BaselineComparison,
  ColumnComparison,
  ComparedDrawer,
  DuetEffect,
} from "../../../src/formats/baseline.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const style = { paint: createPaint(false), columns: 100 };
const report = makeReport(makeSamples(["count"]));

const body: DuetEffect = { scope: "body", frames: null, ratio: 1.002, low: 0.995, high: 1.009 };
const tail: DuetEffect = { scope: "tail", frames: null, ratio: 0.998, low: 0.987, high: 1.011 };
const equal = { count: "drawCalls", baseline: 5400, current: 5400, firstDifference: null, worstWindow: null } as const;
const grown = {
  count: "work",
  baseline: 180_852_671,
  current: 183_552_671,
  firstDifference: 0,
  worstWindow: { frames: [60, 119], growth: 0.0149 },
} as const;

const same: BaselineComparison = {
  source: { kind: "git", name: "main", commit: "76934d4aa0000000000000000000000000000000" },
  columns: [equal],
  loads: [],
  functions: [],
  functionTimes: [],
  allocations: null,
  allocationsNote: null,
  draws: null,
  maxWorkGrowth: 0.02,
  work: "same",
  times: { pairs: 12, minimumEffect: 0.02, verdict: "no-difference", p: 0.4, body, tail, effect: body },
  timesNote: null,
  failsOnTime: false,
};

function print(baseline: BaselineComparison): string {
  return renderBaseline({ ...report, baseline }, style).join("\n");
}

describe("renderBaseline", () => {
  it("says that the work is the same, and by how much times could differ", () => {
    expect(print(same)).toBe(
      [
        "  Compared with main (76934d4): the same work. Equal in every frame: 1 count.",
        "  Times, 12 pairs of browsers in lockstep: the typical frame +0.2 % (-0.5 to 0.9 %); the slowest",
        "  frames -0.2 % (-1.3 to 1.1 %).",
      ].join("\n"),
    );
  });

  it("lists the counts and functions that grew, and in which frames", () => {
    const functions = [
      { name: "advance", position: "src/sparks.ts:45:12", owner: "game", baseline: 10, current: 2_700_010 },
      { name: "", position: "src/main.ts:1:1", owner: "game", baseline: 900, current: 300 },
    ] as const;
    const text = print({ ...same, work: "more", columns: [equal, grown], functions });
    expect(text.split("\n").slice(0, 5)).toEqual([
      "  Compared with main (76934d4): more work, within the allowed growth.",
      "                      baseline          now  growth  at its most in frames  differs from frame",
      "    executed code  180,852,671  183,552,671  +1.5 %  60 to 119              0",
      "    +2,700,000  1.5 %  advance      src/sparks.ts:45:12",
      "          -600  0.0 %  (anonymous)  src/main.ts:1:1",
    ]);
  });

  it("lists the functions that allocate more", () => {
    const scatter = { name: "scatter", position: "src/sparks.ts:9:1", owner: "game" } as const;
    const fade = { name: "fade", position: "src/sparks.ts:2:1", owner: "game" } as const;
    const text = print({
      ...same,
      allocations: {
        ...{ baselineBytes: 467_232.4, currentBytes: 474_232.4, minimumBytes: 475 },
        functions: [
          { ...scatter, baselineBytes: 0, currentBytes: 7600.5 },
          { ...fade, baselineBytes: 900, currentBytes: 300 },
        ],
      },
    });
    expect(text.split("\n").slice(1, 4)).toEqual([
      "  Allocations: 474 kB a frame, 467 kB before: +7.0 kB, +1.5 %.",
      "    +7.6 kB  1.6 %  scatter  src/sparks.ts:9:1",
      "     -600 B  0.1 %  fade     src/sparks.ts:2:1",
    ]);
  });

  it("says up to which difference the allocations are equal, or why they were not compared", () => {
    const allocations = { baselineBytes: 467_232, currentBytes: 467_250, minimumBytes: 468, functions: [] };
    expect(print({ ...same, allocations })).toContain("Allocations: 467 kB a frame, no difference larger than 468 B.");
    expect(print({ ...same, allocationsNote: "the stored report has no allocations pass" })).toContain(
      "Allocations: not compared, because the stored report has no allocations pass.",
    );
  });

  it("lists who draws more", () => {
    const none = { drawCalls: 0, triangles: 0, canvasOperations: 0, textureUploadBytes: 0, bufferUploadBytes: 0 };
    const text = print({
      ...same,
      work: "too-much",
      draws: {
        frame: 12,
        functions: [
          {
            ...{ name: "mirror", position: "src/world.ts:69:18", owner: "game", baseline: none },
            current: { ...none, drawCalls: 18, triangles: 72_328, textureUploadBytes: 4_200_000 },
          },
        ],
        nodes: [{ path: "Scene/Mesh", baseline: { ...none, drawCalls: 9 }, current: none }],
      },
    });
    expect(text.split("\n").slice(1, 4)).toEqual([
      "    draws  triangles  uploads  drawn in frame 12",
      "      +18    +72,328  +4.2 MB  mirror             src/world.ts:69:18",
      "       -9                      Scene/Mesh",
    ]);
  });

  it("lists what is loaded differently", () => {
    const loads = [
      { metric: "bootBytes", baseline: 1_200_000, current: 1_300_000 },
      { metric: "bootFailedRequests", baseline: null, current: 2 },
    ] as const;
    expect(print({ ...same, loads }).replaceAll(/\n\s+/gu, " ")).toContain(
      "not judged: loaded at boot 1.2 MB, now 1.3 MB; failed requests at boot not measured, now 2.",
    );
  });

  it("says by how much a load differs whose figures look the same", () => {
    const loads = [
      { metric: "bootBytes", baseline: 1_600_000, current: 1_600_095 },
      { metric: "bootDecodedBytes", baseline: 1_600_095, current: 1_600_000 },
    ] as const;
    expect(print({ ...same, loads }).replaceAll(/\n\s+/gu, " ")).toContain(
      "loaded at boot 1.6 MB, 95 B more; decoded at boot 1.6 MB, 95 B less.",
    );
  });

  it("shows the eight columns that grew the most, and how many more there are", () => {
    const columns = Array.from({ length: 11 }, (_, index) => ({
      ...grown,
      worstWindow: { frames: [0, 59] as const, growth: index / 100 },
    }));
    const lines = print({ ...same, work: "more", columns }).split("\n");
    expect(lines.filter((line) => line.includes("executed code"))).toHaveLength(8);
    expect(lines[2]).toContain("+10.0 %");
    expect(lines).toContain("    and 3 more in the report");
  });

  it("is empty without a baseline", () => {
    expect(renderBaseline(report, style)).toEqual([]);
  });
});

describe("a regression", () => {
  const none = { drawCalls: 0, triangles: 0, canvasOperations: 0, textureUploadBytes: 0, bufferUploadBytes: 0 };
  const everywhere = [0, 59] as const;
  const regressed = (change: Partial<BaselineComparison>): string | null =>
    summariseBaseline({ ...same, work: "too-much", times: null, timesNote: "", ...change });
  const doubled = { ...equal, firstDifference: 0, worstWindow: { frames: everywhere, growth: 1 } };
  const fresh: ColumnComparison = {
    count: "renderbufferBytes",
    ...{ baseline: 0, current: 31_457_280, firstDifference: 0 },
    worstWindow: { frames: everywhere, growth: 262_144 },
  };

  it("of draws is explained by who draws, and not by what follows from it", () => {
    const mirror: ComparedDrawer = {
      ...{ name: "", position: "src/world.ts:69:18", baseline: none },
      ...{ owner: "game", current: { ...none, drawCalls: 18 } },
    };
    const nodes = [{ path: "Scene/crates", baseline: none, current: { ...none, drawCalls: 9 } }];
    expect(regressed({ columns: [fresh, doubled], draws: { frame: 0, functions: [mirror], nodes } })).toBe(
      "more work than main: draw calls +100.0 % in frames 0 to 59, first in frame 0, most of it by (anonymous) (src/world.ts:69:18) for Scene/crates",
    );
  });

  it("of what an engine uploads by itself is explained by the node, and by the game's function that grew", () => {
    const engine: ComparedDrawer = {
      ...{ name: "render", position: "three/build/three.js", baseline: none },
      ...{ owner: "library", current: { ...none, drawCalls: 18 } },
    };
    const nodes = [{ path: "Scene/floor", baseline: none, current: { ...none, drawCalls: 18 } }];
    const functions = [
      { name: "refresh", position: "src/floor.ts:4:1", owner: "game", baseline: 0, current: 60 } as const,
    ];
    expect(regressed({ columns: [doubled], draws: { frame: 0, functions: [engine], nodes }, functions })).toContain(
      "most of it for Scene/floor; the game's own code grew the most in refresh (src/floor.ts:4:1)",
    );
  });

  it("of what new code makes an engine upload is explained by that code first", () => {
    const caller: ComparedDrawer = {
      ...{ name: "render", position: "src/main.ts:9:3", owner: "game" },
      ...{ baseline: { ...none, drawCalls: 18 }, current: { ...none, drawCalls: 36 } },
    };
    const refresh = { name: "refresh", position: "src/floor.ts:4:1", owner: "game", baseline: 0, current: 60 } as const;
    const draws = { frame: 0, functions: [caller], nodes: [] };
    expect(regressed({ columns: [doubled], draws, functions: [refresh] })).toContain(
      "; the game's new code is refresh (src/floor.ts:4:1), and most of the growth is by render (src/main.ts:9:3)",
    );
    // Code that ran before is named after it.
    expect(regressed({ columns: [doubled], draws, functions: [{ ...refresh, baseline: 6 }] })).toContain(
      ", most of it by render (src/main.ts:9:3); the game's own code grew the most in refresh (src/floor.ts:4:1)",
    );
  });

  it("of time is explained by the function that takes more", () => {
    const times = {
      ...same.times!,
      verdict: "slower",
    } as const;
    const functionTimes = [
      { name: "(program)", position: "", owner: "browser", baselineMs: 2, currentMs: 1, part: 0.1 },
      { name: "sortAll", position: "src/sort.ts:4:1", owner: "game", baselineMs: 0.5, currentMs: 2.5, part: 0.2 },
    ] as const;
    expect(summariseBaseline({ ...same, times, functionTimes })).toMatch(
      /slower: .*, most of it in sortAll \(src\/sort.ts:4:1\): \+2.000 ms, 20.0 % of a frame; --fail-on time/u,
    );
  });

  it("without a base has no share", () => {
    expect(regressed({ columns: [fresh] })).toContain("renderbuffer memory new in frames 0 to 59");
    expect(regressed({ columns: [{ ...fresh, baseline: 5 }] })).toContain("renderbuffer memory over 100 times in");
  });

  it("of a library's code also names the game's own function that grew", () => {
    const functions = [
      ...[
        {
          name: "compose",
          position: "../node_modules/three/a.js:5:1",
          owner: "library",
          baseline: 1,
          current: 99,
        } as const,
      ],
      ...[{ name: "", position: "src/sparks.ts:45:12", owner: "game", baseline: 1, current: 9 } as const],
    ];
    expect(regressed({ columns: [grown], functions, maxWorkGrowth: 0 })).toContain(
      "most of it in compose (library) (three/a.js:5:1) and, of the game's own code, in src/sparks.ts:45:12",
    );
  });
});

describe("summariseBaseline", () => {
  const functions = [{ name: "advance", position: "src/a.ts:4:1", owner: "game", baseline: 1, current: 9 }] as const;
  const slow: DuetEffect = { scope: "window", frames: [80, 99], ratio: 1.05, low: 1.03, high: 1.07 };
  const slower = { ...same.times!, verdict: "slower", effect: slow } as const;

  it.each([
    [{}, "the same work as main, and no difference in time larger than 1.1 %"],
    [
      { work: "too-much", columns: [equal, grown], functions, times: null },
      "more work than main: executed code +1.5 % in frames 60 to 119, first in frame 0, most of it in advance (src/a.ts:4:1)",
    ],
    [
      { times: slower },
      "the same work as main, slower: frames 80 to 99 +5.0 % (3.0 to 7.0 %); --fail-on time would fail it",
    ],
    [{ times: slower, failsOnTime: true }, "the same work as main, slower: frames 80 to 99 +5.0 % (3.0 to 7.0 %)"],
    [
      { work: "less", times: { ...slower, verdict: "faster" } },
      "less work than main, faster: frames 80 to 99 +5.0 % (3.0 to 7.0 %)",
    ],
    [
      { times: { ...slower, verdict: "undecided" } },
      "the same work as main; a difference in time up to 1.1 % cannot be told from noise",
    ],
    [{ times: null, timesNote: "another machine class" }, "the same work as main"],
  ] as const)("is one clause: %j", (change, sentence) => {
    expect(summariseBaseline({ ...same, ...change })).toBe(sentence);
  });

  it("is null without a baseline", () => {
    expect(summariseBaseline(null)).toBeNull();
  });
});
