import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type CheckReportFile, type CheckOptions, runCheck } from "../../harness/run-check.ts";
import { createGameFolder, type GameFolder, manifestOf } from "./fixtures/game-folder.ts";

async function check(
  folder: GameFolder,
  paths: readonly string[],
  options: Partial<CheckOptions> = {},
  input = "",
): Promise<readonly CheckReportFile[]> {
  const stdin = Readable.from([Buffer.from(input)]);
  return await runCheck({ paths, kind: null, context: null, strict: false, ...options }, { cwd: folder.path, stdin });
}

const tape = { version: 1, stepHz: 60, events: [] };
const playable = { "framegate.game.json": manifestOf(), "src/main.ts": "", "framegate.tape.json": tape };

describe("runCheck", () => {
  it("checks each file once, however often it is given", async () => {
    await using folder = await createGameFolder(playable);
    const checked = await check(folder, ["framegate.tape.json", ".", "./framegate.tape.json", folder.path]);
    expect(checked.map(({ name }) => name)).toEqual(["framegate.tape.json", "framegate.game.json"]);
  });

  it("continues after a file that cannot be read", async () => {
    await using folder = await createGameFolder({
      ...playable,
      "a.game.json/x": "",
      "b.tape.json": Uint8Array.of(0xff),
    });
    const checked = await check(folder, ["."]);
    expect(checked.map(({ name, errors }) => [name, errors.length])).toEqual([
      ["a.game.json", 1],
      ["b.tape.json", 1],
      ["framegate.game.json", 0],
      ["framegate.tape.json", 0],
    ]);
  });

  it("reads stdin, as a file in the working directory", async () => {
    await using folder = await createGameFolder(playable);
    const manifest = JSON.stringify(manifestOf({ roots: [{ id: "a", adapter: "react", entry: "src/mian.ts" }] }));
    const [checked, ...others] = await check(folder, ["-"], { kind: "manifest" }, manifest);
    expect(others).toEqual([]);
    expect(checked).toMatchObject({
      name: "-",
      kind: "manifest",
      errors: [],
      project: [{ suggestion: "src/main.ts" }],
    });
  });

  it("needs the kind of stdin", async () => {
    await using folder = await createGameFolder(playable);
    await expect(check(folder, ["-"])).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("--kind"),
    });
  });

  it("fails if there was nothing to check", async () => {
    await using folder = await createGameFolder({ "src/main.ts": "", "src/b.txt": "" });
    await expect(check(folder, ["src"])).rejects.toMatchObject({ code: "nothing-to-check", where: "src", exitCode: 2 });
    await expect(check(folder, ["."], { kind: "scene" })).rejects.toMatchObject({ code: "nothing-to-check" });
  });
});
