import { createRequire } from "node:module";

/** The file of the bundle that runs the command; the bundler puts its name here. */
declare const commandFile: string;

const require = createRequire(import.meta.url);
// Node 22 can keep compiled code between two runs; Node 20 has no such call.
const { enableCompileCache }: { readonly enableCompileCache?: () => unknown } = require("node:module");
enableCompileCache?.();
if (process.argv[2] === "scan") optimiseLess();
require(`./${commandFile}`);

/**
 * A scan is over before most of what V8 optimises has paid for itself. On a racing game with its libraries, a scan took
 * 1.27 s of CPU time without these two flags, 0.85 s with the first one and 0.74 s with both.
 */
function optimiseLess(): void {
  // A later V8 might not know a flag, and would say so.
  if (Number.parseInt(process.versions.v8, 10) > 13) return;
  const { setFlagsFromString }: { readonly setFlagsFromString: (flag: string) => void } = require("node:v8");
  setFlagsFromString("--interrupt-budget=1000000");
  setFlagsFromString("--no-parallel-scavenge");
}
