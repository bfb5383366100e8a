import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { packageRoot } from "../../../harness/package-root.ts";
import { openAssembly } from "../../../scanner/text/assembly.ts";
import { createSourceReader, sourceStart } from "../../../scanner/find/read-sources.ts";

it("is what `npm run assembly` would write", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/assembly.mjs", "--check"], {
    cwd: packageRoot,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("ends where sources begin", () => {
  const assembly = openAssembly(createSourceReader().memory, { isPackage: () => false });
  expect(assembly.textStart()).toBeLessThanOrEqual(sourceStart - 4);
});
