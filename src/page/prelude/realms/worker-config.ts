import type { PreludeConfig } from "../../../formats/page-port.ts";

/**
 * The configuration that a page passes to a worker's prelude, which runs before the worker's own script. Plain data.
 */
export interface WorkerConfig {
  readonly prelude: PreludeConfig;
  /** Gives the worker random streams of its own. */
  readonly realmName: string;
  /** Base URL of the worker's script; null if the script's actual URL serves as well. */
  readonly baseUrl: string | null;
}

/** The message by which a page sends its worker the port for calls. */
export const workerHelloKey = "framegate.worker";

declare global {
  /** Source of the bundle that runs before a worker's script. Defined when the prelude is bundled. */
  var framegateWorkerPrelude: string | undefined;
  var framegateWorkerConfig: WorkerConfig | undefined;
}
