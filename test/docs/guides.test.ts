import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { runCommand } from "../e2e/run-command.ts";
import { createGameFolder, type GameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { readGuide } from "./read-guide.ts";

// A reader copies the commands of a guide one after another. So does this test, with the built command.

/** A guide, the files of its game from this repository, and what its commands must have said. */
interface Guide {
  readonly page: string;
  /** Paths in the scratch folder, and where the files come from. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether the page of the game gets a manifest without a budget. */
  readonly hasManifest?: boolean;
  /** Whether the scratch folder is a repository with a commit, `main` and `origin/main`. */
  readonly hasCommit?: boolean;
  readonly says: readonly (string | RegExp)[];
}

const starsAt = (folder: string): Guide["files"] => ({
  [join(folder, "index.html")]: "templates/html/index.html",
  [join(folder, "stars.js")]: "templates/html/stars.js",
});

const guides: readonly Guide[] = [
  { page: "first-gate", files: starsAt("dist"), says: ["canvas operations", "is over the budget of 5", "PASS"] },
  {
    page: "clicks",
    files: { "index.html": "test/games/click-to-play/index.html" },
    says: ["may wait for a click on it", "identical: 2 launches", "PASS"],
  },
  {
    page: "budgets",
    files: starsAt("."),
    hasManifest: true,
    says: ["executed code p95", "times as long as ci-runner", "the same work"],
  },
  {
    page: "nondeterminism",
    files: {},
    says: [/cause +SubtleCrypto\.sign at game\.js:6:/u, "identical: 2 launches", "crypto.subtle.generateKey"],
  },
  { page: "seeds", files: starsAt("."), hasManifest: true, says: ["12 seeds of 1..12", "PASS", "shard 2 of 2"] },
  { page: "adapter", files: {}, says: ["identical: 2 launches", "entities", "PASS"] },
  { page: "trust", files: {}, says: ["Network", "Sandbox"] },
  {
    page: "baselines",
    files: { ...starsAt("."), ...starsAt("dist") },
    hasCommit: true,
    says: ["the same work as main", "the same work as perf/baseline.json", "PASS"],
  },
  {
    page: "slow-function",
    files: {
      "index.html": "test/games/plain-page/index.html",
      "triangle.js": "test/games/plain-page/triangle.js",
    },
    hasManifest: true,
    says: ["own time", "bytes", "Heap", "PASS"],
  },
  {
    page: "ci",
    files: { ...starsAt("."), ...starsAt("games/stars") },
    hasManifest: true,
    hasCommit: true,
    says: ["PASS", "the same work as origin/main", /Demo, seed \d+, 60 frames: 1 run/u],
  },
];

/** Lines that this test does not run, and why. Commands are parsed by commands-in-docs.test.ts all the same. */
const notRun: Readonly<Record<string, string>> = {
  "npm install -D framegate": "fresh-installation.test.ts installs the package",
  "npx framegate record index.html": "opens a window",
  "npm ci && npm run build": "the game of the test is not built",
  "docker build --tag gate .": "container.test.ts checks the container file, because builds of it need a daemon",
  'docker run --rm --volume "$PWD/reports:/game/reports" gate': "needs a daemon",
  "docker run --rm gate npx framegate perf --assert-budget --repeat 0": "needs a daemon",
};

/**
 * Stands in for npx, which would take a second for each call, and shortens the runs: fewer frames, launches and
 * rounds, no timed runs unless a limit needs them, and no limit that a busy machine could exceed.
 */
const npx = `
npx() {
  shift
  framegate "$@"
}
framegate() {
  case "$*" in
    perf*--baseline*) set -- "$@" --frames 100 --warmup 0 --repeat 0 --time-limit 1 ;;
    perf*workP95*) set -- "$@" --frames 100 --warmup 0 ;;
    perf*--repeat\\ 0*) set -- "$@" --frames 60 --warmup 0 ;;
    perf*--assert-budget*) set -- "$@" --frames 100 --warmup 0 --repeat 2 --budget frameCpuMsP95=1000 --inconclusive pass ;;
    perf*) set -- "$@" --frames 100 --warmup 0 --repeat 0 ;;
    sweep*) set -- "$@" --frames 30 --warmup 0 ;;
    verify*) set -- "$@" --frames 60 --launches 2 ;;
    profile*--allocations*) set -- "$@" --frames 30 --warmup 0 ;;
    judge*) set -- "$@" --budget frameCpuMsP95=1000 ;;
    calibrate*) set -- "$@" --rounds 2 --minutes 0 ;;
  esac
  "$framegate_node" "$framegate_script" "$@"
}
framegate_node=$0
framegate_script=$1
`;

async function scratchFolder({ files, hasManifest = false, hasCommit = false }: Guide): Promise<GameFolder> {
  const ingest = { strategy: "opaque-embed", entryHtml: "index.html" };
  const manifest = manifestOf({ roots: [{ id: "page", adapter: { surface: "threejs", ingest } }] });
  const folder = await createGameFolder({
    "package.json": { private: true, type: "module", scripts: { build: "node --version" } },
    "package-lock.json": { lockfileVersion: 3, requires: true, packages: { "": {} } },
    ".gitignore": "node_modules\nreports\n",
    ...(hasManifest ? { "framegate.game.json": manifest } : {}),
  });
  for (const [to, from] of Object.entries(files)) cpSync(join(packageRoot, from), join(folder.path, to));
  if (hasCommit) commit(folder.path);
  await mkdir(join(folder.path, "node_modules"));
  symlinkSync(packageRoot, join(folder.path, "node_modules/framegate"));
  return folder;
}

function commit(cwd: string): void {
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], { cwd });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
}

describe.each(guides)("the guide $page", (guide) => {
  it("works when its commands are copied one after another", async () => {
    await using folder = await scratchFolder(guide);
    const said: string[] = [];
    for (const step of readGuide(readFileSync(join(packageRoot, `docs/${guide.page}.md`), "utf8"))) {
      if (step.kind === "file") {
        await folder.write({ [step.path]: step.text });
        continue;
      }
      const lines = step.code.split("\n").filter((line) => notRun[line] === undefined);
      const code = `${npx}${lines.join("\n")}\n`;
      const ran = await runCommand([], { through: ["sh", "-e", "-c", code], cwd: folder.path });
      expect(ran.exitCode, `${step.code}\n${ran.stderr}`).toBe(step.exitCode);
      said.push(ran.stdout, ran.stderr);
    }
    const text = said.join("\n");
    for (const one of guide.says) expect(text).toMatch(one);
  });
});

it("every line that is not run is in a guide", () => {
  const text = guides.map(({ page }) => readFileSync(join(packageRoot, `docs/${page}.md`), "utf8")).join("\n");
  expect(Object.keys(notRun).filter((line) => !text.includes(`\n${line}\n`))).toEqual([]);
});
