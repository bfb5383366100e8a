import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, keepAnswer, recallAnswer } from "../../../harness/cli/answer.ts";
import { main } from "../../../harness/cli/main.ts";
import { readScanArguments } from "../../../harness/cli/scan-flags.ts";
import { createSourceFolder, type SourceFolder } from "../../scanner/source-folder.ts";
import { createFakeProcess } from "./fake-process.ts";

const anHourMs = 3_600_000;

// What was written lately is not counted on. So that nobody has to wait, it is later than it is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + anHourMs });
});
afterEach(() => {
  vi.useRealTimers();
});

function recall(cwd: string, args: readonly string[]): Answer | null {
  const asked = readScanArguments(args);
  return asked === null ? null : recallAnswer({ arguments: asked, cwd, colour: false });
}

async function scan(cwd: string, args: readonly string[]): Promise<Answer> {
  const fake = createFakeProcess(["scan", ...args], { cwd });
  const exitCode = await main(fake);
  return { stdout: fake.stdoutText, stderr: fake.stderrText, exitCode };
}

const cached = ["--cache", "node_modules/.cache/scan", "."];

describe("an answer", () => {
  it.each([
    [[]],
    [["--json"]],
    [["--group", "io", "--reporter", "github"]],
    [["--baseline", "known.json"]],
    [["--ignore", "*.js"]],
    [["src/a.ts"]],
  ])("is recalled for %j", async (more) => {
    using folder = createSourceFolder({
      "src/a.ts": "Math.random(); fetch('b');",
      "known.json": '{ "version": 1, "entries": [] }',
    });
    const args = [...more, ...cached];
    expect(recall(folder.path, args)).toBeNull();
    const first = await scan(folder.path, args);
    expect(recall(folder.path, args)).toEqual(first);
  });

  it.each([
    ["a flag", ["--json", ...cached]],
    ["a path", [...cached, "src"]],
    ["another cache", ["--cache", "node_modules/other", "."]],
    ["no cache", ["."]],
  ])("is not recalled for %s more or less", async (_name, args) => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    await scan(folder.path, cached);
    expect(recall(folder.path, args)).toBeNull();
  });

  it.each([
    [
      "links",
      {
        named: cached,
        prepare: (path: string): void => {
          symlinkSync("a.ts", join(path, "src/b.ts"));
        },
      },
    ],
    ["patterns", { named: ["--cache", "node_modules/scan", "src/*.ts"], prepare: () => undefined }],
    ["packages", { named: ["--deps", ...cached], prepare: () => undefined }],
    ["a cache among the sources", { named: ["--cache", "src/scan", "."], prepare: () => undefined }],
    [
      "a report that goes to a file",
      { named: ["--reporter", "json=out/scan.json", ...cached], prepare: () => undefined },
    ],
    [
      "the writing of a baseline",
      { named: ["--baseline", "b.json", "--update-baseline", ...cached], prepare: () => undefined },
    ],
  ])("is not kept where there are %s", async (_name, { named, prepare }) => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    prepare(folder.path);
    await scan(folder.path, named);
    expect(recall(folder.path, named)).toBeNull();
  });

  it("is not kept of what was written lately, as it may be written again without a trace", async () => {
    vi.useRealTimers();
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    await scan(folder.path, cached);
    expect(recall(folder.path, cached)).toBeNull();
  });

  it("is not kept of what changes while the scan runs", async () => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    const asked = readScanArguments(cached);
    if (asked === null) throw new Error("These are plain arguments.");
    const request = { arguments: asked, cwd: folder.path, colour: false };
    const grounds = { contents: [join(folder.path, "src/a.ts")], presences: [] };
    const answer = { stdout: "", stderr: "Nothing found.\n", exitCode: 0 };
    keepAnswer(request, answer, grounds, Date.now() - 2 * anHourMs);
    expect(recallAnswer(request)).toBeNull();
    keepAnswer(request, answer, grounds, Date.now());
    expect(recallAnswer(request)).toEqual(answer);
  });

  it("counts as none where it is torn, foreign or changed by hand", async () => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    const kept = join(folder.path, "node_modules/.cache/scan.answer");
    await scan(folder.path, cached);
    const whole = readFileSync(kept, "latin1");
    const changed = [
      whole.replace("1 finding", "0 finding"),
      whole.replace('"exitCode":1', '"exitCode":0'),
      whole.slice(0, -1),
      whole.slice(0, 40),
      "",
      "\n",
      "{}\n{\0}\0\n\0",
    ];
    for (const text of changed) {
      writeFileSync(kept, text, "latin1");
      expect(recall(folder.path, cached)).toBeNull();
    }
    writeFileSync(kept, whole, "latin1");
    expect(recall(folder.path, cached)).not.toBeNull();
  });

  it.skipIf(process.platform === "win32")("waits for no pipe that is where it would be", async () => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    mkdirSync(join(folder.path, "node_modules/.cache"), { recursive: true });
    execFileSync("mkfifo", [join(folder.path, "node_modules/.cache/scan.answer")]);
    expect(recall(folder.path, cached)).toBeNull();
    expect(await scan(folder.path, cached)).toMatchObject({ exitCode: 1 });
    expect(recall(folder.path, cached)).toBeNull();
  });

  it("is what another scan would find, whatever was changed since", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 6 }), async (steps) => {
        using folder = createSourceFolder(tree);
        const game = join(folder.path, "repo/game");
        await scan(game, cached);
        for (const step of steps) {
          apply(step, folder);
          // The system's clock for files counts in a few milliseconds.
          await wait(10);
          const expected = await scan(game, ["."]);
          const recalled = recall(game, cached);
          if (recalled !== null) expect(recalled).toEqual(expected);
          expect(await scan(game, cached)).toEqual(expected);
          expect(recall(game, cached)).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

const tree = {
  "repo/game/src/a.ts": "import { roll } from 'dice'; export const a = roll();",
  "repo/game/src/b.ts": "export const b = Date.now();",
  "repo/dice/index.ts": "export const roll = Math.random;",
  "repo/game/lib/c.js": "const c = Math; c.random();",
};

type Change =
  | readonly ["write", path: string, text: string]
  | readonly ["remove", path: string]
  | readonly ["move", from: string, to: string];

const texts = [
  "Math.random();",
  "export const roll = performance.now;",
  "Math.sin(1);",
  "import { roll } from 'dice'; roll();",
  "",
];
const rules = ["*.js\n", "src\n", "!b.ts\n", "b.ts\n", "game/lib\n", ""];
const configurations = [
  '{ "compilerOptions": { "paths": { "dice": ["./src/b"] } } }',
  '{ "extends": "./base.json" }',
  '{ "compilerOptions": { "baseUrl": "lib" } }',
  "{}",
];
const manifests = [
  '{ "determinism": { "seededRandom": true }, "roots": [{ "entry": "src/a.ts" }] }',
  '{ "determinism": { "seededRandom": false } }',
  "{",
  '{ "imports": { "dice": "./src/b.ts" } }',
];

const sourcePaths = [
  "game/src/a.ts",
  "game/src/b.ts",
  "game/src/new.tsx",
  "game/lib/c.js",
  "game/lib/deep/d.mjs",
  "game/dice.ts",
  "game/src/page.html",
];
const given = (paths: readonly string[], contents: readonly string[]): fc.Arbitrary<Change> =>
  fc.tuple(
    fc.constant("write" as const),
    fc.constantFrom(...paths.map((path) => `repo/${path}`)),
    fc.constantFrom(...contents),
  );

const otherPaths = [
  ".gitignore",
  "game/.gitignore",
  "game/src/.gitignore",
  "tsconfig.json",
  "game/tsconfig.json",
  "game/base.json",
  "package.json",
  "game/framegate.game.json",
  "game/package.json",
];

const changes: fc.Arbitrary<Change> = fc.oneof(
  given(sourcePaths, texts),
  given([".gitignore", "game/.gitignore", "game/src/.gitignore", ".git/info"], rules),
  given(
    ["tsconfig.json", "game/tsconfig.json", "game/jsconfig.json", "game/base.json", "game/src/tsconfig.json"],
    configurations,
  ),
  given(["package.json", "game/package.json", "game/framegate.game.json", "game/src/package.json"], manifests),
  fc.tuple(
    fc.constant("remove" as const),
    fc.constantFrom(
      ...[...sourcePaths, ...otherPaths, ".git", "game/node_modules/.cache/scan"].map((path) => `repo/${path}`),
    ),
  ),
  fc.tuple(
    fc.constant("move" as const),
    fc.constantFrom("repo/game/src/a.ts", "repo/game/lib"),
    fc.constantFrom("repo/game/src/z.ts", "repo/game/src/lib"),
  ),
);

function apply(change: Change, folder: SourceFolder): void {
  const [kind, path = "", more = ""] = change;
  const target = join(folder.path, path);
  if (kind === "write") folder.write({ [path]: more });
  else if (kind === "remove") rmSync(target, { recursive: true, force: true });
  else if (existsSync(target) && !existsSync(join(folder.path, more))) {
    mkdirSync(dirname(join(folder.path, more)), { recursive: true });
    renameSync(target, join(folder.path, more));
  }
}
