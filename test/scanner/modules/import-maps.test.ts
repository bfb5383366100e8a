import { describe, expect, it } from "vitest";
import { createImportMaps } from "../../../scanner/modules/import-maps.ts";

function mapOf(documents: Readonly<Record<string, string>>): ReturnType<typeof createImportMaps> {
  return createImportMaps(["/game/src/main.js", ...Object.keys(documents)], (path) => documents[path] ?? null);
}

function withMap(imports: unknown): string {
  return `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
}

describe("the import map of a document", () => {
  it("maps names and beginnings of names to files, from the folder of the document", () => {
    const of = mapOf({ "/game/index.html": withMap({ dice: "./src/dice.js", "lib/": "/lib/" }) });
    expect(of("/game/src/main.js")).toEqual({ dice: ["/game/src/dice.js"], "lib/*": ["/game/lib/*"] });
  });

  it("counts for the files beside the document and below", () => {
    const of = mapOf({ "/game/demo/index.html": withMap({ dice: "./dice.js" }) });
    expect(of("/game/src/main.js")).toEqual({});
    expect(of("/game/demo/main.js")).toEqual({ dice: ["/game/demo/dice.js"] });
  });

  it("comes before that of a document farther above", () => {
    const of = mapOf({
      "/game/src/index.html": withMap({ dice: "./a.js" }),
      "/game/index.html": withMap({ dice: "./b.js", cards: "./c.js" }),
    });
    expect(of("/game/src/main.js")).toEqual({ dice: ["/game/src/a.js"], cards: ["/game/c.js"] });
  });

  it("leaves out addresses, and what cannot be read", () => {
    expect(
      mapOf({ "/game/index.html": withMap({ three: "https://esm.sh/three", four: 4 }) })("/game/src/main.js"),
    ).toEqual({});
    expect(mapOf({ "/game/index.html": "<script type=importmap>{</script>" })("/game/src/main.js")).toEqual({});
    expect(mapOf({ "/game/index.html": withMap(null) })("/game/src/main.js")).toEqual({});
  });
});
