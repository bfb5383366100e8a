import type {} from "./instrument-page.ts";

/** The amount by which a step changed each count; a level can fall. Unchanged counts are missing. */
export type Added = Readonly<Record<string, number>>;

/** Runs a step, and returns the changes of the counts. */
export function addedBy(step: () => void): Added {
  const before = Object.entries(instrument.gl.totals);
  step();
  const after = new Map(Object.entries(instrument.gl.totals));
  return Object.fromEntries(
    before.map(([name, total]) => [name, (after.get(name) ?? 0) - total] as const).filter(([, by]) => by !== 0),
  );
}
