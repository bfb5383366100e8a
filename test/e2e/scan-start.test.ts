import { expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { runCommand } from "./run-command.ts";

const tellNativeCode = encodeURIComponent(
  'process.on("exit", () => console.error(process.report.getReport().sharedObjects.filter((name) => name.endsWith(".node"))));',
);

it.each([
  ["does not load the bundler's native code where nothing is suspect", "export const a = Math.floor(1);", "[]"],
  ["loads it where a file has to be parsed", "export const a = Math.floor(Math.random());", "rolldown-binding"],
])("a scan %s", async (_what, text, loaded) => {
  await using folder = await createGameFolder({ "a.ts": text });
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${tellNativeCode}` };
  const { stderr } = await runCommand(["scan", "--json"], { cwd: folder.path, env });
  expect(stderr).toContain(loaded);
});
