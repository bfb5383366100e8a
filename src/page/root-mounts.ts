import type { Game } from "../core/game.ts";
import { RootScope } from "../core/root-scope.ts";
import type { MountReport } from "../formats/page-port.ts";
import { createAssets } from "./game-assets.ts";
import { blameRoot, MountFailure, reportMountFailure } from "./mount-failure.ts";
import type { RealmAgent } from "./realm-agent.ts";
import type { EntryModule, MountedRoot, RootAdapter } from "./root-adapter.ts";
import { SelfDriver } from "./self-driver.ts";
import { createLayer, placeBody } from "./stage.ts";

/** One root, as the game's build passes it in. */
export interface HostRoot {
  readonly id: string;
  readonly zOrder: number;
  readonly loop: "gated" | "self-driven";
  /** Whether the debug bridge may pause the root. */
  readonly pausable: boolean;
  /** Whether the root adds its elements to the page's body by itself. */
  readonly usesBody: boolean;
  readonly loadAdapter: () => Promise<RootAdapter>;
  /** The game's entry module; null for a root without one. */
  readonly loadEntry: (() => Promise<EntryModule>) | null;
}

export interface RootMountsOptions {
  readonly agent: RealmAgent;
  readonly game: Game;
  readonly stage: HTMLElement;
  /** In the manifest's order. */
  readonly roots: readonly HostRoot[];
}

/** The parts of the host that belong to one mounting of a root, until it is removed. */
interface Place {
  readonly scope: RootScope;
  readonly driver: SelfDriver | null;
  readonly layer: HTMLElement;
}

/** A root that is being mounted again. */
interface Remount {
  readonly startedMs: number;
  /** Stops waiting. */
  readonly giveUp: () => void;
}

/** Mounts the roots of a page, and remounts one while the others continue. */
export class RootMounts {
  /** In the manifest's order. An empty root stands in for one that is not mounted. */
  readonly mounted: readonly MountedRoot[];
  readonly #options: RootMountsOptions;
  readonly #mounted: MountedRoot[];
  readonly #places = new Map<number, Place>();
  readonly #ranks: ReadonlyMap<HostRoot, number>;
  readonly #adapters = new Map<HostRoot, RootAdapter>();
  /** The entries with which roots are to be remounted, by the positions of the roots. */
  readonly #asked = new Map<number, EntryModule>();
  readonly #remounts = new Map<number, Remount>();
  #framesLoading = 0;

  constructor(options: RootMountsOptions) {
    const { roots } = options;
    this.#options = options;
    this.#mounted = roots.map(() => noRoot);
    this.mounted = this.#mounted;
    // Ranks instead of the orders themselves: z-index has a smaller range than a manifest's integers. Sorting is stable,
    // so ties keep the manifest's order.
    this.#ranks = new Map(
      roots.toSorted((left, right) => left.zOrder - right.zOrder).map((root, rank) => [root, rank]),
    );
  }

  /** Whether a frame of an unmodified game is loading, which takes as long as the network takes. */
  isFrameLoading(): boolean {
    return this.#framesLoading > 0;
  }

  /** Comes before the root is mounted. */
  async loadAdapter(root: HostRoot): Promise<void> {
    this.#adapters.set(root, await blameRoot(root.id, root.loadAdapter()));
  }

  /** Mounts a root for the first time. */
  async mount(root: HostRoot, rootIndex: number): Promise<void> {
    const entry = root.loadEntry === null ? null : await blameRoot(root.id, root.loadEntry());
    await this.#mount(root, rootIndex, entry);
  }

  /** Whether all of these roots can be removed. */
  canRemount(rootIds: readonly string[]): boolean {
    return this.#options.roots.every(
      ({ id }, index) => !rootIds.includes(id) || this.#mounted[index] === noRoot || this.#removalOf(index) !== null,
    );
  }

  /** Schedules roots to be removed and mounted with another entry, by the next calls of `tend`. */
  remount(rootIds: readonly string[], entry: EntryModule): void {
    for (const [index, { id }] of this.#options.roots.entries())
      if (rootIds.includes(id)) this.#asked.set(index, entry);
  }

  /**
   * Begins scheduled remounts, between two frames, and gives up on those that have lasted for more than `limitMs`. If a
   * root cannot be mounted it stays away, and `onFailed` is called.
   */
  async tend(limitMs: number, onFailed: (failure: MountReport) => void): Promise<void> {
    const { agent, roots } = this.#options;
    for (const [index, entry] of [...this.#asked]) {
      const root = roots[index];
      if (root === undefined || this.#remounts.has(index)) continue;
      this.#asked.delete(index);
      this.#begin(root, index, entry, onFailed);
    }
    for (const { startedMs, giveUp } of this.#remounts.values()) if (agent.realNow() - startedMs > limitMs) giveUp();
    // While the game is paused no frame delivers the loads of the setup.
    if (this.#remounts.size > 0 && agent.isWaiting()) await agent.settle();
  }

  resize(width: number, height: number): void {
    for (const root of this.#mounted) root.resize(width, height);
  }

  #begin(root: HostRoot, index: number, entry: EntryModule, onFailed: (failure: MountReport) => void): void {
    const report = (thrown: unknown): void => {
      onFailed(reportMountFailure(thrown));
    };
    const gaveUp = new Promise<never>((_resolve, reject) => {
      const giveUp = (): void => {
        reject(new MountFailure("entry-never-resolved", root.id, "its setup or its teardown has not ended"));
      };
      this.#remounts.set(index, { startedMs: this.#options.agent.realNow(), giveUp });
    });
    const work = this.#takeAway(root, index, report).then(async () => {
      if (this.#remounts.has(index)) await this.#mount(root, index, entry);
    });
    void Promise.race([work, gaveUp])
      .catch((thrown: unknown) => {
        this.#close(index)?.layer.remove();
        report(thrown);
      })
      .finally(() => {
        this.#remounts.delete(index);
      });
  }

  /** An error of a teardown is reported, and the root is removed all the same. */
  async #takeAway({ id }: HostRoot, index: number, onThrown: (thrown: unknown) => void): Promise<void> {
    const removal = this.#removalOf(index);
    this.#mounted[index] = noRoot;
    const { layer } = this.#close(index) ?? {};
    for (const act of [removal?.tearDown, removal?.dispose]) {
      try {
        await act?.();
      } catch (thrown) {
        onThrown(new MountFailure("teardown-threw", id, thrown));
      }
    }
    layer?.remove();
  }

  #removalOf(index: number): MountedRoot["removal"] {
    return this.#mounted[index]?.removal ?? null;
  }

  /** Ends everything that the host runs for a root. */
  #close(index: number): Place | undefined {
    const place = this.#places.get(index);
    place?.scope.close();
    place?.driver?.stop();
    this.#places.delete(index);
    return place;
  }

  async #mount(root: HostRoot, rootIndex: number, entry: EntryModule | null): Promise<void> {
    const { game, stage, agent } = this.#options;
    const { note, opened, realNow, runQueuedWork } = agent;
    const adapter = this.#adapters.get(root);
    if (adapter === undefined) throw new Error(`The adapter of root "${root.id}" was not loaded.`);
    const scope = new RootScope(game.contextFor(root.id, rootIndex, createAssets()));
    const rank = this.#ranks.get(root) ?? 0;
    const layer = root.usesBody ? placeBody(rank) : createLayer(stage, rank);
    const driver = root.loop === "gated" ? null : new SelfDriver(() => game.isHeld(rootIndex));
    this.#places.set(rootIndex, { scope, driver, layer });
    const context = driver === null ? scope.context : { ...scope.context, systems: driver.systems };
    const addDrawing = (draw: () => void): void => {
      if (driver === null) context.systems.add("render", draw);
      else driver.addDrawing(draw);
    };
    const whileLoading = async <T>(loading: Promise<T>): Promise<T> => {
      this.#framesLoading += 1;
      return await loading.finally(() => {
        this.#framesLoading -= 1;
      });
    };
    const mounting = adapter({
      ...{ layer, context, entry, addDrawing, whileLoading, note, opened, realNow, runQueuedWork },
    });
    const mounted = await blameRoot(root.id, mounting);
    if (scope.isClosed) {
      // Too late: this mount was given up, and another one may have taken its place.
      await mounted.removal?.dispose();
      return;
    }
    this.#mounted[rootIndex] = mounted;
    scope.open();
    driver?.start();
  }
}

/** Stands in for a root that is not mounted. */
const noRoot: MountedRoot = {
  removal: null,
  resize: () => undefined,
  hasLayout: false,
  showsDom: () => false,
  worlds: () => [],
  countEntities: () => null,
  hashInto: () => undefined,
};
