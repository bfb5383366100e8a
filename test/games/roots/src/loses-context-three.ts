import type { ThreeContext } from "framegate/three";
import turningBox from "./turning-box.ts";
import { loseContext } from "./lose-context.ts";

export function setup(ctx: ThreeContext): void {
  turningBox(ctx);
  loseContext(ctx);
}
