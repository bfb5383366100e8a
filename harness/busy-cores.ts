import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Threads that keep the machine busy. They end with this process, whatever ends it. */
export interface BusyCores {
  end(): Promise<void>;
}

/** Keeps all cores but one busy. */
export function keepCoresBusy(): BusyCores {
  const count = Math.max(1, availableParallelism() - 1);
  const workers = Array.from({ length: count }, () => new Worker("for (;;) {}", { eval: true }));
  return {
    async end() {
      await Promise.all(workers.map(async (worker) => await worker.terminate()));
    },
  };
}
