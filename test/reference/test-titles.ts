import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { packageRoot } from "../../harness/package-root.ts";

/** Titles of the tests in a file, as written: those of `it.each` with their placeholders. */
export function readTestTitles(file: string): readonly string[] {
  const text = readFileSync(join(packageRoot, file), "utf8");
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && calleeOf(node) === "it") {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext));
  return titles;
}

/** `it` for `it(...)` and for `it.each(...)(...)`. */
function calleeOf(call: ts.CallExpression): string | null {
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) ? callee.text : null;
}

/** Whether a title as written matches a test's name: the same, or with something in place of each `%s`. */
export function gives(title: string, name: string): boolean {
  if (title === name) return true;
  const parts = title.split("%s");
  if (parts.length === 1 || title === "%s") return false;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+");
  return new RegExp(`^${pattern}$`).test(name);
}
