import { Command } from "commander";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addPerfFlags, type PerfFlags, toBaselineOptions, toRunOptions } from "../../../harness/cli/perf-flags.ts";
import { baselineDefaults } from "../../../harness/plan/baseline-options.ts";
import { repeatBaseline, repeatOptions } from "../../../harness/plan/repeat-options.ts";
import { completeOptions, runDefaults, type RunOptions } from "../../../harness/plan/run-options.ts";
import { metricDefinitions, metricIds } from "../../../src/formats/metrics.ts";

function parse(words: readonly string[]): PerfFlags {
  const command = addPerfFlags(new Command("perf")).exitOverride();
  command.parse([...words], { from: "user" });
  return command.opts<PerfFlags>();
}

const side = fc.integer({ min: 1, max: 9000 });
const milliseconds = fc.integer({ min: 1, max: 100_000 });
const budget = fc
  .dictionary(fc.constantFrom(...metricIds), fc.integer({ min: 1, max: 1000 }))
  .map((limits) => ({ ...limits }));

/** Options without a report field of their own. */
const options: fc.Arbitrary<RunOptions> = fc.record({
  assertBudget: fc.boolean(),
  budget,
  viewport: fc.option(fc.record({ width: side, height: side })),
  repeat: fc.option(fc.integer({ min: 0, max: 15 })),
  timeLimitMs: fc.option(fc.integer({ min: 1, max: 900 }).map((seconds) => seconds * 1000)),
  screenshotFrames: fc.array(fc.nat(599), { maxLength: 3 }),
  screenshotEvery: fc.option(fc.integer({ min: 2, max: 700 })),
  screenshotWorst: fc.boolean(),
  overdrawFrame: fc.option(fc.nat(599)),
  bootTimeoutMs: milliseconds,
  frameTimeoutMs: milliseconds,
  allowMissing: fc.array(fc.stringMatching(/^[a-z*/. ]+$/u), { maxLength: 2 }),
  allowVacuous: fc.boolean(),
  allowErrors: fc.boolean(),
  strict: fc.boolean(),
  inconclusive: fc.constantFrom("pass", "fail", "keep"),
});

describe("the flags that repeat a run", () => {
  it("are none for the defaults", () => {
    expect(repeatOptions(runDefaults)).toEqual([]);
  });

  it("parse to the original options", () => {
    fc.assert(
      fc.property(options, (given) => {
        const complete = completeOptions(given);
        expect(completeOptions(toRunOptions(parse(repeatOptions(complete))))).toEqual(complete);
      }),
    );
  });

  it("take limits of all units", () => {
    for (const id of metricIds) {
      const limit = metricDefinitions[id].unit === "ms" ? 4.25 : 4;
      const words = repeatOptions({ ...runDefaults, budget: { [id]: limit } });
      expect(toRunOptions(parse(words)).budget).toEqual({ [id]: limit });
    }
  });
});

describe("the flags of a comparison", () => {
  it("are only the baseline by default", () => {
    expect(repeatBaseline({ ...baselineDefaults, name: "main" })).toEqual(["--baseline", "main"]);
  });

  it("parse to the original comparison", () => {
    const given = { name: "my build", build: "npm run build", maxWorkGrowth: 0.07, failsOnTime: true };
    expect(toBaselineOptions(parse(repeatBaseline(given)))).toEqual({
      ...given,
      maxWorkGrowth: expect.closeTo(0.07, 12),
    });
  });
});
