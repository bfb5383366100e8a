/**
 * Does `work`, during which the process can neither be ended nor moved to another folder. The Vite configuration of a game may
 * do either, and the command would end without a verdict, with the exit code that the configuration chose.
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
