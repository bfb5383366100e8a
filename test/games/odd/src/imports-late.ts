import type { ReactContext } from "framegate/react";

/** Imports a module during setup and another in a frame, and shows the frame in which each was available. */
export async function setup(ctx: ReactContext): Promise<void> {
  let ticks = 0;
  const tick = (): void => {
    ticks += 1;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const { first } = await import("./first-part.ts");
  let arrived = "";
  ctx.systems.add("gameLogic", () => {
    const { step } = ctx.time;
    if (step === 5) {
      void import("./second-part.ts").then(({ second }) => {
        arrived = `${second} after step ${String(ctx.time.step)}`;
      });
    }
    ctx.container.textContent = `${first} ${String(step)} ${String(ticks)} ${arrived}`;
  });
}
