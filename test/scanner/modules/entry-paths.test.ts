import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { createEntryPaths, type EntryPaths } from "../../../scanner/modules/entry-paths.ts";

function pathsIn(files: Readonly<Record<string, string>>, read: string[] = []): EntryPaths {
  return createEntryPaths(["/game/main.ts"], {
    read: (path) => {
      read.push(path);
      return files[path.slice("/game/".length)] ?? null;
    },
    resolve: (from, specifier) =>
      specifier.startsWith(".")
        ? posix.join(posix.dirname(from), specifier)
        : `/game/node_modules/${specifier}/index.js`,
    shown: (path) => posix.relative("/game", path),
  });
}

function brief(paths: EntryPaths, file: string): readonly string[] | null {
  return paths(file)?.map((place) => `${place.file}:${String(place.line)}:${String(place.column)}`) ?? null;
}

describe("the import path from an entry", () => {
  it("is a shortest one, and among those the one written first", () => {
    const paths = pathsIn({
      "main.ts": "import './long.ts';\n  import './left.ts';\nimport './right.ts';",
      "long.ts": "import './longer.ts';",
      "longer.ts": "import './source.ts';",
      "left.ts": "\nexport { a } from './source.ts';",
      "right.ts": "export * from './source.ts';",
    });
    expect(brief(paths, "source.ts")).toEqual(["main.ts:2:3", "left.ts:2:1"]);
  });

  it("is empty for an entry, and null for an unreachable file", () => {
    const paths = pathsIn({ "main.ts": "import './a.ts';", "a.ts": "import './main.ts';" });
    expect(paths("main.ts")).toEqual([]);
    expect(paths("lone.ts")).toBeNull();
  });

  it.each([
    ["a default and names", "import a, {\n  b as c,\n} from './to.ts';"],
    ["a namespace", "import * as a from './to.ts';"],
    ["a value that is called type", "import type, { a } from './to.ts';"],
    ["nothing", 'import "./to.ts";'],
    ["a re-export of all", "export * as a from './to.ts';"],
    ["an import that is waited for", "const a = await import('./to.ts');"],
    ["a require", "const a = require(`./to.ts`);"],
  ])("follows an import of %s", (_what, text) => {
    expect(brief(pathsIn({ "main.ts": text }), "to.ts")).toHaveLength(1);
  });

  it.each([
    ["types", "import type { A } from './to.ts';\nexport type { B } from './to.ts';"],
    ["a comment", "// import './to.ts';\n/* import a from './to.ts'; */"],
    ["a package", "import 'to.ts';"],
    ["an export that is no import", "export const from = './to.ts';"],
  ])("does not follow %s", (_what, text) => {
    expect(brief(pathsIn({ "main.ts": text }), "to.ts")).toBeNull();
  });

  it("reads files lazily, and none beyond the file asked for", () => {
    const read: string[] = [];
    const paths = pathsIn({ "main.ts": "import './a.ts';", "a.ts": "import './b.ts';", "b.ts": "" }, read);
    expect(read).toEqual([]);
    paths("a.ts");
    paths("main.ts");
    expect(read).toEqual(["/game/main.ts"]);
  });
});
