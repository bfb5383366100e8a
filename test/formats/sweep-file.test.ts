import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type { DeepReadonly } from "../../src/formats/read-only.ts";
import { columnsOfRows, rowsOfColumns } from "../../src/formats/sweep-rows.ts";
import type { sweepFileSchema } from "../../src/formats/sweep-schema.ts";
import { commandOfSeed, type SweepFile, type SweepRow } from "../../src/formats/sweep.ts";
import { validateSweepFile } from "../../src/formats/validate-sweep.ts";
import { fullSweepFiles, makeRow, makeSweep } from "./sweep-document.ts";

describe("the schema of a sweep", () => {
  it("is equal to the types", () => {
    expectTypeOf<z.infer<typeof sweepFileSchema>>().toExtend<SweepFile>();
    expectTypeOf<SweepFile>().toExtend<DeepReadonly<z.infer<typeof sweepFileSchema>>>();
  });

  it("accepts a sweep and returns it as written", () => {
    for (const file of fullSweepFiles()) {
      const validation = validateSweepFile(JSON.stringify(file));
      expect(validation.ok && validation.value).toEqual(file);
    }
  });

  it("rejects another version", () => {
    const [file] = fullSweepFiles();
    const validation = validateSweepFile(JSON.stringify(file).replace('"version":1,', '"version":2,'));
    expect(validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "invalid-value /sweep/version",
    ]);
  });
});

describe("rows of seeds", () => {
  const time = { value: 4, low: 3, high: 6 };
  const rows: readonly SweepRow[] = [
    makeRow(1, 20),
    { ...makeRow(2, 30), metrics: { frameCpuMsP95: time, maxDrawCalls: { value: 30, low: 30, high: 30 } } },
    { ...makeRow(3, 0), chain: null, metrics: {}, failure: { kind: "game", code: "hung", message: "It hung." } },
    { ...makeRow(4, 10), metrics: { frameCpuMsP95: { value: 4, low: null, high: null } } },
  ];

  it("become columns, ascending by seed, and rows again", () => {
    const columns = columnsOfRows(rows.toReversed());
    expect(columns.seeds).toEqual([1, 2, 3, 4]);
    expect(columns.metrics.maxDrawCalls).toEqual({ values: [20, 30, null, null], low: null, high: null });
    expect(columns.metrics.frameCpuMsP95).toEqual({
      values: [null, 4, null, 4],
      low: [null, 3, null, null],
      high: [null, 6, null, null],
    });
    expect(rowsOfColumns(columns)).toEqual(rows);
  });
});

it("the command of a seed has it in place of the placeholder, and nowhere else", () => {
  const { command } = makeSweep([], { command: "framegate perf SEED.html --seed SEED --frames 60 --query a=SEED" });
  expect(commandOfSeed(command, -3)).toBe("framegate perf SEED.html --seed -3 --frames 60 --query a=SEED");
});
