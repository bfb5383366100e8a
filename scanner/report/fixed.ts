import type { Fixed, LeftReason } from "../findings/fix.ts";
import { groupBy } from "./group-by.ts";
import { count, enumerate, firstOf, harmless, wrap } from "./list-text.ts";

const reasons: Readonly<Record<LeftReason, string>> = {
  "in-package": "in a package",
  "in-document": "in a document, of which --fix changes nothing",
  "does-not-parse": "in a file that does not parse, or would not any more",
  "no-counterpart": "nothing in ctx means the same",
  "not-called": "not called where it stands, under its own name",
  "has-arguments": "called with arguments",
  "begins-statement": "at the beginning of a statement, which would join the line before",
  "no-context":
    "no ctx in scope, which would be the first parameter of a function called setup, or one of the type GameContext; hand it on as an argument",
};

/** Tells people which calls --fix replaced and which it left, with the reason. */
export function renderFixed({ fixedCount, files, left }: Fixed, columns: number): string {
  const done = fixedCount === 0 ? "Fixed nothing." : `Fixed ${String(fixedCount)} in ${enumerate(files)}.`;
  const rows = Array.from(groupBy(left, ({ reason }) => reason).values(), (same) => {
    const [first] = same;
    const reason = first === undefined ? "" : reasons[first.reason];
    const apis = [...new Set(same.map(({ finding }) => finding.api))];
    // Columns may have moved by now, and lines have not.
    const places = [...new Set(same.map(({ finding: { file, line } }) => `${file}:${String(line)}`))];
    const text = `Left ${count(same.length, "finding")} of ${firstOf(apis, mostApis)}: ${reason}.`;
    return [...wrap(harmless(text), columns), `  ${harmless(firstOf(places, mostPlaces))}`].join("\n");
  });
  return `${[done, ...rows].join("\n")}\n`;
}

const mostApis = 4;
const mostPlaces = 3;
