import type { PageTasks } from "./page-tasks.ts";

/** The timers of a window that are due now. */
export interface ReadyTimers {
  /** The place of the first one in the order of timers and tasks; null if there is none. */
  next(): number | null;
  /** Runs it. */
  runNext(): void;
}

export interface QueuedParts {
  readonly tasks: PageTasks;
  readonly timers: ReadyTimers;
}

/** Runs the tasks and the timers without a delay that are queued by now, while the document is not ready for others. */
export async function runQueued({ tasks, timers }: QueuedParts): Promise<void> {
  const last = tasks.beginEarly(() => timers.next());
  await tasks.turn();
  for (let next = timers.next(); next !== null && next <= last; next = timers.next()) {
    timers.runNext();
    await tasks.turn();
  }
  tasks.endEarly();
}
