// From a bare clone to a verdict in one command: installs, builds, and runs an example game with its budget asserted.
import { build, installDependencies, requireNode, runNode } from "./bootstrap.mjs";

requireNode();
await installDependencies();
const buildCode = await build();
if (buildCode !== 0) process.exit(buildCode);

const args = process.argv.slice(2);
process.exitCode = await runNode(["dist/bin/framegate.cjs", "perf", "examples/arena", "--assert-budget", ...args]);
