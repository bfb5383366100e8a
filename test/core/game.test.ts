import { describe, expect, it } from "vitest";
import type { Assets } from "../../src/core/game-context.ts";
import { createGame, type Game } from "../../src/core/game.ts";
import { createStateHash } from "../../src/core/state-hash.ts";
import { phaseNames } from "../../src/formats/phases.ts";
import { digital, key, keyA } from "./input/live-manager.ts";

const resolution = { width: 640, height: 360 };

const noAssets: Assets = {
  url: (path) => path,
  text: async () => "",
  json: async () => null,
  bytes: async () => new ArrayBuffer(0),
};

function gameOf(seed = 7): Game {
  return createGame({ seed, stepHz: 60, resolution });
}

function digestOf(game: Game): string {
  const hash = createStateHash();
  game.hashInto(hash);
  return hash.digest();
}

describe("time", () => {
  it("is step -1 and zero seconds while roots are set up", () => {
    expect(gameOf().time).toEqual({ step: -1, seconds: 0, dt: 1 / 60 });
  });

  it("is computed from the step and never accumulates", () => {
    const game = gameOf();
    for (let step = 0; step <= 100_000; step += 1) game.beginStep(step);
    expect(game.time.step).toBe(100_000);
    expect(game.time.seconds).toBe(100_000 / 60);
  });
});

describe("a context", () => {
  it("shares time, randomness and input with every other root, and has an id and systems of its own", () => {
    const game = gameOf();
    const [hud, world] = [game.contextFor("hud", 1, noAssets), game.contextFor("world", 0, noAssets)];
    expect(hud).toMatchObject({ rootId: "hud", assets: noAssets, resolution });
    expect([hud.time, hud.random, hud.input]).toEqual([world.time, world.random, game.input]);
    expect(hud.random).toBe(world.random);
    const ran: string[] = [];
    hud.systems.add("physics", () => ran.push("hud"));
    world.systems.add("physics", () => ran.push("world"));
    game.runPhases(() => undefined);
    expect(ran).toEqual(["world", "hud"]);
    expect(game.runningRootIndex()).toBe(1);
  });

  it("draws numbers that depend only on the seed", () => {
    const draw = (seed: number): number => gameOf(seed).contextFor("world", 0, noAssets).random();
    expect(draw(7)).toBe(draw(7));
    expect(draw(7)).not.toBe(draw(8));
  });
});

describe("a frame", () => {
  it("runs all phases in order and reports the end of each, even of a phase without systems", () => {
    const game = gameOf();
    const told: (string | number)[] = [];
    const { systems } = game.contextFor("world", 0, noAssets);
    for (const phase of ["render", "input", "physics"] as const) systems.add(phase, () => told.push(phase));
    game.runPhases((phaseIndex) => told.push(phaseIndex));
    expect(told).toEqual(["input", 0, 1, "physics", 2, 3, 4, 5, 6, "render", phaseNames.length - 1]);
  });

  it("stops at the phase in which a system throws", () => {
    const game = gameOf();
    const ended: number[] = [];
    const { systems } = game.contextFor("world", 0, noAssets);
    systems.add("prePhysics", () => {
      throw new Error("broken");
    });
    systems.add("render", () => ended.push(Number.NaN));
    expect(() => {
      game.runPhases((phaseIndex) => ended.push(phaseIndex));
    }).toThrow("broken");
    expect(ended).toEqual([0]);
  });

  it("makes input visible when the step begins, and not before", () => {
    const game = gameOf();
    game.input.loadMap({ version: 1, actions: { jump: digital(keyA) } });
    game.input.receive(key("KeyA", true));
    expect(game.input.isPressed("jump")).toBe(false);
    game.beginStep(0);
    expect(game.input.isPressed("jump")).toBe(true);
  });
});

describe("the hash", () => {
  it("is equal for games with the same history", () => {
    expect(digestOf(gameOf())).toBe(digestOf(gameOf()));
  });

  it("depends on the step, the input and the position of a random stream", () => {
    const stepped = gameOf();
    stepped.beginStep(0);
    const pressed = gameOf();
    pressed.input.loadMap({ version: 1, actions: { jump: digital(keyA) } });
    pressed.input.receive(key("KeyA", true));
    pressed.beginStep(0);
    const drawn = gameOf();
    drawn.contextFor("world", 0, noAssets).random.stream("loot")();
    drawn.beginStep(0);
    const digests = [gameOf(), stepped, pressed, drawn].map(digestOf);
    expect(new Set(digests).size).toBe(digests.length);
  });
});
