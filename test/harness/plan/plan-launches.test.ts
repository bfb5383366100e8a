import { expect, it } from "vitest";
import { planLaunches } from "../../../harness/plan/plan-launches.ts";

it("starts with a plain launch, then loads the machine, then perturbs the browser, and repeats", () => {
  const launches = planLaunches(6);
  expect(launches.map(({ cpuThrottling, keepsCoresBusy, collectsGarbage }) => [cpuThrottling, keepsCoresBusy, collectsGarbage])).toEqual([
    [1, false, false],
    [4, true, false],
    [1, false, true],
    [1, false, false],
    [4, true, false],
    [1, false, true],
  ]); // prettier-ignore
});

it("perturbs each launch differently", () => {
  const stirred = planLaunches(9).filter(({ delaySeed }) => delaySeed !== null);
  expect(new Set(stirred.map(({ delaySeed }) => delaySeed)).size).toBe(3);
  expect(new Set(stirred.map(({ jsFlags }) => jsFlags.join(" "))).size).toBe(3);
});
