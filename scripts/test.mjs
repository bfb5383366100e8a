// One command from a bare clone to a verdict on the code. Arguments go to vitest, such as the path of one test.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, installDependencies, requireNode, runNode } from "./bootstrap.mjs";

requireNode();
await installDependencies();

const interrupted = 130;
const counts = [
  await check("typecheck and build", () => build()),
  await check("types of the examples", () => runNode(["node_modules/typescript/bin/tsc", "-p", "examples"])),
  await check("lint", () => runNode(["node_modules/eslint/bin/eslint.js", "."])),
  await check("format", () =>
    runNode(["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."]),
  ),
  await check("dead code", () => runNode(["node_modules/knip/bin/knip.js", "--no-progress"])),
  await runTests(process.argv.slice(2)),
];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

/** A check counts as one. */
async function check(name, run) {
  console.log(`\n# ${name}`);
  const code = await run();
  if (code === interrupted) process.exit(interrupted);
  console.log(code === 0 ? `${name}: passed` : `${name}: failed`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Every test counts as one; so does a file that could not be loaded, and an error outside all tests. */
async function runTests(args) {
  console.log("\n# tests");
  const folder = mkdtempSync(join(tmpdir(), "framegate-test-"));
  const resultPath = join(folder, "result.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultPath}`];
  const code = await runNode(["node_modules/vitest/vitest.mjs", "run", ...reporters, ...args]);
  const result = existsSync(resultPath) ? JSON.parse(readFileSync(resultPath, "utf8")) : null;
  rmSync(folder, { recursive: true, force: true });
  if (code === interrupted) process.exit(interrupted);
  return result === null ? { passed: 0, failed: 1 } : countTests(result, code);
}

function countTests(result, code) {
  const broken = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = result.numFailedTests + broken.length;
  return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}
