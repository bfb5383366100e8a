import type { ThreeContext } from "framegate/three";
import { Group } from "three";

/** Keeps numbers from its query where no picture shows them: `score` registered, `health` in the scene's user data. */
export function setup(ctx: ThreeContext): void {
  const query = new URLSearchParams(location.search);
  const player = new Group();
  player.userData["stats"] = { health: Number(query.get("health")) };
  ctx.scene.add(player);
  let score = 0;
  ctx.systems.add("gameLogic", () => {
    score += Number(query.get("score"));
  });
  ctx.state.register("score", () => ({ score }));
}
