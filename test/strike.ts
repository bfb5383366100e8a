/**
 * Sends a signal to every process that is still alive.
 *
 * A process may have ended since it was found: a browser's other processes follow the first one killed.
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
