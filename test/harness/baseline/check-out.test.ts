import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { checkOut } from "../../../harness/baseline/check-out.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

/** A repository with a commit, and two installed packages beside it that git does not hold. */
async function createRepository(): Promise<GameFolder> {
  const folder = await createGameFolder({ ".gitignore": "node_modules\n", "package.json": {} });
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], { cwd: folder.path });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  for (const name of ["node_modules/plain/index.js", "node_modules/@scope/scoped/index.js", "node_modules/.bin/tool"]) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), name);
  }
  return folder;
}

const signal = new AbortController().signal;

it("a commit is built with the packages and commands that are installed", async () => {
  await using folder = await createRepository();
  const build = "cat node_modules/plain/index.js node_modules/@scope/scoped/index.js node_modules/.bin/tool > built";
  await using out = await checkOut("main", { cwd: folder.path, build, signal });
  expect(await readFile(join(out.folder, "built"), "utf8")).toBe(
    "node_modules/plain/index.jsnode_modules/@scope/scoped/index.jsnode_modules/.bin/tool",
  );
});

it("a build that installs its packages anew, as npm ci does, leaves the installed ones alone", async () => {
  await using folder = await createRepository();
  const remove = "rm -rf node_modules/* node_modules/.bin";
  const build = `${remove} && mkdir node_modules/plain && echo new > node_modules/plain/index.js`;
  const out = await checkOut("main", { cwd: folder.path, build, signal });
  await out[Symbol.asyncDispose]();
  expect(existsSync(out.folder)).toBe(false);
  expect((await readdir(join(folder.path, "node_modules"))).sort()).toEqual([".bin", "@scope", "plain"]);
  expect(await readFile(join(folder.path, "node_modules/plain/index.js"), "utf8")).toBe("node_modules/plain/index.js");
  expect(await readdir(join(folder.path, "node_modules/@scope"))).toEqual(["scoped"]);
});
