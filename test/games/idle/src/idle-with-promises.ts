import type { ReactContext } from "framegate/react";
import { setup as setUpIdle } from "./idle.ts";

/** The idle game as one that could wait for something in a frame, which makes every frame end with a turn. */
export async function setup(ctx: ReactContext): Promise<void> {
  await Promise.resolve();
  setUpIdle(ctx);
}
