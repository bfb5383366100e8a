import fc from "fast-check";
import { expect, it } from "vitest";
import { createOpenFinder } from "../../../scanner/follow/open-finder.ts";

const most = 12;
const variable = fc.nat({ max: most - 1 });

it("finds what an origin leads to, in any order and however often it is asked", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(variable, variable)),
      fc.uniqueArray(variable, { maxLength: 3 }),
      fc.array(variable, { maxLength: 40 }),
      (edges, origins, asked) => {
        const reached = new Set(origins);
        for (const one of reached) for (const [from, to] of edges) if (from === one) reached.add(to);
        const isOpen = createOpenFinder(
          (to) => edges.flatMap((edge) => (edge[1] === to ? [edge[0]] : [])),
          (one) => origins.includes(one),
        );
        expect(asked.map(isOpen)).toEqual(asked.map((one) => reached.has(one)));
      },
    ),
    { numRuns: 2000 },
  );
});

it("visits each flow at most twice, however many origins are asked for", () => {
  const count = 20_000;
  let looks = 0;
  const isOpen = createOpenFinder(
    (one) => (one === 0 ? [] : [one - 1]),
    (one) => {
      looks += 1;
      return one === 0;
    },
  );
  for (let one = count - 1; one >= 0; one -= 1) expect(isOpen(one)).toBe(true);
  expect(looks).toBeLessThanOrEqual(2 * count);
});
