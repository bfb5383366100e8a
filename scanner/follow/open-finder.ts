/**
 * Makes what tells of a variable whether anything flows into it from an origin, where something unknown begins. It looks back
 * from each variable, and remembers what it has seen, for as long as nothing new flows.
 */
export function createOpenFinder(
  sourcesOf: (variable: number) => readonly number[],
  isOrigin: (variable: number) => boolean,
): (variable: number) => boolean {
  const known = new Map<number, boolean>();
  return (variable) => {
    /** For each variable that leads here, the next one on the way. */
    const onward = new Map<number, number | null>([[variable, null]]);
    // A map takes what is added to it while it is gone through.
    for (const one of onward.keys()) {
      if (known.get(one) ?? isOrigin(one)) {
        for (let open: number | null = one; open !== null; open = onward.get(open) ?? null) known.set(open, true);
        return true;
      }
      for (const source of sourcesOf(one))
        if (known.get(source) !== false && !onward.has(source)) onward.set(source, one);
    }
    for (const one of onward.keys()) known.set(one, false);
    return false;
  };
}
