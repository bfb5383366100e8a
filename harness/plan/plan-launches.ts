import type { LaunchConditions } from "../../src/formats/launch-conditions.ts";

/** Conditions of a normal run. */
export const plainConditions: LaunchConditions = {
  description: "plain",
  cpuThrottling: 1,
  keepsCoresBusy: false,
  delaySeed: null,
  collectsGarbage: false,
  jsFlags: [],
};

/** Conditions of each launch of a verification: plain, under load, perturbed, and then again with other seeds. */
export function planLaunches(count: number): readonly LaunchConditions[] {
  return Array.from({ length: count }, (_, index) => conditionsOf(index));
}

function conditionsOf(index: number): LaunchConditions {
  switch (index % 3) {
    case 1:
      return {
        ...plainConditions,
        description: "other cores busy, page throttled",
        cpuThrottling: 4,
        keepsCoresBusy: true,
      };
    case 2:
      return {
        ...plainConditions,
        description: "responses delayed, garbage collected, hashes stirred",
        delaySeed: index,
        collectsGarbage: true,
        // By default V8 draws both seeds anew in each process, so these only make the perturbation repeatable.
        jsFlags: [`--hash-seed=${String(index)}`, `--random-seed=${String(index)}`],
      };
    default:
      return plainConditions;
  }
}
