import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { renderCommandDocs } from "../harness/cli/command-docs.ts";
import { generatedFiles } from "../harness/cli/generated-files.ts";
import { packageRoot } from "../harness/package-root.ts";

it.each(generatedFiles)("$path is what `npm run docs` would write", async ({ path, render }) => {
  expect(await readFile(join(packageRoot, path), "utf8")).toBe(render());
});

it("describes the commands in the same words everywhere", () => {
  const docs = renderCommandDocs();
  expect(docs).not.toMatch(/\u001b/);
  expect(docs).not.toContain(packageRoot);
  expect(Math.max(...docs.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
});
