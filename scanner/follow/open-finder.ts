/**
 * Creates a function that returns whether an unknown value flows into a variable from an origin. It searches backwards
 * from the variable and caches results, which are valid as long as nothing new flows.
 */
export function createOpenFinder(
  sourcesOf: (variable: number) => readonly number[],
  isOrigin: (variable: number) => boolean,
): (variable: number) => boolean {
  const known = new Map<number, boolean>();
  return (variable) => {
    /** For each variable that leads here, the next one on the path. */
    const onward = new Map<number, number | null>([[variable, null]]);
    // A map visits entries that are added while it is iterated.
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
