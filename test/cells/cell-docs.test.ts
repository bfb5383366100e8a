import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { allCells, allKinds } from "./all-cells.ts";
import { renderCellDocs } from "./cell-docs.ts";

it("docs/held.md is what `npm run docs` would write", () => {
  expect(readFileSync(join(packageRoot, "docs/held.md"), "utf8")).toBe(renderCellDocs(allKinds));
});

it("gives each cell a folder of its own", () => {
  const ids = allCells.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it("has few kinds that are impossible", () => {
  expect(allKinds.filter(({ handling }) => handling.kind === "impossible").length).toBeLessThanOrEqual(10);
});
