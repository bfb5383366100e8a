import type { FrameDraws } from "../src/formats/frame-draws.ts";
import { PageMaps } from "./capture/page-maps.ts";
import { namedCalls } from "./capture/drawer-stacks.ts";
import { positionsOf } from "./capture/stack-positions.ts";
import { type RunWorkshop, runInspected } from "./explain-runs.ts";
import { type DrawSums, sumDraws } from "./measure/frame-draws.ts";
import { firstRun } from "./plan/plan-runs.ts";

/**
 * Finds out who draws and uploads in a measured frame, by running the game once more up to it. Null if it draws
 * nothing, or cannot be run that far.
 */
export async function explainDraws(
  frame: number,
  workshop: Omit<RunWorkshop, "onLook">,
  sums: DrawSums,
): Promise<FrameDraws | null> {
  const { plan, site } = workshop;
  const maps = new PageMaps();
  const inspect = { step: plan.warmup + frame, part: "gl", countsFragments: false };
  const outcome = await runInspected(workshop, firstRun(plan), inspect, maps);
  const positions = positionsOf(site, plan.target, maps);
  const sites = (outcome?.inspections ?? []).flatMap(({ drawn }) => drawn);
  return sumDraws(
    frame,
    sites.map(({ stack, ...counts }) => ({
      ...counts,
      stack: namedCalls(stack, positions.frame, maps),
    })),
    sums,
  );
}
