import type { SceneWorld } from "../../scene/count-scene.ts";
import { type NodeReader, threeNodes } from "../../scene/node-reader.ts";
import { type NodeWatch, watchThreeDraws } from "../../scene/watch-draws.ts";

/**
 * A game may keep scene graphs that it no longer shows, or show two in turns. So a world counts until this many frames
 * have drawn another world but not this one.
 */
const shownFrames = 60;

interface Drawn {
  world: SceneWorld;
  isFresh: boolean;
  /** Frames since it was last drawn, not counting those that drew nothing. */
  age: number;
}

/** The scene graphs of a realm that are on the screen, judged by what its engines draw. */
export class ShownWorlds {
  readonly #drawn = new Map<object, Drawn>();
  readonly #nodes: NodeWatch | null;

  /** `nodes` is notified of the node that is drawn; null if nobody listens. */
  constructor(nodes: NodeWatch | null) {
    this.#nodes = nodes;
  }

  /** Notes that an engine draws the graph below `root`. */
  add(reader: NodeReader, root: object, version: string | null): void {
    const known = this.#drawn.get(root);
    if (known === undefined) {
      this.#drawn.set(root, { world: { reader, root, version }, isFresh: true, age: 0 });
      if (this.#nodes !== null && reader === threeNodes) watchThreeDraws(root, this.#nodes);
    } else {
      known.isFresh = true;
      if (known.world.version === null) known.world = { ...known.world, version };
    }
  }

  endFrame(): void {
    const all = [...this.#drawn.values()];
    if (!all.some(({ isFresh }) => isFresh)) return;
    for (const drawn of all) {
      drawn.age = drawn.isFresh ? 0 : drawn.age + 1;
      drawn.isFresh = false;
      if (drawn.age >= shownFrames) this.#drawn.delete(drawn.world.root);
    }
  }

  list(): readonly SceneWorld[] {
    return [...this.#drawn.values()].map(({ world }) => world);
  }
}
