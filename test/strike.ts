/**
 * Sends a signal to every process that is still there.
 *
 * One may have ended since it was looked for: a browser's other processes follow the first that is killed.
 */
export function strike(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
