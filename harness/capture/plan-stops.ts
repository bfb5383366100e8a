// A browser keeps about 1,300,000 events of one recording and then silently stops: 260 for each of these steps.
// Framegate sets at most 10 a step. A restart takes some 20 ms, and reading the recording 100 ms.
const stepsRecorded = 5000;

/**
 * The step counts, warm-up included and ascending, at which a run stops stepping: to take a picture after each measured
 * frame of `pictures`, to empty the recording of its marks, and at the end.
 */
export function planStops(warmup: number, frames: number, pictures: readonly number[]): readonly number[] {
  const total = warmup + frames;
  const emptied = Array.from({ length: Math.floor(total / stepsRecorded) }, (_, index) => (index + 1) * stepsRecorded);
  return [...new Set([...pictures.map((frame) => warmup + frame + 1), ...emptied, total])].sort((a, b) => a - b);
}
