import { describe, expect, it } from "vitest";
import { locate, refuseMeta, refuseSpecifier, urlInGame } from "../../../../harness/serve/hosted/refusals.ts";

/** Wording of the refusal, for code around an `import.meta`. */
function refused(code: string): string | null {
  const [before = "", after = ""] = code.split("import.meta");
  return refuseMeta(before, after)?.what ?? null;
}

describe("a feature that only Vite has", () => {
  it.each([
    ['import.meta.glob("./a/*")', "import.meta.glob is Vite's"],
    ["import.meta.env.VITE_LEVEL", "import.meta.env.VITE_LEVEL comes from Vite's configuration and its .env files"],
    ["const all = import.meta.env;", "import.meta.env as a whole comes from Vite's configuration and its .env files"],
    ["new Worker(new URL('./w.ts', import.meta.url))", "the worker ./w.ts is served as it is written"],
  ])("is refused: %s", (code, what) => {
    expect(refused(code)).toBe(what);
  });

  it.each([
    "import.meta.env.DEV",
    "import.meta.hot?.accept()",
    "new URL('./ship.png', import.meta.url)",
    "new Worker(new URL('./w.js', import.meta.url))",
  ])("is not this: %s", (code) => {
    expect(refused(code)).toBeNull();
  });

  it("is an import by a query, or of a style sheet that needs a plugin", () => {
    const specifiers = ["./a.glsl?raw", "./a.scss", "./a.module.css", "./a.css", "./a.png", "data:text/plain,?", "#a?"];
    expect(specifiers.map((specifier) => refuseSpecifier(specifier) !== null)).toEqual([
      ...[true, true, true],
      ...[false, false, false, false],
    ]);
  });
});

it("gives a place as esbuild does: lines from 1, columns from 0", () => {
  const text = "first;\n  second;";
  expect(locate("a.ts", text, { start: text.indexOf("second"), end: text.length })).toEqual({
    ...{ file: "a.ts", line: 2, column: 2, length: 7, lineText: "  second;" },
  });
});

it("gives a file of the game its URL, and a file elsewhere none", () => {
  expect(urlInGame("/games/pong/src/a b.png", "/games/pong")).toBe("/__game/src/a%20b.png");
  expect(urlInGame("/games/other/a.png", "/games/pong")).toBeNull();
});
