import { describe, expect, it } from "vitest";
import type { GameContext } from "../../src/core/game-context.ts";
import { createGame, type Game } from "../../src/core/game.ts";
import { RootScope } from "../../src/core/root-scope.ts";

const assets = {
  url: (path: string): string => path,
  text: () => Promise.resolve(""),
  json: () => Promise.resolve(null),
  bytes: () => Promise.resolve(new ArrayBuffer()),
};

function mountIn(game: Game): { readonly scope: RootScope; readonly context: GameContext } {
  const scope = new RootScope(game.contextFor("world", 0, assets));
  return { scope, context: scope.context };
}

function frame(game: Game, step: number): void {
  game.beginStep(step);
  game.runPhases(() => undefined);
}

describe("the scope of a root", () => {
  it("runs its systems once it is open, in the order in which they were added", () => {
    const game = createGame({ seed: 1, stepHz: 60, resolution: { width: 1, height: 1 } });
    const { scope, context } = mountIn(game);
    const ran: string[] = [];
    context.systems.add("render", () => ran.push("first"));
    const remove = context.systems.add("render", () => ran.push("removed"));
    context.systems.add("render", () => ran.push("second"));
    remove();
    frame(game, 0);
    expect(ran).toEqual([]);
    scope.open();
    context.systems.add("render", () => ran.push("third"));
    frame(game, 1);
    expect(ran).toEqual(["first", "second", "third"]);
  });

  it("takes its systems, states and commands with it, so that the next one may have them", () => {
    const game = createGame({ seed: 1, stepHz: 60, resolution: { width: 1, height: 1 } });
    let ran = 0;
    const fill = ({ systems, state, debug }: GameContext): void => {
      systems.add("gameLogic", () => {
        ran += 1;
      });
      state.register("score", () => 1);
      debug.command("spawn", () => 2);
    };
    const first = mountIn(game);
    fill(first.context);
    first.scope.open();
    frame(game, 0);
    first.scope.close();
    frame(game, 1);
    expect(ran).toBe(1);
    expect([game.stateNames(), game.commands.names()]).toEqual([[], []]);
    const second = mountIn(game);
    fill(second.context);
    second.scope.open();
    frame(game, 2);
    expect(ran).toBe(2);
    expect([game.stateNames(), game.commands.names()]).toEqual([["score"], ["spawn"]]);
  });

  it("takes nothing any more after its end, from a setup that goes on", () => {
    const game = createGame({ seed: 1, stepHz: 60, resolution: { width: 1, height: 1 } });
    const { scope, context } = mountIn(game);
    scope.close();
    scope.open();
    context.systems.add("gameLogic", () => {
      throw new Error("It ran.");
    });
    context.state.register("score", () => 1);
    frame(game, 0);
    expect(game.stateNames()).toEqual([]);
  });

  it("refuses a phase that there is not at the line that adds the system", () => {
    const game = createGame({ seed: 1, stepHz: 60, resolution: { width: 1, height: 1 } });
    const { context } = mountIn(game);
    const phase: unknown = "update";
    const add = (): void => {
      Reflect.apply(context.systems.add, null, [phase, () => undefined]);
    };
    expect(add).toThrow(/no phase "update"/u);
  });
});
