import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";

it("the README says of each of its own scripts that it runs in a clone", () => {
  const blocks = readFileSync(join(packageRoot, "README.md"), "utf8").split("\n\n");
  // The paragraph says so, or the one before it. The scripts in a workflow are those of a game.
  const unmarked = blocks.filter(
    (block, index) =>
      /\bnpm (?:run|test)\b/u.test(block) &&
      !block.startsWith("```yaml") &&
      !/\bclone\b/u.test(`${blocks[index - 1] ?? ""} ${block}`),
  );
  expect(blocks.filter((block) => block.includes("npm run")).length).toBeGreaterThan(3);
  expect(unmarked).toEqual([]);
});
