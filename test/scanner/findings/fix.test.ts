import { expect, it } from "vitest";
import { coreGroups } from "../../../scanner/findings/finding.ts";
import { fixText } from "../../../scanner/findings/fix.ts";
import { analyseFiles } from "../analyse-files.ts";

function fixed(text: string): string {
  const { findings } = analyseFiles([{ file: "a.ts", text, language: "ts" }], {
    groups: coreGroups,
    resolve: () => null,
  });
  return fixText("a.ts", text, findings).text;
}

it("replaces calls where a context is at hand", () => {
  expect(fixed("export function setup(ctx) { return Math.random() + performance.now(); }")).toBe(
    "export function setup(ctx) { return ctx.random() + (ctx.time.seconds * 1000); }",
  );
});

it.each([
  [
    "a line begins with it, and the one before has no semicolon",
    "function setup(ctx) {\n  let b = a\n  performance.now() > 3 && go(b)\n}",
  ],
  ["it is in the default of a parameter before the context", "const f = (n = Math.random(), ctx: GameContext) => n;"],
  ["the context may be missing", "const f = (ctx?: GameContext) => Math.random();"],
])("leaves a call as it is where %s", (_, text) => {
  expect(fixed(text)).toBe(text);
});
