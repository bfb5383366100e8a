import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../harness/package-root.ts";
import { inheritedEnvironment } from "./inherited-environment.ts";

const execute = promisify(execFile);

/** The exit code and the output of Vitest. */
export interface VitestEnd {
  readonly exitCode: number;
  /** Standard output and standard error. */
  readonly text: string;
}

/** Runs tests with Vitest in its own process, as a user does. */
export async function runVitest(
  args: readonly string[],
  env: Readonly<Record<string, string>> = { NO_COLOR: "1" },
): Promise<VitestEnd> {
  const vitest = join(packageRoot, "node_modules/vitest/vitest.mjs");
  const options = { cwd: packageRoot, env: { ...inheritedEnvironment(), ...env }, maxBuffer: 1 << 24 };
  try {
    const { stdout, stderr } = await execute(process.execPath, [vitest, "run", ...args], options);
    return { exitCode: 0, text: stdout + stderr };
  } catch (thrown) {
    // It rejects for any exit code other than 0.
    const { code, stdout, stderr } = thrown as { code: number; stdout: string; stderr: string };
    return { exitCode: code, text: stdout + stderr };
  }
}
