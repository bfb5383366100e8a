import { parseSync } from "vite";
import { expect, it } from "vitest";
import { rewriteCalls } from "../../../harness/serve/own-methods-plugin.ts";

const own = {
  ownAt: (list: readonly unknown[], index: number) => list.at(index),
  ownSplit: (text: string, by: string) => text.split(by),
  ownMaybe: (method: (receiver: unknown, ...rest: unknown[]) => unknown, receiver: unknown, rest: () => unknown[]) =>
    receiver === undefined || receiver === null ? undefined : method(receiver, ...rest()),
};

/** Runs an expression of `a` as it is and rewritten. */
function both(expression: string, a: unknown): readonly unknown[] {
  const code = `(a) => ${expression}`;
  const { text } = rewriteCalls(code, parseSync("module.js", code).program.body, Object.keys(own));
  expect(text).not.toBe(code);
  // The rewritten code calls the functions above.
  return [code, text].map((each): unknown => {
    try {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
      return new Function(...Object.keys(own), `return ${each}`)(...Object.values(own))(a);
    } catch (thrown) {
      return thrown instanceof Error ? thrown.name : thrown;
    }
  });
}

it.each([
  'a.b.split("#")[0]',
  'a?.b.split("#")[0]',
  'a?.b.split("#")[0].length',
  'a?.b.split("#").length.toFixed(1)',
  'a?.b.split("#").at(0)',
  'a?.b.split("#").at(0).length',
  'a?.b?.split("#")?.[0] ?? "none"',
  '(a?.b.split("#"))[0]',
  '(a?.b).split("#")[0]',
  "a?.list.at(0)(1)",
  'a?.b.split(a.b.split("-")[1])[0]',
])("%s keeps its meaning, with an object and without", (expression) => {
  for (const a of [{ b: "x-#y", list: [(one: number) => one + 1] }, undefined, null]) {
    const [asIs, rewritten] = both(expression, a);
    expect(rewritten).toEqual(asIs);
  }
});
