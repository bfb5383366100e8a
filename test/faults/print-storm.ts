import { runFault } from "./run-fault.ts";
import { killStorm, signalStorm } from "./storm.ts";

/** Runs random signals and random kills, and prints each that does not end as it should. */
const [seed = "1", count = "100", slowness = "1"] = process.argv.slice(2);
let wrong = 0;
const kills = killStorm(seed, Number(count));
const storms = { signals: signalStorm(seed, Number(count)), kills: kills.map(({ fault }) => fault) };
for (const [kind, faults] of Object.entries(storms)) {
  const ends = new Map<string, number>();
  for (const fault of faults) {
    const { exit, code, tookMs, problems, stderr } = await runFault(fault, Number(slowness));
    const end = `${String(exit)} ${code ?? "-"}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (problems.length === 0) continue;
    wrong += 1;
    process.stdout.write(`WRONG ${end} ${tookMs.toFixed(0)} ms  ${fault.name}\n`);
    for (const problem of problems) process.stdout.write(`        ${problem.slice(0, 400)}\n`);
    process.stdout.write(`        it said: ${stderr.slice(-600).replaceAll("\n", "\n        ")}\n`);
  }
  const list = [...ends].map(([end, times]) => `${String(times)} times ${end}`).join(", ");
  process.stdout.write(`${String(faults.length)} random ${kind}, seed ${seed}: ${list}\n`);
}
const strikes = kills.filter(({ hasStruck }) => hasStruck()).length;
process.stdout.write(`${String(strikes)} of ${String(kills.length)} kills struck a living process of their kind.\n`);
process.stdout.write(`${String(wrong)} not as they should be.\n`);
process.exitCode = wrong === 0 ? 0 : 1;
