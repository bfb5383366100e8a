import type { ThreeContext } from "framegate/three";

/** Loads from the server that the query names while it runs. */
export function setup(ctx: ThreeContext): void {
  const server = new URLSearchParams(window.location.search).get("server") ?? "";
  ctx.systems.add("gameLogic", () => {
    if (ctx.time.step === 17) void fetch(`${server}level-2.json`);
  });
}
