import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Group } from "../../scanner/findings/finding.ts";
import { createSourceFolder } from "./source-folder.ts";

interface Case {
  readonly id: string;
  readonly filename: string;
  readonly code: string;
  readonly groups?: readonly Group[];
  readonly files?: readonly { readonly filename: string; readonly code: string }[];
}

function readCases(name: string): readonly Case[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "cases", name), "utf8")) as readonly Case[];
}

const batches = ["scanner-cases.json", "own-cases.json"].flatMap((name) => {
  const cases = readCases(name);
  const size = 50;
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, index) => {
    const batch = cases.slice(index * size, (index + 1) * size);
    return [`${name} from ${batch[0]?.id ?? ""} on`, batch] as const;
  });
});

it.each(batches)("a scan that is filtered finds in %s what one that reads every file finds", async (_, batch) => {
  const lost: string[] = [];
  for (const { id, filename, code, files = [{ filename, code }], groups = [] } of batch) {
    using folder = createSourceFolder(Object.fromEntries(files.map((file) => [file.filename, file.code])));
    const { findings, notices } = await folder.scan({ groups });
    const unfiltered = await folder.scan({ groups, isUnfiltered: true });
    // A file that the filter clears is not parsed.
    const expected = unfiltered.findings.filter(({ api }) => api !== "parse-error");
    const found = findings.filter(({ api }) => api !== "parse-error");
    if (JSON.stringify([found, notices]) !== JSON.stringify([expected, unfiltered.notices])) lost.push(id);
  }
  expect(lost).toEqual([]);
});
