// Checks the types and runs the tests that need no browser and no seconds each. Arguments go to vitest, such as the path
// of one test.
import { captureNode, installDependencies, isInterruption, requireNode, runNode } from "./bootstrap.mjs";

requireNode();
await installDependencies();
// Beside the tests, which transform their own sources: the compiler uses one core only.
const types = captureNode(["node_modules/typescript/bin/tsc", "--build", "--pretty"]);
const code = await runNode(["node_modules/vitest/vitest.mjs", "run", "--project=pure", ...process.argv.slice(2)]);
if (isInterruption(code)) process.exit(code);
const { code: typesCode, output } = await types;
console.log(`${output}# types: ${typesCode === 0 ? "passed" : "failed"}`);
process.exitCode = code === 0 ? typesCode : code;
