import { expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { createFakeProcess } from "./fake-process.ts";

it.each([
  { args: ["a", "b"], problem: "--watch watches one game, and there are 2." },
  { args: ["http://localhost:1"], problem: "a running server has its own" },
  { args: ["a", "--json"], problem: "Write it to a file: --reporter json=FILE" },
  { args: ["a", "--reporter", "junit"], problem: "Write it to a file: --reporter junit=FILE" },
  { args: ["a", "--baseline", "b.json", "--update-baseline"], problem: "--watch makes many" },
])("a watch of $args is refused before anything runs", async ({ args, problem }) => {
  await using folder = await createGameFolder({ "a/index.html": "", "b/index.html": "" });
  const fake = createFakeProcess(["perf", "--watch", ...args], { cwd: folder.path });
  expect(await main(fake)).toBe(2);
  expect(fake.stderrText).toContain(problem);
});
