import { describe, expect, it } from "vitest";
import type { RandomCallSite, RunNotice } from "../../../src/formats/frame-sample.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const samples = makeSamples(["count", "timed"]);
const notice: RunNotice = { code: "slow-load", message: "A file took long.", severity: "warning", where: "level.json" };
const site: RandomCallSite = { api: "Math.random", frame: 30, site: "src/spawn.ts:88:14", through: [] };

describe("buildReport", () => {
  it("holds everything needed to run it again", () => {
    const report = makeReport(samples, {
      plan: { seed: { value: -3, source: "query", notices: ["defaultSeed 9 was not used."] }, query: "?level=2" },
    });
    expect(report).toMatchObject({
      version: 2,
      seed: { value: -3, source: "query", notices: ["defaultSeed 9 was not used."] },
      frames: { measured: 120, warmup: 60, dt: 1000 / 60 },
      viewport: { width: 1280, height: 720 },
      query: "?level=2",
      target: "games/orchard",
    });
  });

  it("describes the tape by file, hash and number of events, without its content", () => {
    const tape = {
      version: 1,
      stepHz: 60,
      events: [
        { step: 3, type: "blur" },
        { step: 9, type: "focus" },
      ],
    } as const;
    const report = makeReport(samples, { plan: { tape: { file: "attack.tape.json", hash: "ab12", tape } } });
    expect(report.tape).toEqual({ file: "attack.tape.json", hash: "ab12", events: 2, isOrphan: false });
  });

  it("rounds times to a ten-thousandth of a millisecond and leaves the step's length exact", () => {
    const report = makeReport(samples);
    expect(report.perFrame.cpuMs.filter((value) => Number(value.toFixed(4)) !== value)).toEqual([]);
    expect(report.runs[0]?.bootMs).toBe(250.1235);
    expect(report.frames.dt).toBe(1000 / 60);
  });

  it("reports real raster when a run had to fall back to it", () => {
    const fellBack = samples.map((sample, index) => (index === 1 ? { ...sample, raster: "real" as const } : sample));
    expect(makeReport(fellBack).raster).toBe("real");
    expect(makeReport(samples).raster).toBe("skip");
  });

  it("lists repeated notices once, and keeps those that differ", () => {
    const other = { ...notice, where: "music.ogg" };
    const noticed = samples.map((sample) => ({ ...sample, notices: [notice, other] }));
    expect(makeReport(noticed).notices).toEqual([notice, other]);
  });

  it("lists a notice about a blob once, although each run has another name for the blob", () => {
    const noticed = samples.map((sample, index) => ({
      ...sample,
      notices: [{ ...notice, where: `blob:http://embed.framegate.localhost/${String(index)}:1:9` }],
    }));
    expect(makeReport(noticed).notices).toHaveLength(1);
  });

  it("lists each random call site once, from the earliest frame in which a run saw it", () => {
    const found = samples.map((sample, index) => ({
      ...sample,
      randomCallSites:
        index === 0
          ? [site]
          : [
              { ...site, frame: 12 },
              { ...site, site: "src/loot.ts:4:2" },
            ],
    }));
    expect(makeReport(found).randomCallSites).toEqual([
      { ...site, frame: 12 },
      { ...site, site: "src/loot.ts:4:2" },
    ]);
  });

  it("keeps every run separate, with its own columns", () => {
    const { runs } = makeReport(samples);
    expect(runs.map(({ pass, repeat }) => [pass, repeat])).toEqual([
      ["count", 0],
      ["timed", 0],
    ]);
    expect(runs[0]).toMatchObject({ times: null, entities: 40, finalStateHash: "f1a7e000" });
    expect(runs[1]?.stateHash).toBeNull();
    expect(runs[1]?.times?.cpuMs).toHaveLength(120);
  });
});
