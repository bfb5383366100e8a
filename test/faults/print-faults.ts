import { allFaults } from "./all-faults.ts";
import { runFault } from "./run-fault.ts";

/** Runs every fault whose group or name matches the first argument, and prints them as a table. */
const [pattern = "", slowness = "1"] = process.argv.slice(2);
const wanted = new RegExp(pattern, "iu");
let count = 0;
let wrong = 0;
let skipped = 0;
for (const { title, faults } of allFaults) {
  const chosen = faults.filter(({ name }) => wanted.test(`${title}: ${name}`));
  if (chosen.length > 0) process.stdout.write(`\n${title}\n`);
  for (const fault of chosen) {
    count += 1;
    const reason = fault.skipped?.() ?? null;
    if (reason !== null) {
      skipped += 1;
      process.stdout.write(`skip   ${fault.name} (${reason})\n`);
      continue;
    }
    const { exit, code, tookMs, problems, stderr } = await runFault(fault, Number(slowness));
    if (problems.length > 0) wrong += 1;
    const figures = `${String(exit).padStart(4)} ${(code ?? "-").padEnd(22)} ${tookMs.toFixed(0).padStart(6)} ms`;
    process.stdout.write(`${problems.length > 0 ? "WRONG" : "ok   "} ${figures}  ${fault.name}\n`);
    for (const problem of problems) process.stdout.write(`        ${problem.slice(0, 400)}\n`);
    if (problems.length > 0)
      process.stdout.write(`        it said: ${stderr.slice(-600).replaceAll("\n", "\n        ")}\n`);
  }
}
process.stdout.write(
  `\n${String(count)} faults, ${String(wrong)} not as they should be, ${String(skipped)} that this machine cannot show.\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;
