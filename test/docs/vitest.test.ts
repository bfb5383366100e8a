import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";

const guide = readFileSync(join(packageRoot, "docs/vitest.md"), "utf8");
const snippets = Array.from(guide.matchAll(/^```ts\n([\s\S]*?)^```/gmu), ([, code = ""]) => code);

/** Parsed files: the three programs share all but one. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiler errors in a file with this text, in `docs/`. */
function mistakesIn(code: string): readonly string[] {
  const path = join(packageRoot, "docs/snippet.ts");
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([path], options, {
    ...host,
    fileExists: (file) => file === path || host.fileExists(file),
    readFile: (file) => (file === path ? code : host.readFile(file)),
    getSourceFile: (file, version) => {
      if (file === path) return ts.createSourceFile(file, code, version);
      if (!parsed.has(file)) parsed.set(file, host.getSourceFile(file, version));
      return parsed.get(file);
    },
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

it("the snippets in the vitest guide compile against the package's declarations", () => {
  expect(snippets).toHaveLength(1);
  expect(snippets.flatMap(mistakesIn)).toEqual([]);
});

it("the declarations reject an unknown metric, and an unknown matcher", () => {
  const [snippet = ""] = snippets;
  expect(mistakesIn(snippet.replace("maxDrawCalls", "maxDrawCall"))).toEqual([
    expect.stringContaining("'maxDrawCall' does not exist in type"),
  ]);
  expect(mistakesIn(snippet.replace('import "framegate/vitest";', ""))).toEqual([
    expect.stringContaining("Property 'toBeWithinBudget' does not exist"),
  ]);
});
