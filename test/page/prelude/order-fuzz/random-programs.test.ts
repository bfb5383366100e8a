import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { families, parseProgram, programText, randomProgram, smallerPrograms, type Step } from "./random-programs.ts";

const programs = fc
  .record({ seed: fc.integer({ min: 0 }), names: fc.subarray(Object.keys(families), { minLength: 1 }) })
  .map(({ seed, names }) => randomProgram(seed, names));

function idsOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ id, children }) => [id, ...idsOf(children)]);
}

describe("random programs", () => {
  it("have steps of the families alone, each with its own id, and are the same for the same seed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const program = randomProgram(seed, ["frames"]);
        const ids = idsOf(program);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(families["frames"]).toContain(id.replace(/\d+$/u, ""));
        expect(randomProgram(seed, ["frames"])).toEqual(program);
      }),
    );
  });

  it("are read as they are written", () => {
    fc.assert(
      fc.property(programs, (program) => {
        expect(parseProgram(programText(program))).toEqual(program);
      }),
    );
  });

  it("get smaller by a step, with or without its children, and keep the order of the others", () => {
    fc.assert(
      fc.property(programs, (program) => {
        const ids = idsOf(program);
        for (const smaller of smallerPrograms(program)) {
          const left = idsOf(smaller);
          expect(left.length).toBeLessThan(ids.length);
          expect(ids.filter((id) => left.includes(id))).toEqual(left);
        }
      }),
    );
  });
});
