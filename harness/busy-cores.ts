import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Threads that keep the machine busy. They end with this process, whatever ends it. */
export interface BusyCores {
  end(): Promise<void>;
}

/** Keeps cores busy with one thread each; by default all cores but one. */
export function keepCoresBusy(count = Math.max(1, availableParallelism() - 1)): BusyCores {
  const workers = Array.from({ length: count }, () => new Worker("for (;;) {}", { eval: true }));
  return {
    async end() {
      await Promise.all(workers.map(async (worker) => await worker.terminate()));
    },
  };
}
