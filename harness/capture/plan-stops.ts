// A browser keeps about 1,300,000 events of one recording and then stops without a word: 260 for each of these steps, of
// which Framegate sets at most 10. Starting anew takes some 20 ms, and handing over 100 ms.
const stepsRecorded = 5000;

/**
 * Numbers of steps, warm-up included, after which a run does something else than stepping, ascending: it takes a picture
 * after each measured frame of `pictures`, empties the recording of its timings, and ends.
 */
export function planStops(warmup: number, frames: number, pictures: readonly number[]): readonly number[] {
  const total = warmup + frames;
  const emptied = Array.from({ length: Math.floor(total / stepsRecorded) }, (_, index) => (index + 1) * stepsRecorded);
  return [...new Set([...pictures.map((frame) => warmup + frame + 1), ...emptied, total])].sort((a, b) => a - b);
}
