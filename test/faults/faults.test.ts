import { expect, it } from "vitest";
import { allFaults } from "./all-faults.ts";
import { runFault } from "./run-fault.ts";

// A bound of the table is for a quiet machine, and here it only tells what ends from what hangs.
const slowness = 10;

const short = allFaults.flatMap(({ title, faults }) =>
  faults
    .filter(({ inCi, skipped }) => inCi === true && (skipped?.() ?? null) === null)
    .map((fault) => ({ title, name: fault.name, fault })),
);

it.each(short)("$title: $name", async ({ fault }) => {
  const { problems, stderr } = await runFault(fault, slowness);
  expect(problems, stderr.slice(-1000)).toEqual([]);
});
