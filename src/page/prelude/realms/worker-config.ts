import type { PreludeConfig } from "../../../formats/page-port.ts";
import type { StepMoment } from "../time/timer-group.ts";

/**
 * The configuration that a page passes to a worker's prelude, which runs before the worker's own script. Plain data.
 */
export interface WorkerConfig {
  readonly prelude: PreludeConfig;
  /** Gives the worker random streams of its own. */
  readonly realmName: string;
  /** The script of this prelude, for workers of the worker. */
  readonly preludeUrl: string;
  /** The script that the page asked for, which the worker sees as its own location. */
  readonly scriptUrl: string;
  /** The URL from which the prelude imports that script; null for a module, which is imported after the prelude. */
  readonly startUrl: string | null;
  /** Base URL of the worker's script; null if the script's actual URL serves as well. */
  readonly baseUrl: string | null;
  /** The moment at which it was made; null if its page was loading. */
  readonly madeAt: StepMoment | null;
}

/** What the event of an uncaught error tells. */
export interface ErrorFacts {
  readonly message: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
}

/** The messages between the preludes of a page and of its worker. */
export const workerMessages = {
  /** Sends the worker the port for calls. */
  hello: "framegate.worker",
  /** To the page, before all else: the worker's prelude runs. */
  started: "framegate.worker.started",
  /**
   * To the worker, or to the page: memory is shared between them, so one may wait for the other in a way that cannot be
   * observed. To the page its named uses follow, as JSON, because the worker may not answer again.
   */
  shared: "framegate.worker.shared ",
  /** To the page: the worker waits for a change of shared memory, and answers nothing meanwhile. */
  blocked: "framegate.worker.blocked",
  /** To the page: the worker has closed itself, and will not answer again. Its last posts to ports follow, as JSON. */
  closed: "framegate.worker.closed ",
  /** To the page: an error of a worker of the worker that no handler has prevented. Its facts follow, as JSON. */
  uncaught: "framegate.worker.uncaught ",
} as const;

declare global {
  /** Source of the bundle that runs before a worker's script. Defined when the prelude is bundled. */
  var framegateWorkerPrelude: string | undefined;
  var framegateWorkerConfig: WorkerConfig | undefined;
}
