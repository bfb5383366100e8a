import { join } from "node:path";
import { expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { fileOf } from "../report/ends.ts";
import { createFakeProcess } from "./fake-process.ts";

it("takes the folder of a run for its report", async () => {
  await using folder = await createGameFolder({ "run/report.json": fileOf({ maxDrawCalls: 10 }) });
  const process = createFakeProcess(["replay", "run", "--json"], { cwd: folder.path });
  expect(await main(process)).toBe(2);
  // It was found and read: but this one was never replayable.
  const where = join(folder.path, "run", "report.json");
  expect(JSON.parse(process.stdoutText)).toMatchObject({ error: { code: "report-not-replayable", where } });
});
