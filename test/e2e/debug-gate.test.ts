import { expect, it } from "vitest";
import { createGameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { runJson } from "./run-command.ts";

const entry = `export function setup(ctx) {
  ctx.debug.command("double", (value) => 2 * value);
  ctx.random.stream("loot")();
  ctx.systems.add("gameLogic", () => {
    const bridge = globalThis.framegateDebug;
    const told = () => JSON.stringify([bridge.command("double", 21), bridge.streams().at(-1)]);
    throw new Error(bridge === undefined ? "no bridge" : told());
  });
}
`;

it.each([
  ["asked for and allowed", { allowInProduction: true }, "framegate-debug=1", '[42,{"name":"loot","drawn":1}]'],
  ["asked for and not allowed", { allowInProduction: false }, "framegate-debug=1", "no bridge"],
  ["asked for where the manifest says nothing", undefined, "framegate-debug=1", "no bridge"],
  ["not asked for", { allowInProduction: true }, "framegate-debug=0", "no bridge"],
])("is there in perf only where the manifest allows it: %s", async (_case, debug, query, expected) => {
  await using folder = await createGameFolder({
    "framegate.game.json": manifestOf({
      roots: [{ id: "main", adapter: "react", entry: "main.js" }],
      ...(debug === undefined ? {} : { debug }),
    }),
    "main.js": entry,
  });
  const { json } = await runJson([
    "perf",
    folder.path,
    "--frames",
    "1",
    "--warmup",
    "0",
    "--repeat",
    "0",
    "--query",
    query,
  ]);
  expect(json.error?.message).toContain(expected);
});
