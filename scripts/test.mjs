// From a bare clone to a verdict on the code in one command. Arguments go to vitest, such as the path of one test.
import { build, captureNode, installDependencies, isInterruption, requireNode } from "./bootstrap.mjs";
import { runVitest } from "./run-vitest.mjs";

requireNode();
await installDependencies();

// Beside the compiler, which uses one core and writes nothing that these read.
const early = runChecks([
  ["format", "node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
  ["dead code", "node_modules/knip/bin/knip.js", "--no-progress"],
]);
console.log("# typecheck and build");
const buildCode = await build();
if (isInterruption(buildCode)) process.exit(buildCode);
// The tests wait for browsers and for limits of real time, so part of two cores is idle meanwhile.
const late = early.then(
  async () =>
    await runChecks([
      ["lint", "node_modules/eslint/bin/eslint.js", "."],
      ["types of the examples", "node_modules/typescript/bin/tsc", "-p", "examples"],
    ]),
);
console.log("\n# tests");
const tests = await runVitest(process.argv.slice(2));
const checks = [...(await early), ...(await late)];
// Last, because vitest writes over the lines of a terminal while it runs.
for (const { name, status, output } of checks) console.log(`\n# ${name}: ${status}\n${output}`.trimEnd());
const buildStatus = buildCode === 0 ? "passed" : "failed";
const statuses = [buildStatus, ...checks.map(({ status }) => status), ...tests.values()];
const count = (status) => statuses.filter((one) => one === status).length;
process.exitCode = count("failed") === 0 ? 0 : 1;
console.log(`${count("passed")} passed, ${count("failed")} failed`);

/** Runs checks one after the other. Each counts as one test. */
async function runChecks(list) {
  const found = [];
  for (const [name, ...args] of list) {
    const { code, output } = await captureNode(args);
    if (isInterruption(code)) process.exit(code);
    found.push({ name, status: code === 0 ? "passed" : "failed", output });
  }
  return found;
}
