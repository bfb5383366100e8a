import { describe, expect, it } from "vitest";
import { mayRunCode } from "../../../scanner/packages/module-effects.ts";
import { isParseProblem, parseSource } from "../../../scanner/parse/parse-source.ts";

function mayRun(text: string): readonly boolean[] {
  const parsed = parseSource(text, "ts");
  if (isParseProblem(parsed)) throw new Error(parsed.message);
  return parsed.program.body.map((node) => mayRunCode(node, text));
}

describe("a statement at the top of a module", () => {
  it.each([
    "import a from 'a';",
    "export * from 'a';",
    "export { a } from 'a';",
    "'use strict';",
    "function f() { run(); }",
    "export default class A { static size = 3; run() { run(); } field = run(); }",
    "const a = () => run(), b = { c: [1, `${d}`, -e] };",
    "const a = b.c ?? (d ? e : f);",
    "const a = /* @__PURE__ */ make(1);",
    "const a = /*#__PURE__*/ new Make();",
    "export const a = b as unknown as C;",
    "interface A {}",
    "type A = ReturnType<typeof run>;",
  ])("does nothing: %s", (text) => {
    expect(mayRun(text)).toEqual([false]);
  });

  it.each([
    "run();",
    "const a = run();",
    "const a = [1, run()];",
    "const { a } = b;",
    "a.b = c;",
    "delete a.b;",
    "class A { static { run(); } }",
    "class A { static a = run(); }",
    "class A extends make() {}",
    "class A { [run()]() {} }",
    "@run class A {}",
    "class A { @run a = 1; }",
    "if (a) run();",
    "const a = { ...b };",
    "const a = /* @__PURE__ */ make(run());",
    "enum A { B = run() }",
    "export default run();",
  ])("may do something: %s", (text) => {
    expect(mayRun(text)).toEqual([true]);
  });
});
