import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { globSync } from "tinyglobby";
import { generatedFiles } from "../harness/cli/generated-files.ts";
import { packageRoot } from "../harness/package-root.ts";

const pages = globSync(["*.md", "docs/*.md", "examples/*.md"], { cwd: packageRoot }).sort();
const generatedPages = [...generatedFiles.map(({ path }) => path), "docs/held.md", "docs/reference-rows.md"];
const manifest = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** A path in this repository, as written in prose: below an existing folder, and without a placeholder in capitals. */
const pathPattern = /^(?:\.ci|disk|docs|examples|harness|scanner|schemas|scripts|src|templates|test)(?:\/[\w@.*/-]+)?$/;

function isPlaceholder(path: string): boolean {
  return /\b[A-Z]{2,}\b/.test(path);
}

function codeSpans(text: string): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  return Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code);
}

function linkTargets(text: string): readonly string[] {
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target).filter(
    (target) => !/^[a-z]+:/.test(target),
  );
}

/** The anchors that GitHub generates for headings. */
function anchorsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(pages)("%s", (page) => {
  const text = readFileSync(join(packageRoot, page), "utf8");

  it("refers only to existing files and folders", () => {
    const paths = codeSpans(text).filter((code) => pathPattern.test(code) && !isPlaceholder(code));
    const missing = paths.filter(
      (path) => globSync([path], { cwd: packageRoot, onlyFiles: false, dot: true }).length === 0,
    );
    expect(missing).toEqual([]);
  });

  it.skipIf(generatedPages.includes(page))("links only to existing files and headings", () => {
    const broken = linkTargets(text).filter((target) => {
      const [path = "", anchor = ""] = target.split("#");
      const file = path === "" ? join(packageRoot, page) : join(packageRoot, dirname(page), path);
      if (!existsSync(file)) return true;
      return anchor !== "" && !anchorsOf(readFileSync(file, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it("mentions only existing npm scripts", () => {
    const scripts = Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, name = ""]) => name);
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });
});
