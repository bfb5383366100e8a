import { describe, expect, it } from "vitest";
import { stringifyJson } from "../../../harness/report/json.ts";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const passes = ["count", "timed", "timed", "timed"] as const;

describe("stringifyJson", () => {
  it("keeps the order of the keys and puts lists of plain values on one line", () => {
    expect(stringifyJson({ b: [1, 2.5, null], a: { d: "x\n", c: true }, e: [{ f: [] }, {}] })).toMatchInlineSnapshot(`
      "{
        "b": [1, 2.5, null],
        "a": {
          "d": "x\\n",
          "c": true
        },
        "e": [
          {
            "f": []
          },
          {}
        ]
      }
      "
    `);
  });

  it("round-trips every value", () => {
    const report = makeReport(makeSamples(passes));
    expect(JSON.parse(stringifyJson(report))).toEqual(report);
  });

  it("refuses values that JSON would silently turn into null", () => {
    expect(() => stringifyJson({ cpuMs: [1, Number.NaN] })).toThrow("JSON has no NaN.");
    expect(() => stringifyJson([Infinity])).toThrow(TypeError);
    expect(() => stringifyJson({ compute: () => 1 })).toThrow("JSON has no function.");
  });

  it("leaves out properties that are undefined", () => {
    expect(stringifyJson({ a: undefined, b: 1 })).toBe('{\n  "b": 1\n}\n');
  });
});

describe("a report file", () => {
  const budget = { frameCpuMsP95: 3.02, physicsMsP95: 2, maxDrawCalls: 140 };

  it("is byte-identical when rebuilt from the same samples", () => {
    const make = (): string => {
      const report = makeReport(makeSamples(passes), { budget });
      return stringifyJson({ report, verdict: judgeReport(report, budget) });
    };
    expect(make()).toBe(make());
  });

  it("gives a byte-identical verdict when read back and judged again", () => {
    const report = makeReport(makeSamples(passes), { budget });
    const stored = JSON.parse(stringifyJson(report)) as typeof report;
    expect(stringifyJson(judgeReport(stored, stored.budget))).toBe(stringifyJson(judgeReport(report, budget)));
  });
});
