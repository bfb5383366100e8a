import { expect, it } from "vitest";
import { coreGroups, type Finding } from "../../../scanner/findings/finding.ts";
import { fixText } from "../../../scanner/findings/fix.ts";
import { analyseFiles } from "../analyse-files.ts";

function findingsIn(text: string): readonly Finding[] {
  const sources = [{ file: "a.ts", text, language: "ts" as const }];
  return analyseFiles(sources, { groups: coreGroups, resolve: () => null }).findings;
}

function fixed(text: string): string {
  return fixText("a.ts", text, findingsIn(text)).text;
}

it("replaces calls where a context is in scope", () => {
  expect(fixed("export function setup(ctx) { return Math.random() + performance.now(); }")).toBe(
    "export function setup(ctx) { return ctx.random() + (ctx.time.seconds * 1000); }",
  );
});

it.each([
  ["a method of an object", "export default { setup(ctx) { roll(#); } };"],
  ["a method of a class", "export class Game { setup(ctx: GameContext) { roll(#); } }"],
  ["a method of a class without types", "class Game { setup(ctx) { return () => #; } }"],
  ["a field of a class", "class Game { setup = (ctx) => #; }"],
  ["an exported arrow function", "export const setup = (ctx) => { roll(#); };"],
  ["a function expression", "export const setup = async function (ctx, more) { roll(#); };"],
  ["a property of an object", "export const game = { 'setup': (ctx) => #, other: 1 };"],
  ["an export of CommonJS", "exports.setup = (ctx) => #;"],
])("recognises the context of setup as %s", (_, code) => {
  expect(fixed(code.replace("#", "Math.random()"))).toBe(code.replace("#", "ctx.random()"));
});

it.each([
  ["another method", "export default { update(ctx) { roll(Math.random()); } };"],
  ["a computed name", "export default { [setup](ctx) { roll(Math.random()); } };"],
  ["a drawing context", "export function setup(ctx: CanvasRenderingContext2D) { roll(Math.random()); }"],
  ["another parameter", "export function setup(props, ctx) { roll(Math.random()); }"],
  ["a ctx of its own", "export function setup(game) { const ctx = game.canvas; roll(Math.random()); }"],
])("finds no context in %s", (_, code) => {
  expect(fixed(code)).toBe(code);
});

it.each([
  ["no-context", "Math.random();"],
  ["no-counterpart", "function setup(ctx) { Date.now(); }"],
  ["not-called", "function setup(ctx) { const r = Math.random; r(); }"],
  ["not-called", "function setup(ctx) { Math['random'](); }"],
  ["has-arguments", "function setup(ctx) { Math.random(7); }"],
  ["begins-statement", "function setup(ctx) { performance.now(); }"],
])("gives the reason %s for a call left in %s", (reason, text) => {
  expect(fixText("a.ts", text, findingsIn(text)).left).toMatchObject([{ reason }]);
});

it.each([
  [
    "a line begins with it, and the one before has no semicolon",
    "function setup(ctx) {\n  let b = a\n  performance.now() > 3 && go(b)\n}",
  ],
  ["it is in the default of a parameter before the context", "const f = (n = Math.random(), ctx: GameContext) => n;"],
  ["the context may be missing", "const f = (ctx?: GameContext) => Math.random();"],
])("leaves a call as it is if %s", (_, text) => {
  expect(fixed(text)).toBe(text);
});
