import type { PreludeConfig } from "../../../formats/page-port.ts";

/** What the page tells the prelude of a worker, before the first line of the worker's own script. Plain data. */
export interface WorkerConfig {
  readonly prelude: PreludeConfig;
  /** Sets the worker's random streams apart from those of others. */
  readonly realmName: string;
  /** URL that the worker's script would resolve others against; null where its own is as good. */
  readonly baseUrl: string | null;
}

/** Marks the message by which a page hands its worker the port for calls. */
export const workerHelloKey = "framegate.worker";

declare global {
  /** Source of the bundle that runs before a worker's script. Put in place when the prelude is bundled. */
  var framegateWorkerPrelude: string | undefined;
  var framegateWorkerConfig: WorkerConfig | undefined;
}
