import { describe, expect, it } from "vitest";
import { examineSweep } from "../../../harness/examine-sweep.ts";
import { renderShortSweep, renderSweep } from "../../../harness/report/list-sweep.ts";
import type { SweepReport, SweepRow } from "../../../src/formats/sweep.ts";
import { makeRow, makeSweep } from "../../formats/sweep-document.ts";

const failure = { kind: "game", code: "hung", message: "Frame 12 took longer than 10000 ms." } as const;
const differs = { kind: "nondeterminism", code: "nondeterminism", message: "two runs differ in frame 3" } as const;
const rows = [
  makeRow(-1, 96),
  makeRow(2, 166),
  makeRow(3, 101),
  makeRow(4, 0, { failure, chain: null, metrics: {} }),
  makeRow(5, 80, { failure: differs }),
  ...Array.from({ length: 8 }, (_, index) => makeRow(10 + index, 50 + index)),
];
const options = { colour: false, columns: 100 };

function show(shown: readonly SweepRow[], overrides: Partial<SweepReport> = {}, columns = 100): string {
  return renderSweep(examineSweep(makeSweep(shown, overrides), null), { ...options, columns });
}

/** The line of the verdict. */
function verdictOf(shown: readonly SweepRow[], overrides: Partial<SweepReport> = {}): string {
  const text = renderShortSweep(examineSweep(makeSweep(shown, overrides), null), options);
  return text.replaceAll(/\s+/gu, " ").trim();
}

describe("the list of a sweep", () => {
  it("shows the worst seeds first, the distribution, the command for the worst one, and the verdict", () => {
    const budget = { maxDrawCalls: 100, frameCpuMsP95: 8 };
    const list = "-1..5,10..17";
    expect(show(rows, { budget, unjudged: ["frameCpuMsP95"], list })).toMatchInlineSnapshot(`
      "
        Orchard Run 1.2.0
        13 seeds of -1..5,10..17
        120 frames after 60 of warm-up
        Chrome/1 · linux x64
        not judged without --repeat: frame CPU p95

        Worst seeds
                 seed  draw calls, worst frame
        FAILED      4                        -  Frame 12 took longer than 10000 ms.
        DIFFERS     5                       80  two runs differ in frame 3
        ✗           2                      166  over the budget of 100
        ✗           3                      101  over the budget of 100
        ✓          -1                       96
        ✓          17                       57
        ✓          16                       56
        ✓          15                       55
        ✓          14                       54
        ✓          13                       53
        and 3 more

        Over all seeds
                                 min  median    p95  max  budget  seeds over
        draw calls, worst frame   50    55.5  130.2  166     100           2

        Seed 4 again: framegate perf games/orchard --seed 4 --frames 120 --warmup 60

         FAIL  4 of 13 seeds did not pass (1 failed, 1 nondeterministic, 2 over the budget); the worst is
               seed 4: Frame 12 took longer than 10000 ms.
      "
    `);
  });

  it("fits a narrow terminal, but for the command", () => {
    const lines = show(rows, {}, 60).split("\n");
    const long = lines.filter((line) => line.length > 60 && !line.includes("framegate perf"));
    expect(long).toEqual([]);
  });

  it("says that all seeds gave the same frames", () => {
    const same = [1, 2, 3].map((seed) => makeRow(seed, 10, { chain: "same" }));
    expect(show(same)).toContain("every seed gave the same frames");
    expect(show(rows)).not.toContain("every seed gave the same frames");
    expect(show([makeRow(1, 10)])).not.toContain("every seed gave the same frames");
  });

  it("has the texts of a game on one line, without control characters", () => {
    const evil = { ...failure, message: "\u001B[2Jhung\n::error::x" };
    const game = { ...makeSweep([]).game, name: "Orchard\u001B[2J\nforged" };
    const text = show([makeRow(1, 0, { failure: evil })], { game });
    expect(text).not.toContain("\u001B");
    expect(text).toContain("Orchard forged");
    expect(text).toContain("hung ::error::x");
  });
});

describe("the verdict of a sweep in one sentence", () => {
  it.each<readonly [string, readonly SweepRow[], Partial<SweepReport>]>([
    [
      "PASS the budget holds with all 2 seeds, the tightest with 10.0 % to spare: draw calls, worst frame, seed 2",
      [makeRow(1, 3), makeRow(2, 90)],
      {},
    ],
    [
      "PASS the budget holds with the seed, the tightest with 97.0 % to spare: draw calls, worst frame, seed 1",
      [makeRow(1, 3)],
      {},
    ],
    ["DONE 2 seeds measured; no budget was judged", [makeRow(1, 3), makeRow(2, 90)], { budget: null }],
    [
      "Incomplete: these seeds were not run: 2..9. INCOMPLETE the budget holds with the seed, the tightest with 97.0 % to spare: draw calls, worst frame, seed 1",
      [makeRow(1, 3)],
      { missing: "2..9" },
    ],
  ])("is: %s", (sentence, shown, overrides) => {
    expect(verdictOf(shown, overrides)).toBe(sentence);
  });

  it("counts each kind of failure, and gives the command of the worst", () => {
    expect(verdictOf(rows)).toBe(
      "Seed 4 again: framegate perf games/orchard --seed 4 --frames 120 --warmup 60 FAIL 4 of 13 seeds did not pass (1 failed, 1 nondeterministic, 2 over the budget); the worst is seed 4: Frame 12 took longer than 10000 ms.",
    );
  });

  it("is undecided if a time is too close to its limit", () => {
    const metrics = { frameCpuMsP95: { value: 4, low: 3, high: 5 } };
    expect(verdictOf([makeRow(1, 0, { metrics })], { budget: { frameCpuMsP95: 4.5 } })).toContain(
      "INCONCLUSIVE 1 of 1 seed did not pass (1 too close to a limit); the worst is seed 1: frame CPU p95: 4.000 ms is too close to the budget of 4.500 ms to tell",
    );
  });
});
