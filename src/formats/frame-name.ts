/** Name of a frame for the user: measured and warm-up frames each count from 0. `step` counts from the first of both. */
export function frameName(step: number, warmup: number): string {
  return step < warmup ? `warm-up frame ${String(step)}` : `frame ${String(step - warmup)}`;
}
