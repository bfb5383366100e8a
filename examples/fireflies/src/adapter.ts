import type { GameContext } from "framegate";
import { defineAdapter } from "framegate/adapter";
import { PointEngine } from "./point-engine.ts";

/** The context of this engine's `setup(ctx)`. */
export interface PointContext extends GameContext {
  readonly engine: PointEngine;
}

/** Mounts a root that draws with the engine of this folder, which Framegate does not know. */
export default defineAdapter({
  surface: "threejs",
  mount({ container, context, entry }) {
    const canvas = document.createElement("canvas");
    container.append(canvas);
    const engine = new PointEngine(canvas, context.resolution);
    const complete: PointContext = { ...context, engine };
    const setup = entry?.["setup"];
    if (typeof setup !== "function") throw new TypeError("The entry exports no function setup.");
    Reflect.apply(setup, entry, [complete]);
    return {
      render: () => {
        engine.draw();
      },
      resize: (width, height) => {
        engine.resize({ width, height });
      },
      dispose: () => {
        engine.dispose();
      },
      countEntities: () => engine.points.length,
      // No scene shows where a point is, so the hash of each frame takes it from here.
      state: () => engine.points,
    };
  },
});
