import { type FrameOverdraw, heatDigits } from "../src/formats/frame-overdraw.ts";
import type { DrawSite, FragmentReport } from "../src/formats/page-port.ts";
import { PageMaps } from "./capture/page-maps.ts";
import { namedCalls } from "./capture/drawer-stacks.ts";
import { positionsOf } from "./capture/stack-positions.ts";
import { type RunWorkshop, runInspected } from "./explain-runs.ts";
import { type CountedRealm, sumFragments } from "./measure/frame-overdraw.ts";
import { firstRun } from "./plan/plan-runs.ts";

/** The fragments of a canvas by pixel, of which a picture can be made. */
export interface Heat {
  readonly width: number;
  readonly height: number;
  /** Fragments of each pixel, the lowest row first. A pixel of many has the most that a digit can say. */
  readonly fragments: Uint8Array;
}

/** The fragments of a frame. */
export interface ExplainedOverdraw {
  readonly overdraw: FrameOverdraw;
  /** Of the canvas with the most fragments; null if nothing is drawn to one. */
  readonly heat: Heat | null;
}

/** Each draw is done twice and read back: 3 ms at 1280 x 720, and a frame can have thousands. */
const frameMs = 600_000;

/**
 * Counts the fragments of a measured frame, by running the game once more up to it, with pixels. Null if it cannot be
 * run that far.
 * @param drawn The counts of the frame in the other runs.
 */
export async function explainOverdraw(
  frame: number,
  { plan, ...workshop }: Omit<RunWorkshop, "onLook">,
  drawn: { readonly drawCalls: number; readonly canvasOperations: number },
): Promise<ExplainedOverdraw | null> {
  const rendered = { ...plan, raster: "real", limits: { ...plan.limits, frameMs } } as const;
  const maps = new PageMaps();
  const outcome = await runInspected(
    { ...workshop, plan: rendered },
    { ...firstRun(plan), raster: "real" },
    { step: plan.warmup + frame, part: "gl", countsFragments: true },
    maps,
  );
  if (outcome === null) return null;
  const positions = positionsOf(workshop.site, plan.target, maps);
  const describeSite = ({ stack, node, drawCalls }: DrawSite): CountedRealm["sites"][number] => ({
    ...{ node, drawCalls },
    stack: namedCalls(stack, positions.frame, maps),
  });
  const realms = outcome.inspections.flatMap(({ drawn: sites, fragments }) =>
    fragments === null ? [] : [{ sites: sites.map(describeSite), ...fragments }],
  );
  return { overdraw: sumFragments(frame, realms, drawn), heat: hottest(realms) };
}

function hottest(realms: readonly FragmentReport[]): Heat | null {
  const canvases = realms.flatMap(({ targets, draws }) =>
    targets.flatMap(({ width, height, heat }, index) => {
      const ofTarget = draws.filter(({ target }) => target === index);
      const total = ofTarget.reduce((sum, { fragments }) => sum + (fragments ?? 0), 0);
      return heat?.length === width * height ? [{ width, height, heat, total }] : [];
    }),
  );
  const [first] = canvases.toSorted((one, other) => other.total - one.total);
  if (first === undefined) return null;
  const { width, height, heat } = first;
  return { width, height, fragments: Uint8Array.from(heat, (digit) => Math.max(0, heatDigits.indexOf(digit))) };
}
