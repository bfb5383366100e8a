import type { ReactContext } from "framegate/react";

const phases = ["input", "prePhysics", "physics", "postPhysics", "gameLogic", "animation", "preRender", "render"] as const;

/** Does next to nothing in every phase, so that the cost of a frame is the cost of stepping. */
export function setup(ctx: ReactContext): void {
  const counts = phases.map(() => 0);
  const systems = phases.map((_, index) => () => {
    counts[index] = (counts[index] ?? 0) + 1;
  });
  for (const [index, phase] of phases.entries()) ctx.systems.add(phase, systems[index]!);
  // The bare loop that stepping is compared with calls the very same functions.
  Object.assign(globalThis, { idleSystems: systems });
}
