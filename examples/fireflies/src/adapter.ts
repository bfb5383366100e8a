import type { GameContext } from "framegate";
import { defineAdapter } from "framegate/adapter";
import { PointEngine } from "./point-engine.ts";

/** The context of this engine's `setup(ctx)`. */
export interface PointContext extends GameContext {
  readonly engine: PointEngine;
}

/** Mounts a root that draws with the engine of this folder. Framegate knows nothing of that engine. */
export default defineAdapter({
  surface: "threejs",
  mount({ container, context, entry }) {
    const canvas = document.createElement("canvas");
    canvas.width = context.resolution.width;
    canvas.height = context.resolution.height;
    container.append(canvas);
    const engine = new PointEngine(canvas);
    const complete: PointContext = { ...context, engine };
    const setup = entry?.["setup"];
    if (typeof setup !== "function") throw new TypeError("The entry exports no function setup.");
    Reflect.apply(setup, entry, [complete]);
    return {
      render: () => {
        engine.draw();
      },
      countEntities: () => engine.points.length,
      // No scene shows where a point is, so the hash of each frame takes it from here.
      state: () => engine.points,
    };
  },
});
