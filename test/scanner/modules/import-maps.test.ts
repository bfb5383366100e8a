import { describe, expect, it } from "vitest";
import { createImportMaps } from "../../../scanner/modules/import-maps.ts";

function mapOf(documents: Readonly<Record<string, string>>): ReturnType<typeof createImportMaps> {
  return createImportMaps(["/game/src/main.js", ...Object.keys(documents)], (path) => documents[path] ?? null);
}

function withMap(imports: unknown): string {
  return `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
}

describe("the import map of a document", () => {
  it("maps names and prefixes to files, relative to the document's folder", () => {
    const of = mapOf({ "/game/index.html": withMap({ dice: "./src/dice.js", "lib/": "/lib/" }) });
    expect(of("/game/src/main.js")).toEqual({ dice: ["/game/src/dice.js"], "lib/*": ["/game/lib/*"] });
  });

  it("applies to the files beside the document and below", () => {
    const of = mapOf({ "/game/demo/index.html": withMap({ dice: "./dice.js" }) });
    expect(of("/game/src/main.js")).toEqual({});
    expect(of("/game/demo/main.js")).toEqual({ dice: ["/game/demo/dice.js"] });
  });

  it("takes precedence over that of a document in a parent folder", () => {
    const of = mapOf({
      "/game/src/index.html": withMap({ dice: "./a.js" }),
      "/game/index.html": withMap({ dice: "./b.js", cards: "./c.js" }),
    });
    expect(of("/game/src/main.js")).toEqual({ dice: ["/game/src/a.js"], cards: ["/game/c.js"] });
  });

  it("leaves out URLs, and entries that cannot be read", () => {
    expect(
      mapOf({ "/game/index.html": withMap({ three: "https://esm.sh/three", four: 4 }) })("/game/src/main.js"),
    ).toEqual({});
    expect(mapOf({ "/game/index.html": "<script type=importmap>{</script>" })("/game/src/main.js")).toEqual({});
    expect(mapOf({ "/game/index.html": withMap(null) })("/game/src/main.js")).toEqual({});
  });

  it("is a script of its own, not a text in another script", () => {
    const text = `<script>const s = '${withMap({ dice: "./a.js" }).replace("</script>", "<\\/script>")}';</script>`;
    const both = `${text}${withMap({ cards: "./b.js" })}`;
    expect(mapOf({ "/game/index.html": both })("/game/src/main.js")).toEqual({ cards: ["/game/b.js"] });
  });
});
