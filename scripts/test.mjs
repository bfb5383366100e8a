// From a bare clone to a verdict on the code in one command. Arguments go to vitest, such as the path of one test.
import { build, captureNode, installDependencies, isInterruption, requireNode } from "./bootstrap.mjs";
import { runVitest } from "./run-vitest.mjs";

requireNode();
await installDependencies();

console.log("# typecheck and build");
const buildCode = await build();
if (isInterruption(buildCode)) process.exit(buildCode);
// Lint takes three times as long as the others together, on one core.
const checks = [buildCode === 0 ? "passed" : "failed"].concat(
  ...(await Promise.all([
    runChecks([["lint", "node_modules/eslint/bin/eslint.js", "."]]),
    runChecks([
      ["types of the examples", "node_modules/typescript/bin/tsc", "-p", "examples"],
      ["format", "node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
      ["dead code", "node_modules/knip/bin/knip.js", "--no-progress"],
    ]),
  ])),
);
console.log("\n# tests");
const given = process.argv.slice(2);
const tests = await runVitest(given.length === 0 ? ["--project=pure", "--project=browser"] : given);
const statuses = [...checks, ...tests.values()];
const count = (status) => statuses.filter((one) => one === status).length;
process.exitCode = count("failed") === 0 ? 0 : 1;
console.log(`${count("passed")} passed, ${count("failed")} failed`);

/** Runs checks one after the other. Each counts as one test. */
async function runChecks(list) {
  const found = [];
  for (const [name, ...args] of list) {
    const { code, output } = await captureNode(args);
    if (isInterruption(code)) process.exit(code);
    found.push(code === 0 ? "passed" : "failed");
    console.log(`\n# ${name}: ${found.at(-1)}\n${output}`.trimEnd());
  }
  return found;
}
