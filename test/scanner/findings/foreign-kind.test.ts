import { readFileSync } from "node:fs";
import { minify } from "rolldown/utils";
import { describe, expect, it } from "vitest";
import { foreignKindOfText } from "../../../scanner/findings/foreign-kind.ts";
import { listFiles } from "../../import-graph.ts";

const ours = listFiles(["src/**/*.ts", "harness/**/*.ts", "scanner/{find,findings,report,modules}/*.ts"]);

describe("the kind of a file", () => {
  it("is the game's own for handwritten code", () => {
    const foreign = ours.filter((file) => foreignKindOfText(readFileSync(file, "utf8")) !== null);
    expect(foreign).toEqual([]);
  });

  it("is minified for a minifier's output, unless that is short", async () => {
    const libraries = ["three/build/three.module.js", "seedrandom/lib/alea.js"].map((name) => `node_modules/${name}`);
    for (const file of libraries) {
      const text = readFileSync(file, "utf8");
      const { code } = await minify(file, text);
      expect([file, foreignKindOfText(text) === "minified", foreignKindOfText(code)]).toEqual([
        file,
        false,
        "minified",
      ]);
      const banner = `/*! ${"A licence, as long as it likes to be. ".repeat(200)} */\n`;
      expect(foreignKindOfText(banner + code)).toBe("minified");
    }
    expect(foreignKindOfText("a=b=>b+1;export{a}")).toBeNull();
  });

  it("is the game's own for code with long strings in it", () => {
    const code = readFileSync("scanner/findings/foreign-kind.ts", "utf8");
    expect(
      foreignKindOfText(`const image = "data:image/png;base64,${"iVBORw0KGgo".repeat(5000)}";\n${code}`),
    ).toBeNull();
  });

  it("is a library's for a UMD module", () => {
    const wrapper = `(function (root, make) {
  if (typeof define === "function" && define.amd) define(["exports"], make);
  else if (typeof module === "object" && module.exports) make(module.exports);
  else make((root.lib = {}));
})(this, function (exports) {});`;
    expect(foreignKindOfText(wrapper)).toBe("library");
  });

  it("is generated for code that ends with the URL of its source map", () => {
    expect(foreignKindOfText("export const a = 1;\n//# sourceMappingURL=a.js.map\n")).toBe("generated");
    expect(foreignKindOfText("const end =\n  '//# sourceMappingURL=a.js.map';\nexport { end };\n")).toBeNull();
  });

  it.each(["/*", '"\\', "`\\", "'\n", "\n"])("is found quickly for %j, however often it is repeated", (piece) => {
    foreignKindOfText(piece.repeat(200_000));
  });
});
