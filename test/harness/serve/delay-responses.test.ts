import { expect, it } from "vitest";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { ask, servePage } from "./ask-site.ts";

const names = Array.from({ length: 12 }, (_, index) => `file${String(index)}.txt`);

it("delivers all responses, in another order for each seed", async () => {
  await using folder = await createGameFolder({
    "index.html": "",
    ...Object.fromEntries(names.map((name) => [name, name])),
  });
  await using site = await servePage(folder, "index.html");
  const arrivals = async (seed: number): Promise<readonly string[]> => {
    site.delayResponses(seed);
    const arrived: string[] = [];
    await Promise.all(names.map(async (name) => arrived.push((await ask(site, `/${name}`)).body)));
    return arrived;
  };
  const first = await arrivals(1);
  expect(first).not.toEqual(names);
  expect(first.toSorted()).toEqual(names.toSorted());
  expect(await arrivals(2)).not.toEqual(first);
});
