import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot, packageVersion } from "../../../harness/package-root.ts";
import { readTemplate, templates } from "../../../harness/scaffold/read-template.ts";
import { validateInputMap } from "../../../src/formats/input-map.ts";
import { validateManifest } from "../../../src/formats/manifest.ts";
import { validateTape } from "../../../src/formats/tape.ts";

async function read(template: (typeof templates)[number], name = "My Game"): Promise<ReadonlyMap<string, string>> {
  return new Map((await readTemplate(template, name)).map(({ path, text }) => [path, text]));
}

/** Version ranges of a package.json that start from an exact version. */
function versionsIn(text: string, ...fields: readonly string[]): Readonly<Record<string, string>> {
  const content: Record<string, Record<string, string>> = JSON.parse(text);
  const entries = fields.flatMap((field) => Object.entries(content[field] ?? {}));
  return Object.fromEntries(entries.map(([name, range]) => [name, range.replace("^", "")]));
}

describe.each(templates)("the template %s", (template) => {
  it("has strictly valid files, and no unfilled placeholder", async () => {
    const files = await read(template);
    const texts = [...files.values()].join("\n");
    expect(texts).not.toMatch(/__[A-Z_]+__/);
    expect(validateManifest(files.get("framegate.game.json") ?? "")).toMatchObject({ ok: true, warnings: [] });
    // A plain page listens to the browser's own events, so it has no input map.
    const inputMap = files.get("framegate.input.json");
    expect(inputMap === undefined).toBe(template === "html");
    if (inputMap !== undefined)
      expect(validateInputMap(inputMap, { strict: true })).toMatchObject({ ok: true, warnings: [] });
    expect(validateTape(files.get("framegate.tape.json") ?? "")).toMatchObject({ ok: true, warnings: [] });
  });

  it.each(['"Quotes" \\ and $& $1', "日本", "", "\u2028line"])("takes any name: %j", async (name) => {
    const files = await read(template, name);
    expect(JSON.parse(files.get("framegate.game.json") ?? "")).toMatchObject({ name });
    expect(JSON.parse(files.get("framegate.tape.json") ?? "")).toMatchObject({ game: { name } });
    expect(JSON.parse(files.get("package.json") ?? "").name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("requires the versions that Framegate itself is tested with", async () => {
    const own = versionsIn(readFileSync(join(packageRoot, "package.json"), "utf8"), "dependencies", "devDependencies");
    const asked = versionsIn((await read(template)).get("package.json") ?? "", "dependencies", "devDependencies");
    expect(asked).toEqual(Object.fromEntries(Object.keys(asked).map((name) => [name, own[name] ?? packageVersion])));
    expect(asked["framegate"]).toBe(packageVersion);
  });

  it("points editors at schemas that the package has", async () => {
    const files = await read(template);
    const settings: { "json.schemas": { url: string }[] } = JSON.parse(files.get(".vscode/settings.json") ?? "");
    const manifest: { $schema: string } = JSON.parse(files.get("framegate.game.json") ?? "");
    const urls = [...settings["json.schemas"].map(({ url }) => url), manifest.$schema];
    expect(urls).toHaveLength(5);
    for (const url of urls) expect(existsSync(url.replace("./node_modules/framegate", packageRoot)), url).toBe(true);
  });
});

it("writes out the dots that npm would not publish", async () => {
  const files = await read("three");
  expect([...files.keys()].filter((path) => path.includes("dot-"))).toEqual([]);
  expect([...files.keys()]).toContain(".gitignore");
});
