// Runs the tests three times beside a load that uses two cores, and lists the tests that did not pass or whose outcome
// varied. Arguments go to vitest, such as the path of one test.
import { spawn } from "node:child_process";
import { relative } from "node:path";
import { build, installDependencies, projectFolder, requireNode } from "./bootstrap.mjs";
import { runVitest } from "./run-vitest.mjs";

const rounds = 3;
const hogCount = 2;

// Spins in slices, so that it notices when its stdin closes: that ends it however we end, SIGKILL included.
const hog = `
  process.stdin.on("end", () => process.exit()).resume();
  (function spin() {
    const endMs = performance.now() + 50;
    while (performance.now() < endMs);
    setImmediate(spin);
  })();`;

requireNode();
await installDependencies();
const buildCode = await build();
if (buildCode !== 0) process.exit(buildCode);

const hogs = Array.from({ length: hogCount }, () =>
  spawn(process.execPath, ["--eval", hog], { stdio: ["pipe", "ignore", "inherit"] }),
);
const endHogs = () => hogs.forEach((child) => child.kill("SIGKILL"));
process.on("exit", endHogs);

const results = [];
for (let round = 1; round <= rounds; round += 1) {
  console.log(`\n# round ${round} of ${rounds}, beside ${hogCount} busy loops`);
  const startMs = performance.now();
  results.push(await runVitest(process.argv.slice(2), { reporters: ["dot", "./scripts/failure-reporter.mjs"] }));
  console.log(`round ${round}: ${Math.round((performance.now() - startMs) / 1000)} s`);
}

endHogs();

const unsteady = listUnsteady(results);
for (const line of unsteady) console.log(line);
const total = new Set(results.flatMap((statuses) => [...statuses.keys()])).size;
console.log(`\n${total} tests, ${unsteady.length} of them not steady`);
process.exitCode = unsteady.length === 0 ? 0 : 1;

/** One line for each test that failed or whose status varies between rounds; a test that a round lacks is "missing". */
function listUnsteady(allStatuses) {
  const names = [...new Set(allStatuses.flatMap((statuses) => [...statuses.keys()]))].sort();
  return names.flatMap((name) => {
    const seen = allStatuses.map((statuses) => statuses.get(name) ?? "missing");
    const isSteady = new Set(seen).size === 1 && seen[0] !== "failed";
    return isSteady ? [] : [`${seen.join(", ")}: ${relative(projectFolder, name)}`];
  });
}
