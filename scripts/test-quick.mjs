// Checks the types and runs every test that needs no browser. Arguments go to vitest, such as the path of one test.
import { installDependencies, requireNode, runNode } from "./bootstrap.mjs";

requireNode();
await installDependencies();
const typesCode = await runNode(["node_modules/typescript/bin/tsc", "--build"]);
if (typesCode !== 0) process.exit(typesCode);
process.exitCode = await runNode(["node_modules/vitest/vitest.mjs", "run", "--project=pure", ...process.argv.slice(2)]);
