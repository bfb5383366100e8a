import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";

const read = (path: string): string => readFileSync(join(packageRoot, path), "utf8");

it("SECURITY.md justifies each run-time dependency, and nothing else", () => {
  const { dependencies, optionalDependencies } = JSON.parse(read("package.json")) as Record<
    "dependencies" | "optionalDependencies",
    Readonly<Record<string, string>>
  >;
  const rows = Array.from(read("SECURITY.md").matchAll(/^\| `([^`]+)` *\| (\S.*) \|$/gm), ([, name, reason]) => {
    return { name, reason };
  });
  expect(rows.map(({ name }) => name)).toEqual(Object.keys({ ...dependencies, ...optionalDependencies }).sort());
  for (const { name, reason = "" } of rows) expect(reason.trim().length, name).toBeGreaterThan(15);
  for (const version of Object.values({ ...dependencies, ...optionalDependencies })) expect(version).toMatch(/^\d/);
});
