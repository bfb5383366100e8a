import type { ThreeContext } from "framegate";
import { fillHalf } from "./half.ts";

export function setup(ctx: ThreeContext): void {
  fillHalf(ctx, -1, "#ff0000");
}
