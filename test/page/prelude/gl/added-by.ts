import type {} from "./instrument-page.ts";

/** What a step added to each count; a level can fall. Counts that it left alone are missing. */
export type Added = Readonly<Record<string, number>>;

/** Runs a step, and returns what it added. */
export function addedBy(step: () => void): Added {
  const before = Object.entries(instrument.gl.totals);
  step();
  const after = new Map(Object.entries(instrument.gl.totals));
  return Object.fromEntries(
    before.map(([name, total]) => [name, (after.get(name) ?? 0) - total] as const).filter(([, by]) => by !== 0),
  );
}
