import { type Fixed, leftReasons } from "../findings/fix.ts";
import { groupBy } from "../findings/group-by.ts";
import { count, enumerate, firstOf, harmless, wrap } from "./list-text.ts";

const mostApis = 4;
const mostPlaces = 3;

/** Renders for people which calls --fix replaced, and which it left, with the reasons. */
export function renderFixed({ fixedCount, files, left }: Fixed, columns: number): string {
  const done = fixedCount === 0 ? "Fixed nothing." : `Fixed ${fixedCount} in ${enumerate(files)}.`;
  const byReason = groupBy(left, ({ reason }) => reason);
  const rows = Array.from(byReason, ([reason, same]) => {
    const apis = new Set(same.map(({ finding }) => finding.api));
    // By now columns may have moved, but lines have not.
    const places = new Set(same.map(({ finding: { file, line } }) => `${file}:${line}`));
    const text = `Left ${count(same.length, "finding")} of ${firstOf([...apis], mostApis)}: ${leftReasons[reason]}.`;
    return [...wrap(text, columns), `  ${harmless(firstOf([...places], mostPlaces))}`].join("\n");
  });
  return `${[done, ...rows].join("\n")}\n`;
}
