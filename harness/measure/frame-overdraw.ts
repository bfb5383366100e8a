import { type FragmentFigures, type FrameOverdraw, overdrawGaps } from "../../src/formats/frame-overdraw.ts";
import type { FragmentReport } from "../../src/formats/page-port.ts";
import { nothingEdited } from "./edited-code.ts";
import { blamed, drawersListed, type DrawnFrom } from "./frame-draws.ts";

/** The counts of a realm, with its call sites. */
export interface CountedRealm extends FragmentReport {
  readonly sites: readonly Pick<DrawnFrom, "stack" | "node" | "drawCalls">[];
}

/** Counts of the frame in the runs that measured it. */
export interface DrawnInFrame {
  readonly drawCalls: number;
  readonly canvasOperations: number;
}

interface PlacedDraw {
  readonly fragments: number;
  readonly target: number | null;
  readonly site: CountedRealm["sites"][number] | null;
}

/** Sums up the fragments of a frame. */
export function sumFragments(frame: number, realms: readonly CountedRealm[], drawn: DrawnInFrame): FrameOverdraw {
  const counted = realms.flatMap((realm, at) => placeDraws(realm, targetsBefore(realms, at)));
  const targets = realms
    .flatMap((realm) => realm.targets)
    .map(({ isCanvas, width, height, coveredPixels, mostPerPixel }, index) => {
      const figures = total(counted.filter(({ target }) => target === index));
      const kind = isCanvas ? ("canvas" as const) : ("framebuffer" as const);
      const overdraw = figures.fragments / Math.max(1, width * height);
      return { kind, width, height, ...figures, coveredPixels, mostPerPixel, overdraw };
    });
  return {
    ...{ frame, ...total(counted), targets },
    functions: sumBy(counted, ({ site }) => functionOf(site)).slice(0, drawersListed),
    nodes: sumBy(counted, ({ site }) => (site === null || site.node === null ? null : { path: site.node })).slice(
      0,
      drawersListed,
    ),
    largest: largestOf(counted),
    gaps: gapsOf(realms, drawn),
  };
}

function targetsBefore(realms: readonly CountedRealm[], at: number): number {
  return realms.slice(0, at).reduce((sum, { targets }) => sum + targets.length, 0);
}

function placeDraws({ draws, sites }: CountedRealm, before: number): readonly PlacedDraw[] {
  return draws.flatMap(({ site, target, fragments }) =>
    fragments === null
      ? []
      : [{ fragments, target: target === null ? null : target + before, site: sites[site] ?? null }],
  );
}

function largestOf(counted: readonly PlacedDraw[]): FrameOverdraw["largest"] {
  return counted
    .map(({ fragments, target, site }, draw) => ({
      ...{ draw, fragments, target },
      by: functionOf(site),
      node: site?.node ?? null,
    }))
    .toSorted((one, other) => other.fragments - one.fragments)
    .slice(0, drawersListed);
}

function functionOf(site: PlacedDraw["site"]): FrameOverdraw["largest"][number]["by"] {
  return site === null ? null : blamed(site.stack, nothingEdited);
}

function total(draws: readonly PlacedDraw[]): FragmentFigures {
  return { draws: draws.length, fragments: draws.reduce((sum, { fragments }) => sum + fragments, 0) };
}

function sumBy<Key extends object>(
  draws: readonly PlacedDraw[],
  keyOf: (draw: PlacedDraw) => Key | null,
): readonly (Key & FragmentFigures)[] {
  const groups = new Map<string, { readonly key: Key; readonly draws: PlacedDraw[] }>();
  for (const draw of draws) {
    const key = keyOf(draw);
    if (key === null) continue;
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, draws: [] };
    group.draws.push(draw);
    groups.set(text, group);
  }
  return [...groups.values()]
    .map((group) => ({ ...group.key, ...total(group.draws) }))
    .toSorted((one, other) => other.fragments - one.fragments || other.draws - one.draws);
}

function gapsOf(realms: readonly CountedRealm[], drawn: DrawnInFrame): FrameOverdraw["gaps"] {
  const draws = realms.flatMap((realm) => realm.draws);
  const seen = realms.flatMap(({ sites }) => sites).reduce((sum, { drawCalls }) => sum + drawCalls, 0);
  const counts: Record<(typeof overdrawGaps)[number], number> = {
    shader: draws.filter(({ fragments }) => fragments === null).length,
    webgpu: seen - draws.length,
    "other-draws": Math.abs(drawn.drawCalls - seen),
    "canvas-2d": drawn.canvasOperations,
    "kept-depth": realms.flatMap(({ targets }) => targets).reduce((sum, { keptDepthDraws }) => sum + keptDepthDraws, 0),
  };
  return overdrawGaps.flatMap((gap) => (counts[gap] > 0 ? [{ gap, count: counts[gap] }] : []));
}
