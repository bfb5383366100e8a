import type { ViewFrames } from "../formats/report-view.ts";

/** Unpacks the frames in which each part of the state changed. Returns a function from a frame to its changed parts. */
export function framesOfParts(
  parts: ViewFrames["parts"],
  warmup: number,
  frameCount: number,
): (frame: number) => readonly string[] {
  const marked = parts.map(({ name, steps }) => ({ name, changed: changedFrames(steps, warmup, frameCount) }));
  return (frame) => marked.flatMap(({ name, changed }) => (changed[frame] === 1 ? [name] : []));
}

/** One entry per measured frame. Steps such as `-1,3,5..599` begin with the warm-up. */
function changedFrames(steps: string, warmup: number, frameCount: number): Uint8Array {
  const changed = new Uint8Array(frameCount);
  for (const range of steps.split(",")) {
    const [first = "", last = first] = range.split("..");
    if (first === "") continue;
    changed.fill(1, Math.max(0, Number(first) - warmup), Math.max(0, Number(last) - warmup + 1));
  }
  return changed;
}
