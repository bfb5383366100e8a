import { expect, it } from "vitest";
import { leaveOutWarmup } from "../../../harness/measure/leave-out-warmup.ts";
import { makeSamples, noCounts } from "../fixtures/make-samples.ts";

/** The same columns without their first four entries, however deeply nested. */
function shorten(columns: unknown): unknown {
  if (Array.isArray(columns)) return columns.slice(4);
  if (typeof columns !== "object" || columns === null) return columns;
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, shorten(value)]));
}

it("removes the first frames from every column, and nothing else", () => {
  for (const samples of makeSamples(["count", "timed"], { frames: 6 })) {
    const expected = { ...samples, counts: shorten(samples.counts), times: shorten(samples.times) };
    expect(leaveOutWarmup(samples, 4)).toEqual(expected);
  }
});

it("leaves a missing column missing", () => {
  const [samples] = makeSamples(["count"], { frames: 6 });
  const none = {
    ...samples!,
    counts: noCounts,
  };
  expect(leaveOutWarmup(none, 4)).toEqual(none);
});
