/**
 * Runs `work` while the process can neither exit nor change its working directory for good. A game's Vite configuration
 * may do either, and the command would then end without a verdict and with the configuration's exit code.
 */
export async function withProcessHeld<T>(work: () => Promise<T>): Promise<T> {
  const { exit, exitCode } = process;
  const cwd = process.cwd();
  process.exit = (code) => {
    throw new Error(`process.exit(${code === undefined ? "" : String(code)}) was called`);
  };
  try {
    return await work();
  } finally {
    process.exit = exit;
    process.exitCode = exitCode;
    process.chdir(cwd);
  }
}
