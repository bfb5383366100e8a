import type { ReactContext } from "framegate/react";
import { setup as setUpIdle } from "./idle.ts";

/** The idle game, but as one that could await something in a frame, which makes every frame end with a turn. */
export async function setup(ctx: ReactContext): Promise<void> {
  await Promise.resolve();
  setUpIdle(ctx);
}
