import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IgnoreRules, rulesIn } from "../../../scanner/find/ignore-rules.ts";

const folders = [
  "",
  ...["a", "ab", "-"].flatMap((one) => [`${one}/`, ...["a", "ab", "-"].map((two) => `${one}/${two}/`)]),
];
const files = folders
  .flatMap((folder) => ["b", "ba", "A", "]", "!b", "#", "a ", "\\b"].map((name) => folder + name))
  .sort();

let repository = "";
beforeAll(() => {
  repository = realpathSync(mkdtempSync(join(tmpdir(), "framegate-git-")));
  spawnSync("git", ["init", "--quiet"], { cwd: repository });
  for (const folder of folders) mkdirSync(join(repository, folder), { recursive: true });
  for (const file of files) writeFileSync(join(repository, file), "");
});
afterAll(() => {
  rmSync(repository, { recursive: true, force: true });
});

function keptByGit(text: string): readonly string[] {
  writeFileSync(join(repository, ".gitignore"), text);
  const { stdout, status, stderr } = spawnSync(
    "git",
    ["-c", "core.ignorecase=false", "-c", "core.excludesFile=", "ls-files", "--others", "--exclude-standard", "-z"],
    { cwd: repository, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout
    .split("\0")
    .filter((file) => file !== "" && file !== ".gitignore")
    .sort();
}

function keptByUs(text: string): readonly string[] {
  writeFileSync(join(repository, ".gitignore"), text);
  const rules = rulesIn(repository);
  return files.filter((file) => {
    const names = file.split("/");
    return names.every(
      (_, index) => rules?.decide(join(repository, ...names.slice(0, index + 1)), index < names.length - 1) !== true,
    );
  });
}

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "-", "A", "*", "/", "?") },
  { weight: 2, arbitrary: fc.constantFrom("**/", "/**", "/**/", "a/", "***") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("[a-b]", "[!a]", "[^b-]", "[]a]", "[!]]", "[[:nope:]]", "[/a]"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("[[:alpha:]]", "[![:alpha:]-]", "[[:lower:]!]", "[[:punct:]-a]", "[[::]]", "[[:a]]"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("[", "]", "\\", "!", "#", " ", "\\ ", "\\*", "[a-", "[\\]", "[[:", "[a\\-b]", "\r"),
  },
);
const line = fc
  .tuple(fc.constantFrom("", "", "", "!", "/", "#", "\\!"), fc.array(piece, { maxLength: 6 }))
  .map(([first, pieces]) => first + pieces.join(""))
  // git matches the text before the first wildcard separately, so it reads `a**/b` as `a` and `**/b`, against its own
  // documentation. Behind `**` it does not treat an escaped slash as a slash either.
  .filter((one) => !/[^/*]\*\*|\*\\\//.test(one.replace(/^!/, "")));
const ignoreFile = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));

describe("patterns in the syntax of .gitignore", () => {
  it("ignore what git ignores", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(ignoreFile, (text) => {
        expect(keptByUs(text)).toEqual(keptByGit(text));
      }),
      { seed: 7, numRuns: 250 },
    );
  });

  // A regular expression backtracks over every star: with thirty of them it would not end in a lifetime.
  it.each([
    ["stars in one name", `${"*a".repeat(30)}*b`, "a".repeat(200)],
    ["folders in one path", `${"**/a/".repeat(30)}b`, "a/".repeat(100) + "c"],
    ["stars and folders", `${"**/*a*a/".repeat(30)}b`, "aaaa/".repeat(60) + "c"],
    ["more stars than a name has letters", `${"*a".repeat(100_000)}*b`, "a".repeat(255)],
  ])("are fast with %s", (_, pattern, path) => {
    const rules = new IgnoreRules("/", [pattern]);
    for (let time = 0; time < 100; time++) expect(rules.decide(`/${path}`, false)).toBeNull();
  });

  it("are case-sensitive on every system", () => {
    expect(new IgnoreRules("/", ["Build"]).decide("/build", true)).toBeNull();
  });

  it("match a character outside the basic plane as one character", () => {
    expect(new IgnoreRules("/", ["?.ts"]).decide("/🎲.ts", false)).toBe(true);
  });
});
