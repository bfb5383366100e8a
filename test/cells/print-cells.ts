import { planLaunches } from "../../harness/plan/plan-launches.ts";
import { allCells } from "./all-cells.ts";
import { judgeCell } from "./judge-cell.ts";
import { runCells } from "./run-cells.ts";

/** Runs every cell whose name matches the first argument, and prints the cells that do not match their kind. */
const [pattern = "", indices = "0,1,2", limit = "20000"] = process.argv.slice(2);
const wanted = new RegExp(pattern, "iu");
const chosen = allCells.filter(({ id, group }) => wanted.test(`${group} ${id}`));
const conditions = planLaunches(3).filter((_, index) => indices.split(",").includes(String(index)));
let wrong = 0;
await runCells(chosen, { conditions, limitMs: Number(limit) }, (cell, runs) => {
  const problems = judgeCell(cell, runs);
  if (problems.length > 0) wrong += 1;
  const how = cell.handling.kind === "named" ? `named ${cell.handling.api}` : cell.handling.kind;
  const shown = (runs[0]?.shown ?? "").slice(0, 70).replaceAll("\n", " / ");
  const said = problems.length > 0 ? problems.join("\n    ") : shown;
  process.stdout.write(`${problems.length > 0 ? "WRONG" : "ok   "} ${cell.id} (${how})\n    ${said}\n`);
});
process.stdout.write(`${String(chosen.length)} cells, ${String(wrong)} not as they should be.\n`);
process.exitCode = wrong === 0 ? 0 : 1;
