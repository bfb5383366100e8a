import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { coreGroups, type RelatedPlace } from "../../../scanner/findings/finding.ts";
import type { LinkOptions } from "../../../scanner/follow/link-modules.ts";
import { analyseFiles } from "../analyse-files.ts";

/** The chain of the first finding, each step as `file:line text`. */
function chainIn(files: Readonly<Record<string, string>>, options: Partial<LinkOptions> = {}): readonly string[] {
  const resolve = (from: string, specifier: string): string | null => {
    const file = `${posix.join(posix.dirname(from), specifier)}.ts`;
    return file in files ? file : null;
  };
  const sources = Object.entries(files).map(([file, text]) => ({ file, text, language: "ts" as const }));
  const { findings } = analyseFiles(sources, { groups: coreGroups, resolve, ...options });
  return findings[0]?.chain.map(({ file, line, message }) => `${file}:${String(line)} ${message}`) ?? [];
}

describe("the chain of a finding", () => {
  it("leads to the origin of an object that crossed modules", () => {
    const chain = chainIn({
      "source.ts": "export const m = Math;",
      "barrel.ts": "\nexport { m as numbers } from './source';",
      "game.ts": "import { numbers } from './barrel';\n\nnumbers.random();",
    });
    expect(chain).toEqual([
      "game.ts:3 Math.random is obtained here.",
      "barrel.ts:2 Math is passed on here.",
      "source.ts:1 Math comes from here.",
    ]);
  });

  it.each([
    [
      "a class",
      "export class Api { clock = performance; }",
      "import { Api } from './source';\nnew Api().clock.now();",
      "performance",
    ],
    [
      "a namespace",
      "export namespace Api { export const clock = performance; }",
      "import { Api } from './source';\nApi.clock.now();",
      "performance",
    ],
    [
      "an object that is the default",
      "export default { deep: { clock: performance } };",
      "import api from './source';\napi.deep.clock.now();",
      "performance",
    ],
    [
      "the window",
      "export const view = window;",
      "import * as all from './source';\nall.view.performance.now();",
      "The global object",
    ],
    [
      "a module of Node",
      "import * as hooks from 'node:perf_hooks';\nexport { hooks };",
      "import { hooks } from './source';\nhooks.performance.now();",
      "node:perf_hooks",
    ],
    ["a constructor", "export const Stamp = Date;", "import { Stamp } from './source';\nnew Stamp();", "Date"],
  ])("leads to its origin in %s", (_what, source, game, name) => {
    expect(chainIn({ "source.ts": source, "game.ts": game }).at(-1)).toBe(`source.ts:1 ${name} comes from here.`);
  });

  it("begins where an object came from that was given to what a module imports", () => {
    const chain = chainIn({
      "call.ts": "import { roll } from './roll';\nroll(Math);",
      "roll.ts": "export function roll(of: Math) {\n  return of.random();\n}",
    });
    expect(chain).toEqual(["call.ts:2 Math comes from here.", "roll.ts:2 Math.random is obtained here."]);
  });

  it("leads through the modules that passed on an object holding the function", () => {
    const chain = chainIn({
      "source.ts": "export const rng = { next: Math.random };",
      "barrel.ts": "export { rng } from './source';",
      "game.ts": "import { rng } from './barrel';\nrng.next();",
    });
    expect(chain).toEqual([
      "game.ts:2 Math.random is called here.",
      "barrel.ts:1 Math.random is passed on here.",
      "source.ts:1 Math.random is obtained here.",
    ]);
  });

  it("is empty within one module", () => {
    expect(chainIn({ "a.ts": "const m = Math;\nconst { random } = m;\nrandom();" })).toEqual([]);
  });

  it("begins at an entry and goes through the nearest caller", () => {
    const entry = { file: "entry.ts", line: 1, column: 1, message: "An import." };
    const ways = new Map([
      ["far.ts", [entry, { ...entry, file: "middle.ts" }]],
      ["near.ts", [entry]],
    ]);
    const files = {
      "source.ts": "export const roll = Math.random;",
      "far.ts": "import { roll } from './source';\nroll();",
      "near.ts": "import { roll } from './source';\nroll();",
      "other.ts": "import { roll } from './source';\nroll();",
    };
    expect(chainIn(files, { pathFromEntry: (file) => ways.get(file) ?? null })).toEqual([
      "entry.ts:1 An import.",
      "near.ts:2 Math.random is called here.",
      "source.ts:1 Math.random is obtained here.",
    ]);
  });

  it("ends at the finding if an entry leads to it and no value crossed a module", () => {
    const pathFromEntry = (): readonly RelatedPlace[] => [
      { file: "entry.ts", line: 3, column: 1, message: "An import." },
    ];
    expect(chainIn({ "a.ts": "Math.random();" }, { pathFromEntry })).toEqual([
      "entry.ts:3 An import.",
      "a.ts:1 Math.random is obtained here.",
    ]);
  });
});
