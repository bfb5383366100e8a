import {
  addCounts,
  type CountName,
  countNamesOf,
  definitionOf,
  type FrameCounts,
  type GlCountName,
} from "../../../formats/frame-counts.ts";
import type { SceneCount } from "../../scene/count-scene.ts";
import { recordByGlCount } from "../gl/gl-totals.ts";
import type { Instruments } from "./instruments.ts";

type Read = (instruments: Instruments, scene: SceneCount) => number;

/** Where each column comes from: the running total of a sum, or the level now. */
const reads: Readonly<Record<CountName, Read>> = {
  ...glReads(),
  canvasOperations: ({ canvas2d }) => canvas2d.totals.operations,
  domChanges: ({ page }) => page?.domChanges.count() ?? 0,
  forcedLayouts: ({ page }) => page?.forcedLayouts?.count() ?? 0,
  requests: ({ order }) => order.requests(),
  sceneEntities: (_instruments, { entities }) => entities,
  sceneNodes: (_instruments, { nodes }) => nodes,
  listeners: ({ listeners }) => listeners?.count() ?? 0,
  timers: ({ timers }) => timers.pendingCount(),
};

/** The columns of GL have the names of its totals. */
function glReads(): Readonly<Record<GlCountName, Read>> {
  const read =
    (name: GlCountName): Read =>
    ({ gl }) =>
      gl.totals[name];
  return recordByGlCount(read);
}

const nothingShown: SceneCount = { nodes: 0, entities: 0 };

/** Turns the running totals of a realm into the counts since the last call. */
export class CountMeter {
  readonly #instruments: Instruments;
  readonly #columns: readonly { readonly read: Read; readonly isLevel: boolean }[];
  readonly #names: readonly CountName[];
  // Reused in each frame: most frames take less than a microsecond.
  readonly #totals: FrameCounts;
  readonly #frame: FrameCounts;
  readonly #loading: FrameCounts;

  constructor(instruments: Instruments, isCounting: boolean) {
    this.#instruments = instruments;
    this.#names = countNamesOf(isCounting);
    this.#columns = this.#names.map((name) => ({
      read: reads[name],
      isLevel: definitionOf(name).kind === "level",
    }));
    this.#totals = new Float64Array(this.#names.length);
    this.#frame = new Float64Array(this.#names.length);
    this.#loading = new Float64Array(this.#names.length);
  }

  /** The total of a column at the last call of `take`; 0 if the pass does not count it. */
  taken(name: CountName): number {
    return this.#totals[this.#names.indexOf(name)] ?? 0;
  }

  /** Ends loading: what was counted so far belongs to no frame. */
  beginFrames(): void {
    addCounts(this.#loading, this.take(nothingShown));
  }

  /** Counts from before the first frame. Levels are those at the end of that time. */
  loading(): FrameCounts {
    return this.#loading;
  }

  /** Counts of the frame that ends. Valid until the next call, which reuses the object. */
  take(scene: SceneCount): FrameCounts {
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index];
      if (column === undefined) continue;
      const now = column.read(this.#instruments, scene);
      this.#frame[index] = column.isLevel ? now : now - (this.#totals[index] ?? 0);
      this.#totals[index] = now;
    }
    return this.#frame;
  }
}
