import { groupBy } from "../findings/group-by.ts";

/** A mapping of import names in the form of `compilerOptions.paths`, with absolute targets. */
export type PathMapping = Readonly<Record<string, readonly string[]>>;

/** Returns the paths that a name is mapped to, in the order in which they are tried. */
export type FindTargets = (name: string) => readonly string[];

/** Creates a function that maps names: first by the whole name, then by patterns such as `@lib/*`, longest prefix first. */
export function createTargetFinder(mapping: PathMapping): FindTargets {
  const patterns = Object.entries(mapping).flatMap(([pattern, targets]) => {
    const [start = "", end] = pattern.split("*");
    return end === undefined ? [] : [{ start, end, targets }];
  });
  const byStart = groupBy(patterns, ({ start }) => start);
  const longest = patterns.reduce((length, { start }) => Math.max(length, start.length), 0);
  return (name) => {
    const found = Object.hasOwn(mapping, name) ? [...(mapping[name] ?? [])] : [];
    for (let length = Math.min(name.length, longest); length >= 0; length -= 1)
      for (const { end, targets } of byStart.get(name.slice(0, length)) ?? []) {
        const middle = name.slice(length, name.length - end.length);
        const fits = name.length >= length + end.length && name.endsWith(end);
        if (fits) found.push(...targets.map((target) => target.replace("*", middle)));
      }
    return found;
  };
}
