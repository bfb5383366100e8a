import { expect, it } from "vitest";
import { allFaults } from "./all-faults.ts";
import { runFault } from "./run-fault.ts";

// The time limits of the table are for a quiet machine. Here they only tell a run that ends from one that hangs.
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
