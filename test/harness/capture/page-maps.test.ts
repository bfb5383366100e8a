import { describe, expect, it } from "vitest";
import { PageMaps } from "../../../harness/capture/page-maps.ts";

// Column 0 of line 1 is column 0 of line 3 of the first source.
const mappings = "AAEA";
const scriptUrl = "http://embed.framegate.localhost/out/game.js";

interface Parsed {
  readonly url: string;
  readonly sourceMapURL?: string;
}

/** Maps of a page that ran one script, on a site with one file. */
async function mapsOf(script: Parsed, files: Readonly<Record<string, string>> = {}): Promise<PageMaps> {
  const maps = new PageMaps();
  maps.follow({
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- The one event that it listens to.
    on: (_: unknown, listener: (event: any) => void) => {
      listener(script);
      return undefined as never;
    },
  });
  await maps.load({ readText: async (url) => files[url] ?? null });
  return maps;
}

function map(source: string): string {
  return JSON.stringify({ version: 3, sources: [source], names: [], mappings });
}

describe("a script that names its map", () => {
  it.each([
    ["beside it", "../src/tick.ts", "src/tick.ts"],
    ["in a bundle", "webpack://game/./src/tick.ts", "src/tick.ts"],
    ["in a package", "webpack:///node_modules/three/three.js", "node_modules/three/three.js"],
  ])("has the sources that are %s", async (_, source, path) => {
    const files = { "http://embed.framegate.localhost/out/game.js.map": map(source) };
    const maps = await mapsOf({ url: scriptUrl, sourceMapURL: "game.js.map" }, files);
    expect(maps.originalOf(scriptUrl, 1, 1)).toEqual({ source: path, line: 3, column: 1, name: null });
  });

  it("may bring the map along", async () => {
    const url = `data:application/json;base64,${Buffer.from(map("src/tick.ts")).toString("base64")}`;
    const maps = await mapsOf({ url: scriptUrl, sourceMapURL: url });
    expect(maps.originalOf(scriptUrl, 1, 1)?.source).toBe("src/tick.ts");
  });

  it.each([
    ["is missing", {}],
    ["is no JSON", { "http://embed.framegate.localhost/out/game.js.map": "<html>" }],
    ["is no map", { "http://embed.framegate.localhost/out/game.js.map": "[1]" }],
  ])("keeps its positions when the map %s", async (_, files) => {
    const maps = await mapsOf({ url: scriptUrl, sourceMapURL: "game.js.map" }, files);
    expect(maps.originalOf(scriptUrl, 1, 1)).toBeNull();
  });

  it("keeps its positions when the map's URL is invalid", async () => {
    const maps = await mapsOf({ url: "debugger://1", sourceMapURL: "http://[" });
    expect(maps.originalOf("debugger://1", 1, 1)).toBeNull();
  });
});
