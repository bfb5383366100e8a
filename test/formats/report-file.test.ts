import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type { DeepReadonly } from "../../src/formats/read-only.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { reportFileSchema } from "../../src/formats/report-schema.ts";
import { validateReport } from "./format-validators.ts";
import { makeReportFile } from "./report-document.ts";

const file = makeReportFile();

function errorsOf(text: string): readonly string[] {
  const validation = validateReport(text);
  return validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

describe("the schema of a report", () => {
  it("is equal to the types", () => {
    expectTypeOf<z.infer<typeof reportFileSchema>>().toExtend<ReportFile>();
    expectTypeOf<ReportFile>().toExtend<DeepReadonly<z.infer<typeof reportFileSchema>>>();
    expectTypeOf<ReportFile["report"]["version"]>().toEqualTypeOf<
      z.infer<typeof reportFileSchema>["report"]["version"]
    >();
  });

  it("accepts a report and returns it as written", () => {
    const validation = validateReport(JSON.stringify(file));
    expect(validation.ok && validation.value).toEqual(file);
  });

  it("rejects a truncated report, another version and an unknown metric", () => {
    const text = JSON.stringify(file);
    expect(errorsOf(text.slice(0, -5))).toEqual(["json-syntax "]);
    expect(errorsOf(text.replace(`"version":2,"game"`, `"version":1,"game"`))).toEqual([
      "invalid-value /report/version",
    ]);
    expect(errorsOf(text.replace(`"maxEntities":{`, `"maxEntity":{},"maxEntities":{`))).toEqual([
      "unknown-property /report/metrics/maxEntity",
    ]);
  });

  it.each([
    [`"runs":[0,1]`, `"runs":[0]`, "out-of-range /report/divergence/runs"],
    [`"cpuMs":[1.75],"wallMs":[2],"gcMs"`, `"cpuMs":[null],"wallMs":[2],"gcMs"`, "wrong-type /report/perFrame/cpuMs/0"],
    [`"cause":"budget"`, `"cause":null`, "invalid-value /verdict/cause"],
  ])("rejects %s written as %s", (right, wrong, expected) => {
    expect(errorsOf(JSON.stringify(file).replace(right, wrong))).toEqual([expected]);
  });
});
