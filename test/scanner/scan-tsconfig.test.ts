import { describe, expect, it } from "vitest";
import { briefly, createSourceFolder } from "./source-folder.ts";

describe("an import that a tsconfig maps", () => {
  const files = {
    "lib/dice.ts": "export const dice = Math;",
    "src/a.ts": "import { dice } from '@lib/dice';\ndice.random();",
  };
  const mapping = { compilerOptions: { paths: { "@lib/*": ["./lib/*"] } } };

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    [
      "with comments and a last comma",
      { "tsconfig.json": '{ // why\n "compilerOptions": { "paths": { "@lib/*": ["./lib/*"], /* all */ }, } }' },
    ],
    [
      "relative to its baseUrl",
      { "tsconfig.json": JSON.stringify({ compilerOptions: { baseUrl: "lib", paths: { "@lib/*": ["*"] } } }) },
    ],
    ["in a jsconfig.json", { "jsconfig.json": JSON.stringify(mapping) }],
    [
      "in what it extends",
      {
        "tsconfig.json": '{ "extends": "./base" }',
        "base.json": JSON.stringify({ extends: ["./tsconfig.json", "./deep/paths.json"] }),
        "deep/paths.json": JSON.stringify({ compilerOptions: { paths: { "@lib/*": ["../lib/*"] } } }),
      },
    ],
  ])("is followed: %s", async (_, configuration) => {
    using folder = createSourceFolder({ ...files, ...configuration });
    expect(briefly(await folder.scan())).toEqual(["src/a.ts:2 Math.random"]);
  });

  it("resolves to nothing if no configuration can be read", async () => {
    using folder = createSourceFolder({ ...files, "tsconfig.json": "{ no JSON" });
    expect(briefly(await folder.scan())).toEqual([]);
  });

  it("is resolved again after the configuration has changed", async () => {
    using folder = createSourceFolder({ ...files, "tsconfig.json": "{}" });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual([]);
    folder.write({ "tsconfig.json": JSON.stringify(mapping) });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["src/a.ts:2 Math.random"]);
  });
});
