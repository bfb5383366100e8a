import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coreGroups } from "../../../scanner/findings/finding.ts";
import type { HiddenRead } from "../hidden-reads.ts";
import { hiddenReads } from "../hidden-reads.ts";
import { analyseFiles } from "../analyse-files.ts";
import { createSourceFolder } from "../source-folder.ts";

function apisIn(files: Readonly<Record<string, string>>): readonly string[] {
  const resolve = (from: string, specifier: string): string => `${posix.join(posix.dirname(from), specifier)}.ts`;
  const sources = Object.entries(files).map(([file, text]) => ({ file, text, language: "ts" as const }));
  return analyseFiles(sources, { groups: coreGroups, resolve }).findings.map(({ api }) => api);
}

const programs: readonly HiddenRead[] = fc.sample(hiddenReads, { seed: 2026, numRuns: 2000 });

describe("a banned read that is hidden", () => {
  const found = programs.map((program) => ({ ...program, apis: apisIn(program.banned) }));

  it("is found in at least 995 of 1,000 programs, without false positives", () => {
    const missed = found.filter(({ api, apis }) => !apis.includes(api));
    const surplus = found.filter(({ api, apis }) => apis.some((one) => one !== api));
    expect(missed.slice(0, 10).map(({ banned }) => banned)).toHaveLength(Math.min(missed.length, 10));
    expect(missed.length).toBeLessThanOrEqual(programs.length * 0.005);
    expect(surplus).toEqual([]);
  });

  it("gives one finding, however it is hidden", () => {
    expect(found.filter(({ apis }) => apis.length > 1).map(({ banned }) => banned)).toEqual([]);
  });

  // Four parts, each of which stays within its time limit beside busy processes.
  it.each([0, 500, 1000, 1500])(
    "is also found by a scan of files, which analyses only some of them: from %i",
    async (from) => {
      const missed: HiddenRead["banned"][] = [];
      for (const { api, banned } of programs.slice(from, from + 500)) {
        using folder = createSourceFolder(banned);
        const { findings } = await folder.scan();
        if (findings.every((finding) => finding.api !== api)) missed.push(banned);
      }
      expect(missed).toEqual([]);
    },
  );

  it("is not reported if the name refers to a seeded source", () => {
    expect(programs.filter(({ seeded }) => apisIn(seeded).length > 0).map(({ seeded }) => seeded)).toEqual([]);
  });
});
