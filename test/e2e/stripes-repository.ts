import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runJson } from "./run-command.ts";

export const stripesPage =
  '<!doctype html><title>Stripes</title><canvas id="c" width="64" height="64"></canvas><script src="game.js"></script>';

/** A game that draws this many stripes per frame. */
export function gameOf(stripes: number): string {
  return `const context = document.getElementById("c").getContext("2d");
let x = 0;
function frame() {
  x = (x + 1) % 64;
  for (let stripe = 0; stripe < ${String(stripes)}; stripe += 1) context.fillRect(x, stripe, 1, 1);
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
`;
}

export interface StripesRepository extends Disposable {
  readonly path: string;
  git(...args: readonly string[]): string;
  write(files: Readonly<Record<string, string>>): void;
  /** Runs `perf` over 100 frames of the page with further arguments. */
  perf(...args: readonly string[]): ReturnType<typeof runJson>;
}

/** Arguments of `perf` for the page. */
export const perfStripes = ["perf", "index.html", "--frames", "100", "--warmup", "0"];

/** A temporary repository whose only commit, on `main`, is the game with ten stripes. */
export function createStripesRepository(): StripesRepository {
  const path = mkdtempSync(join(tmpdir(), "framegate-baseline-test-"));
  const git = (...args: readonly string[]): string => {
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    return execFileSync("git", [...identity, ...args], { cwd: path, encoding: "utf8" }).trim();
  };
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  };
  write({ "index.html": stripesPage, "game.js": gameOf(10) });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "index.html", "game.js");
  git("commit", "--quiet", "--message", "ten stripes");
  return {
    path,
    git,
    write,
    perf: async (...args) => await runJson([...perfStripes, ...args], { cwd: path }),
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
