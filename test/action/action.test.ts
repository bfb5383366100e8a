import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packageRoot, packageVersion } from "../../harness/package-root.ts";
import { mistakesInJunit } from "../harness/report/validate-junit.ts";
import { action } from "./read-action.ts";
import { addProgram, createRunner, type Runner } from "./run-action.ts";

let runner: Runner;
beforeEach(() => {
  runner = createRunner();
  const page = join(packageRoot, "test/e2e/vitest-project/games/steady.html");
  copyFileSync(page, join(runner.project, "index.html"));
  mkdirSync(join(runner.project, "my games"));
  copyFileSync(page, join(runner.project, "my games/second.html"));
});
afterEach(() => {
  runner[Symbol.dispose]();
});

const counts = "--frames 30 --warmup 2 --repeat 0";

/** Records its arguments and the text it was to write; lists a file as the comments. */
const fakeGh = `#!/usr/bin/env bash
printf '%s\\n' "$*" >> gh.log
case "$*" in *comment.md*) cp reports/comment.md gh.body ;; *) cat comments.txt 2>/dev/null || true ;; esac
`;

function readIn(name: string): string {
  return readFileSync(join(runner.project, name), "utf8");
}

describe("the scripts of action.yml", () => {
  it("contain no expressions: an input in a script would be executed", () => {
    const scripts = action.runs.steps.flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThanOrEqual(4);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  });

  it("pass a game within its budget, keep its reports and comment on the pull request", async () => {
    addProgram(runner, "gh", fakeGh);
    const ended = runner.run({ arguments: `${counts} --budget maxCanvasOperations=10` });
    expect(ended.steps, ended.log).toEqual({
      "Find framegate": 0,
      "Install the browser": 0,
      "Run the games": 0,
      "Comment on the pull request": 0,
    });
    expect(ended.outputs).toEqual({ "framegate.version": packageVersion, "gate.exit-code": "0" });
    expect(ended.uses).toEqual(["actions/cache@v4", "actions/upload-artifact@v4"]);
    expect(await mistakesInJunit(readIn("reports/junit.xml"))).toEqual([]);
    expect(readIn("gh.log").split("\n")[1]).toBe(
      "api --silent --method POST repos/owner/a-game/issues/7/comments --field body=@reports/comment.md",
    );
    expect(readIn("gh.body")).toMatch(/^<!-- framegate -->\n\n### ✅/u);
    expect(ended.summary).toBe(readIn("gh.body"));
  });

  it("fail with the gate's exit code, and still replace the previous comment", () => {
    addProgram(runner, "gh", fakeGh);
    writeFileSync(join(runner.project, "comments.txt"), "41\n42\n");
    const ended = runner.run({ arguments: `${counts} --budget maxCanvasOperations=1` });
    expect(ended.steps["Run the games"], ended.log).toBe(1);
    expect(ended.steps["Comment on the pull request"]).toBe(0);
    expect(ended.outputs["gate.exit-code"]).toBe("1");
    expect(ended.uses).toContain("actions/upload-artifact@v4");
    expect(ended.log).toContain("::error title=FAIL steady::");
    expect(readIn("gh.log")).toContain("PATCH repos/owner/a-game/issues/comments/41 ");
    expect(readIn("gh.body")).toMatch(/^<!-- framegate -->\n\n### ❌/u);
  });

  it("do not fail a gate whose token may not comment", () => {
    addProgram(runner, "gh", "#!/usr/bin/env bash\necho 'HTTP 403' >&2\nexit 1\n");
    const ended = runner.run({ arguments: `${counts} --budget maxCanvasOperations=10` });
    expect(ended.steps["Comment on the pull request"], ended.log).toBe(0);
    expect(ended.log).toContain("::warning title=framegate::The comment could not be written.");
  });

  it("neither comment nor upload unless asked", () => {
    addProgram(runner, "npx", "#!/usr/bin/env bash\necho 1.2.3\n");
    const ended = runner.run({ comment: "false", upload: "false" });
    expect(ended.steps).toMatchObject({ "Run the games": 0 });
    expect(ended.uses).toEqual(["actions/cache@v4"]);
    expect(Object.keys(ended.steps)).not.toContain("Comment on the pull request");
    expect(Object.keys(runner.run({}, "push").steps)).not.toContain("Comment on the pull request");
    expect(Object.keys(runner.run({}).steps)).toContain("Comment on the pull request");
  });

  it("take several games, and names with blanks in quotes", () => {
    const ended = runner.run({
      games: "index.html 'my games/second.html'",
      arguments: `${counts} --budget maxCanvasOperations=10`,
      comment: "false",
    });
    expect(ended.log).toContain("2 of 2 games passed");
  });

  it.each([
    ["$(touch hacked)", "[$(touch][hacked)]"],
    ["`touch hacked`", "[`touch][hacked`]"],
    ["; touch hacked", "[;][touch][hacked]"],
    ['"; touch hacked; "', "[; touch hacked; ]"],
    ["*", "[*]"],
    ["x\nexit-code=9", "[x][exit-code=9]"],
  ])("never execute an input: %s", (text, words) => {
    addProgram(runner, "npx", `#!/usr/bin/env bash\nprintf '[%s]' "$@" >> npx.log\necho >> npx.log\n`);
    for (const inputs of [{ games: text }, { arguments: text }, { version: text }]) {
      const ended = runner.run({ ...inputs, comment: "false" });
      expect(ended.outputs).toEqual({ "framegate.version": "", "gate.exit-code": "0" });
    }
    expect(existsSync(join(runner.project, "hacked"))).toBe(false);
    expect(readIn("npx.log")).toContain(`${words}\n`);
    expect(readIn("npx.log")).toContain(`[framegate@${text}][perf]`);
  });

  it("report an unclosed quote, and run nothing", () => {
    addProgram(runner, "npx", `#!/usr/bin/env bash\necho "$@" >> npx.log\n`);
    const ended = runner.run({ games: "'my games/second.html", comment: "false" });
    expect(ended.steps["Run the games"], ended.log).toBe(1);
    expect(ended.log).toContain("quote");
    expect(readIn("npx.log")).not.toContain(" perf ");
  });

  it("run the version that was asked for", () => {
    addProgram(runner, "npx", `#!/usr/bin/env bash\nprintf '[%s]' "$@" >> npx.log\necho >> npx.log\necho 1.2.3\n`);
    const ended = runner.run({ version: "^1.2.0", arguments: "--seed 7", comment: "false" });
    expect(ended.outputs["framegate.version"]).toBe("1.2.3");
    expect(readIn("npx.log").trimEnd().split("\n")).toEqual([
      "[--yes][--][framegate@^1.2.0][--version]",
      "[--yes][--][framegate@^1.2.0][install-browser]",
      expect.stringMatching(
        /^\[--yes\]\[--\]\[framegate@\^1\.2\.0\]\[perf\]\[--assert-budget\].*\[\.\]\[--seed\]\[7\]$/u,
      ),
    ]);
  });

  it("say what to do if framegate is not installed", () => {
    addProgram(runner, "npx", "#!/usr/bin/env bash\nexit 1\n");
    const ended = runner.run({});
    expect(ended.steps).toEqual({ "Find framegate": 6, "Comment on the pull request": 0 });
    expect(ended.log).toContain("::error title=framegate::It is not installed here.");
  });
});
