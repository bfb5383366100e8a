import { describe, expect, it } from "vitest";
import { samplesOf } from "../../../harness/measure/samples-of.ts";
import { makePlan } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

describe("samplesOf", () => {
  const [counted] = makeSamples(["count"], { frames: 6 });

  it("leaves the warm-up out of every column, and gives an untimed pass no times", () => {
    const measured = samplesOf(makePlan({ warmup: 2, frames: 4 }), { samples: counted!, trace: null });
    expect(measured.counts.drawCalls).toEqual(counted!.counts.drawCalls?.slice(2));
    expect(measured.times).toBeNull();
  });

  it("rounds the time of loading before anything is computed from it, so that a stored report can be judged again", () => {
    const samples = { ...counted!, bootMs: 250.123456, wallMs: 1800.50004 };
    const { bootMs, wallMs } = samplesOf(makePlan({ warmup: 2, frames: 4 }), { samples, trace: null });
    expect({ bootMs, wallMs }).toEqual({ bootMs: 250.1235, wallMs: 1800.5 });
  });
});
