import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { validateManifest } from "../../src/formats/manifest.ts";
import { resolveManifest } from "../../src/formats/resolve-manifest.ts";

const page = readFileSync(join(packageRoot, "docs/games.md"), "utf8");
const written = Array.from(page.matchAll(/^```json\n(.*?)^```$/gms), ([, text = ""]) => ({
  text,
  name: /"name": "(\w+)"/.exec(text)?.[1],
}));

it("shows a manifest for each strategy except deduped, whose difference it describes", () => {
  const strategies = written.flatMap(({ text }) => /"strategy": "([\w-]+)"/.exec(text)?.[1] ?? []);
  expect(strategies.sort()).toEqual(["iframe-reachable", "opaque-embed", "shared"]);
});

it.each(written)("the manifest $name is valid and can be resolved", ({ text }) => {
  const validation = validateManifest(text);
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  expect(validation.warnings).toEqual([]);
  const { value } = validation;
  for (const context of ["local", "hosted"] as const)
    expect(resolveManifest(value, context)).toMatchObject({ ok: true });
});
