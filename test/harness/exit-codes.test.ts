import { describe, expect, it } from "vitest";
import { exitCodeFor, exitCodes, exitMeanings, mostSevereExitCode } from "../../harness/exit-codes.ts";
import type { Verdict, VerdictLine } from "../../src/formats/verdict.ts";

const line: VerdictLine = {
  metric: "frameCpuMsP95",
  value: 3.9,
  budget: 4,
  status: "inconclusive",
  reason: "limit-within-noise",
};
const pass: Verdict = { status: "pass", lines: [] };
const exceeded: Verdict = { status: "fail", cause: "budget", lines: [{ ...line, status: "fail", reason: "exceeded" }] };
const below: Verdict = { status: "inconclusive", cause: "budget", lines: [line] };
const above: Verdict = { status: "inconclusive", cause: "budget", lines: [line, { ...line, value: 4.01 }] };
const shaky: Verdict = { status: "fail", cause: "nondeterminism", lines: [] };
const crashed: Verdict = { status: "fail", cause: "game", lines: [] };

it("says what each exit code means, in their order", () => {
  expect(exitMeanings.map(([reason]) => reason)).toEqual(Object.keys(exitCodes));
});

describe("mostSevereExitCode", () => {
  it("ranks a game that could not be judged above one that was", () => {
    const order = [130, 70, 6, 2, 5, 4, 1, 3, 0];
    for (const [index, code] of order.entries()) {
      expect(mostSevereExitCode(order.slice(index).reverse())).toBe(code);
    }
  });

  it("has a place for every exit code", () => {
    for (const code of Object.values(exitCodes)) expect(mostSevereExitCode([0, code])).toBe(code);
    expect(mostSevereExitCode([])).toBe(0);
  });
});

describe("exitCodeFor", () => {
  it.each([
    [pass, 0],
    [exceeded, 1],
    [below, 3],
    [shaky, 4],
    [crashed, 5],
  ] as const)("gives each kind of verdict a code of its own under an asserted budget (%#)", (verdict, code) => {
    expect(exitCodeFor(verdict, { assertBudget: true, inconclusive: "keep" })).toBe(code);
  });

  it.each([
    [exceeded, 0],
    [below, 0],
    [shaky, 4],
    [crashed, 5],
  ] as const)("waives nothing but the budget where it is not asserted (%#)", (verdict, code) => {
    expect(exitCodeFor(verdict, { assertBudget: false, inconclusive: "fail" })).toBe(code);
  });

  it("turns an inconclusive verdict into the requested exit code", () => {
    expect(exitCodeFor(below, { assertBudget: true, inconclusive: "pass" })).toBe(0);
    expect(exitCodeFor(below, { assertBudget: true, inconclusive: "fail" })).toBe(1);
  });

  it("never turns a value above its budget into a pass", () => {
    expect(exitCodeFor(above, { assertBudget: true, inconclusive: "pass" })).toBe(1);
  });
});
