import { expect, it } from "vitest";
import { StateBoard } from "../../src/core/registered-states.ts";
import { createStateHash } from "../../src/core/state-hash.ts";

function digestOf(board: StateBoard, name: string): string {
  const hash = createStateHash();
  board.hashInto(name, hash);
  return hash.digest();
}

it("hashes what a registered function returns at the time", () => {
  const board = new StateBoard();
  const items = ["key"];
  board.register("inventory", () => items);
  const before = digestOf(board, "inventory");
  items.push("lamp");
  expect(digestOf(board, "inventory")).not.toBe(before);
});

it("forgets a removed function, and accepts its name again", () => {
  const board = new StateBoard();
  const remove = board.register("score", () => 1);
  expect(() => board.register("score", () => 2)).toThrow('the name "score" is taken');
  remove();
  expect(board.names()).toEqual([]);
  board.register("score", () => 2);
  expect(board.names()).toEqual(["score"]);
});
