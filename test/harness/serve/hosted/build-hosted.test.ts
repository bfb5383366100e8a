import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../../../harness/load/load-project.ts";
import { packageRoot } from "../../../../harness/package-root.ts";
import { buildGame, type GameBuild } from "../../../../harness/serve/build-game.ts";
import { createGameFolder, manifestOf } from "../../fixtures/game-folder.ts";

async function build(
  files: Readonly<Record<string, unknown>>,
  signal = new AbortController().signal,
): Promise<GameBuild> {
  await using folder = await createGameFolder({ "game/framegate.game.json": manifestOf(), ...files });
  await symlink(join(packageRoot, "node_modules"), join(folder.path, "node_modules"));
  const { target } = await loadProject("game", { cwd: folder.path, tape: null, context: "hosted" });
  if (target.kind !== "manifest") throw new Error("A manifest is the target.");
  return await buildGame({ target, context: "hosted" }, join(folder.path, "cache"), signal);
}

describe("a hosted build that fails", () => {
  it("is refused with name and position for a feature that needs Vite", async () => {
    const main = 'const text = "import.meta.glob";\nexport const setup = () => [text, import.meta.glob("./*.json")];';
    await expect(build({ "game/src/main.ts": main })).rejects.toMatchObject({
      code: "hosted-import",
      exitCode: 2,
      where: "src/main.ts:2:35",
      message: "A hosted build does not support this: import.meta.glob is Vite's.",
    });
  });

  it("shows the line of an error", async () => {
    const main = "export function setup() {\n  const a = ;\n}";
    await expect(build({ "game/src/main.ts": main })).rejects.toMatchObject({
      code: "build-failed",
      where: "src/main.ts:2:13",
      message: expect.stringMatching(/main\.ts:2:13 \]\n2 │   const a = ;\n {2}│ {13}\^/u) as string,
    });
  });

  it("names a package that is not installed, and where it is imported", async () => {
    await expect(build({ "game/src/main.ts": 'import "three";\nimport "no-such-package";' })).rejects.toMatchObject({
      code: "package-missing",
      where: "src/main.ts:2:8",
      message: expect.stringContaining('"no-such-package"') as string,
    });
  });

  it("ends when it is interrupted", async () => {
    const controller = new AbortController();
    const building = build({ "game/src/main.ts": "export function setup() {}" }, controller.signal);
    controller.abort();
    await expect(building).rejects.toMatchObject({ code: "interrupted" });
  });
});
