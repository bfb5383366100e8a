import type { ThreeContext } from "framegate/three";
import { fillHalf } from "./half.ts";

export function setup(ctx: ThreeContext): void {
  fillHalf(ctx, 1, "#00ff00");
}
