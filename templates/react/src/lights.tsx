import type { ReactContext } from "framegate/react";
import { createRoot } from "react-dom/client";
import { Board } from "./board.tsx";
import { createRound } from "./round.ts";

/** Starts a round and shows it. The round is plain data and rules; React only draws it. */
export function setup(ctx: ReactContext): void {
  const { input, systems } = ctx;
  const round = createRound(ctx.random.stream("lamps"));
  createRoot(ctx.container).render(<Board round={round} />);

  systems.add("input", () => {
    round.move(
      Number(input.isJustPressed("right")) - Number(input.isJustPressed("left")),
      Number(input.isJustPressed("down")) - Number(input.isJustPressed("up")),
    );
  });
  systems.add("gameLogic", () => {
    round.burn(ctx.time.dt);
  });
}
