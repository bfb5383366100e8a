// From a bare clone to a verdict on the code in one command. Arguments go to vitest, such as the path of one test.
import { build, installDependencies, isInterruption, requireNode, runNode } from "./bootstrap.mjs";
import { runVitest } from "./run-vitest.mjs";

requireNode();
await installDependencies();

const checks = [
  await check("typecheck and build", () => build()),
  await check("types of the examples", () => runNode(["node_modules/typescript/bin/tsc", "-p", "examples"])),
  await check("lint", () => runNode(["node_modules/eslint/bin/eslint.js", "."])),
  await check("format", () =>
    runNode(["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."]),
  ),
  await check("dead code", () => runNode(["node_modules/knip/bin/knip.js", "--no-progress"])),
];
console.log("\n# tests");
const given = process.argv.slice(2);
const tests = await runVitest(given.length === 0 ? ["--project=pure", "--project=browser"] : given);
const statuses = [...checks, ...tests.values()];
const count = (status) => statuses.filter((one) => one === status).length;
process.exitCode = count("failed") === 0 ? 0 : 1;
console.log(`${count("passed")} passed, ${count("failed")} failed`);

/** Runs one check, which counts as one test. */
async function check(name, run) {
  console.log(`\n# ${name}`);
  const code = await run();
  if (isInterruption(code)) process.exit(code);
  const status = code === 0 ? "passed" : "failed";
  console.log(`${name}: ${status}`);
  return status;
}
