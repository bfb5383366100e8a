import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInterruption, runNode } from "./bootstrap.mjs";

const suite = ["--project=pure", "--project=thorough", "--project=browser"];

/**
 * Runs vitest with these arguments, or the suite without any, and returns the status of each test by a unique name. A file that fails to load and
 * an error outside all tests count as one failed test each. Ends the process on Ctrl-C and on SIGTERM.
 *
 * @param {readonly string[]} args
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function runVitest(args, { reporters = ["default"] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "framegate-test-"));
  const resultPath = join(folder, "result.json");
  const flags = [...reporters, "json"].map((name) => `--reporter=${name}`);
  const outputs = [...flags, `--outputFile.json=${resultPath}`];
  const wanted = args.length === 0 ? suite : args;
  const code = await runNode(["node_modules/vitest/vitest.mjs", "run", ...outputs, ...wanted]);
  const result = existsSync(resultPath) ? JSON.parse(readFileSync(resultPath, "utf8")) : { testResults: [] };
  rmSync(folder, { recursive: true, force: true });
  if (isInterruption(code)) process.exit(code);
  return statusesOf(result, code);
}

function statusesOf({ testResults }, code) {
  const statuses = new Map();
  const add = (name, status) => {
    // Two tests of a file may have the same name.
    let unique = name;
    for (let count = 2; statuses.has(unique); count += 1) unique = `${name} (${count})`;
    statuses.set(unique, status);
  };
  for (const { name, status, assertionResults } of testResults) {
    if (status === "failed" && assertionResults.length === 0) add(`${name} (the file itself)`, "failed");
    for (const test of assertionResults) add(`${name} > ${test.fullName}`, test.status);
  }
  if (code !== 0 && ![...statuses.values()].includes("failed")) add("an error outside of all tests", "failed");
  return statuses;
}
