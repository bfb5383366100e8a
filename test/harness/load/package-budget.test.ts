import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFramegateError } from "../../../harness/errors.ts";
import { loadPackageBudget } from "../../../harness/load/package-budget.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

const limits = { framegate: { budget: { maxDomChanges: 40 } } };

describe("the budget of a package.json", () => {
  it("is that of the nearest one at or above the game", async () => {
    await using folder = await createGameFolder({
      "package.json": limits,
      "games/a/index.html": "",
      "games/b/package.json": {},
    });
    const budgetIn = (path: string): unknown => loadPackageBudget(join(folder.path, path))?.value ?? null;
    expect([budgetIn("."), budgetIn("games/a"), budgetIn("games/b")]).toEqual([
      { maxDomChanges: 40 },
      { maxDomChanges: 40 },
      null,
    ]);
  });

  it("is refused at its line if it is invalid", async () => {
    await using folder = await createGameFolder({ "package.json": { framegate: { budget: { maxDomChange: 40 } } } });
    let thrown: unknown = null;
    try {
      loadPackageBudget(folder.path);
    } catch (error) {
      thrown = error;
    }
    const path = join(folder.path, "package.json");
    expect(isFramegateError(thrown) && [thrown.code, thrown.where]).toEqual(["file-invalid", `${path}:4:7`]);
    expect(thrown).toHaveProperty("message", expect.stringContaining('Did you mean "maxDomChanges"?'));
  });

  it("is null in a broken file that does not mention Framegate", async () => {
    await using folder = await createGameFolder({ "package.json": "{ oops" });
    expect(loadPackageBudget(folder.path)).toBeNull();
  });
});
