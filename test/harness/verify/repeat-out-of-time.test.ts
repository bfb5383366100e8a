import { expect, it } from "vitest";
import { FramegateError } from "../../../harness/errors.ts";
import type { LaunchOutcome } from "../../../harness/verify/compare-failures.ts";
import { repeatOutOfTime } from "../../../harness/verify/repeat-out-of-time.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const [samples] = makeSamples(["count"]);
if (samples === undefined) throw new Error("There are samples.");

const ran: LaunchOutcome = { kind: "ran", samples, inspections: [], loads: [] };
const where = { frame: "frame 3", where: "game.js:3:7" };
const threw: LaunchOutcome = { kind: "failed", error: new FramegateError("frame-threw", { ...where, message: "no" }) };
const late: LaunchOutcome = {
  kind: "failed",
  error: new FramegateError("settle-timeout", {
    ...where,
    waitedMs: 10_000,
    outstanding: "the worker engine.js",
    option: null,
  }),
};

async function repeat(
  outcomes: readonly LaunchOutcome[],
  again: LaunchOutcome,
): Promise<{ readonly outcomes: unknown; readonly repeated: readonly number[] }> {
  const repeated: number[] = [];
  const all = await repeatOutOfTime(outcomes, async (index) => {
    repeated.push(index);
    return await Promise.resolve(again);
  });
  return { outcomes: all, repeated };
}

it("repeats a launch that took too long where others did not", async () => {
  expect(await repeat([ran, ran, late], ran)).toEqual({ outcomes: [ran, ran, ran], repeated: [2] });
  expect(await repeat([late, threw, ran], ran)).toEqual({ outcomes: [ran, threw, ran], repeated: [0] });
});

it("leaves what all launches reach, what is no time limit, and what is reached again", async () => {
  expect(await repeat([late, late], ran)).toEqual({ outcomes: [late, late], repeated: [] });
  expect(await repeat([ran, threw], ran)).toEqual({ outcomes: [ran, threw], repeated: [] });
  expect(await repeat([ran, late], late)).toEqual({ outcomes: [ran, late], repeated: [1] });
});

it("starts over with rendered pixels if the repeated launch reads them", async () => {
  const needs = { kind: "needs-raster", during: "frames", api: "getImageData", where: null } as const;
  expect(await repeatOutOfTime([ran, late], async () => await Promise.resolve(needs))).toBe(needs);
});
