import type { CpuProfile } from "../../src/formats/cpu-profile.ts";
import type { FlameChart, FlameView } from "../../src/formats/flame-view.ts";
import { formatCount } from "../../src/formats/format-figures.ts";
import type { FrameRange } from "./chrome-profile.ts";
import { plainText } from "./text-layout.ts";

/** Name of the page of a flame chart, beside the other files of a profile. */
export const flamePageName = "flame.html";

/** A profile whose chart is shown. */
export interface ShownProfile {
  /** The game's name, and what the user called it. */
  readonly name: string;
  readonly game: string;
  readonly seed: number;
  readonly frames: FrameRange;
  readonly slowDown: number;
  readonly profile: Pick<CpuProfile, "passes" | "intervalUs">;
}

/** The heading of a flame chart's page. */
export function flameView({ name, game, seed, frames, slowDown, profile }: ShownProfile): FlameView {
  const { first, last } = frames;
  const which = first === last ? `frame ${String(first)}` : `frames ${String(first)} to ${String(last)}`;
  return {
    title: plainText(name),
    badge: "Flame chart",
    facts: [
      `${plainText(game)}, ${which}, seed ${String(seed)}`,
      `One of ${formatCount(profile.passes)} runs, with a sample every ${formatCount(profile.intervalUs)} µs. Sampling takes time itself, so look at the shares.`,
      ...(slowDown === 1 ? [] : [`The page was throttled to a speed of one ${String(slowDown)}th.`]),
    ],
  };
}

/** The chart with names that hold no control characters. */
export function plainChart({ functions, frames }: FlameChart): FlameChart {
  return {
    functions: functions.map(({ name, position, owner }) => ({
      ...{ name: plainText(name), position: plainText(position), owner },
    })),
    frames: frames.map((frame) => ({ ...frame, most: plainText(frame.most) })),
  };
}
