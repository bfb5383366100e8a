import { metricIds } from "../../src/formats/metrics.ts";
import { baselineDefaults, type BaselineOptions } from "./baseline-options.ts";
import { type CompleteOptions, runDefaults } from "./run-options.ts";

/**
 * The flags of `framegate perf` that would shape a run the same way, unless another field of the report has them: seed,
 * frames, tape and the like have their own.
 */
export function repeatOptions(options: CompleteOptions): readonly string[] {
  return [...repeatGate(options), ...repeatPage(options)];
}

/** Flags for the verdict. */
function repeatGate(options: CompleteOptions): readonly string[] {
  const { assertBudget, budget, repeat, timeLimitMs, allocations, why } = options;
  const { strict, allowVacuous, allowErrors, allowMissing, inconclusive } = options;
  const limits = metricIds.flatMap((id) =>
    budget[id] === undefined ? [] : ["--budget", `${id}=${String(budget[id])}`],
  );
  return [
    ...(assertBudget ? ["--assert-budget"] : []),
    ...limits,
    ...(repeat === null ? [] : ["--repeat", String(repeat)]),
    ...(timeLimitMs === null ? [] : ["--time-limit", String(Math.ceil(timeLimitMs / 1000))]),
    ...(allocations ? ["--allocations"] : []),
    ...(why === null ? [] : [why ? "--why" : "--no-why"]),
    ...(strict ? ["--strict"] : []),
    ...(allowVacuous ? ["--allow-vacuous"] : []),
    ...(allowErrors ? ["--allow-errors"] : []),
    ...allowMissing.flatMap((pattern) => ["--allow", `missing=${pattern}`]),
    ...(inconclusive === runDefaults.inconclusive ? [] : ["--inconclusive", inconclusive]),
  ];
}

/** Flags for the page. */
function repeatPage({ viewport, overdrawFrame, ...rest }: CompleteOptions): readonly string[] {
  const { screenshotFrames, screenshotEvery, screenshotWorst, bootTimeoutMs, frameTimeoutMs } = rest;
  return [
    ...(viewport === null ? [] : ["--viewport", `${String(viewport.width)}x${String(viewport.height)}`]),
    ...screenshotFrames.flatMap((frame) => ["--screenshot", String(frame)]),
    ...(screenshotEvery === null ? [] : ["--screenshot", `every=${String(screenshotEvery)}`]),
    ...(screenshotWorst ? ["--screenshot", "worst"] : []),
    ...(overdrawFrame === null ? [] : ["--overdraw", String(overdrawFrame)]),
    ...(bootTimeoutMs === runDefaults.bootTimeoutMs ? [] : ["--boot-timeout", String(bootTimeoutMs)]),
    ...(frameTimeoutMs === runDefaults.frameTimeoutMs ? [] : ["--frame-timeout", String(frameTimeoutMs)]),
  ];
}

/** Flags of a comparison with another build. */
export function repeatBaseline({ name, build, maxWorkGrowth, failsOnTime }: BaselineOptions): readonly string[] {
  const isGrowthGiven = maxWorkGrowth !== baselineDefaults.maxWorkGrowth;
  return [
    ...["--baseline", name],
    ...(build === null ? [] : ["--baseline-build", build]),
    // In per cent, without the digits that binary fractions add.
    ...(isGrowthGiven ? ["--max-work-growth", String(Number((maxWorkGrowth * 100).toPrecision(12)))] : []),
    ...(failsOnTime ? ["--fail-on", "time"] : []),
  ];
}
