import type { NodeDrawColumn, PreludeConfig, SharedMeshes } from "../../../formats/page-port.ts";
import { DrawSites } from "./draw-sites.ts";
import type { GlTotals } from "./gl-totals.ts";
import { NodeDraws } from "./node-draws.ts";

/** The recorders of a realm's draws. A run has at most one of them: who draws in one step, or the nodes of every step. */
export class DrawWatches {
  /** Only in an inspected run. */
  readonly sites: DrawSites | null;
  readonly #nodes: NodeDraws | null;

  constructor(realm: typeof globalThis, { inspect, recordsFrames }: PreludeConfig, realmName: string) {
    this.sites = inspect === null ? null : new DrawSites(realm, inspect.step, inspect.countsFragments);
    this.#nodes = recordsFrames ? new NodeDraws(realmName) : null;
  }

  /** Is notified of the node that is drawn; null if nobody listens. */
  get nodeWatch(): DrawSites | NodeDraws | null {
    return this.sites ?? this.#nodes;
  }

  /** Sets the running totals that the draws of nodes are read from. */
  useTotals(totals: Readonly<GlTotals>): void {
    this.#nodes?.useTotals(totals);
  }

  beginStep(step: number): void {
    this.sites?.beginStep(step);
    this.#nodes?.beginStep(step);
  }

  endStep(): void {
    this.#nodes?.endStep();
  }

  /** Empty in a run that does not record its frames. */
  nodeDraws(): readonly NodeDrawColumn[] {
    return this.#nodes?.list() ?? [];
  }

  /** Null in a run that does not record its frames. */
  sharedMeshes(): SharedMeshes | null {
    return this.#nodes?.sharedMeshes() ?? null;
  }
}
