// A browser keeps about 1,300,000 events of one recording and then silently stops: 1,300 for each of these steps.
// Framegate sets at most 10 per step. The garbage collector adds 960 to a step that makes 50 MB of garbage. A restart takes
// some 20 ms, and reading the recording 100 ms.
const stepsRecorded = 1000;

/**
 * The step counts, warm-up included and ascending, at which a run stops stepping: to take a picture after each measured
 * frame of `pictures`, to flush the trace, at `interruptions`, and at the end.
 */
export function planStops(
  warmup: number,
  frames: number,
  pictures: readonly number[],
  interruptions: readonly number[] = [],
): readonly number[] {
  const total = warmup + frames;
  const emptied = Array.from({ length: Math.floor(total / stepsRecorded) }, (_, index) => (index + 1) * stepsRecorded);
  const shown = pictures.map((frame) => warmup + frame + 1);
  return [...new Set([...shown, ...emptied, ...interruptions, total])].sort((a, b) => a - b);
}

/** Step counts of the readings of a work pass: the end of the warm-up, and then every `every` frames. */
export function planReadings(warmup: number, frames: number, every: number): readonly number[] {
  const readings = Array.from({ length: Math.ceil(frames / every) }, (_, index) => (index + 1) * every);
  return [...(warmup > 0 ? [warmup] : []), ...readings.map((frame) => warmup + Math.min(frame, frames))];
}

// Adjacent frames and distant ones, so that objects die young and old. A collection takes 10 to 50 ms.
const framesBetweenCollections = [1, 1, 5, 23, 2, 41];

/** Step counts at which a run that collects garbage does so. */
export function planCollections(total: number): readonly number[] {
  const stops: number[] = [];
  for (let index = 0, step = 1; step < total; index += 1) {
    stops.push(step);
    step += framesBetweenCollections[index % framesBetweenCollections.length] ?? 1;
  }
  return stops;
}
