import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { createFakeProcess } from "./fake-process.ts";

it("refuses a report whose file is a folder before anything runs", async () => {
  await using folder = await createGameFolder({ "index.html": "<canvas>", "ci/log.txt": "" });
  const fake = createFakeProcess(["perf", "index.html", "--reporter", "junit=ci"], { cwd: folder.path });
  expect(await main(fake)).toBe(6);
  expect(fake.stderrText.replaceAll(folder.path, "/game")).toBe(
    "error write-failed: Cannot write /game/ci: it is a folder.\n" +
      "  Check the folder's permissions and the free disk space, or write it somewhere else.\n",
  );
  expect(readdirSync(folder.path).sort()).toEqual(["ci", "index.html"]);
});
