import type { ReactContext } from "framegate/react";
import { createRoot } from "react-dom/client";

export function setup(ctx: ReactContext): void {
  const root = createRoot(ctx.container);

  ctx.systems.add("gameLogic", () => {
    root.render(<p>{ctx.time.seconds.toFixed(1)} s</p>);
  });
}
