import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";
import { runCommand } from "./run-command.ts";

const gate = ["--frames", "100", "--warmup", "0", "--assert-budget"];
const short = [...gate, "--repeat", "0"];

/** Copies of one page, all with the same title. */
async function folderOf(...names: readonly string[]): Promise<GameFolder> {
  const folder = await createGameFolder();
  for (const name of names)
    cpSync(join(packageRoot, "test/games/plain-page"), join(folder.path, "games", name, "dist"), { recursive: true });
  return folder;
}

describe("framegate perf with several games", () => {
  it("runs them all, whatever one of them does, and exits with the most severe code", async () => {
    await using folder = await folderOf("a", "c");
    await folder.write({ "games/b/framegate.game.json": "{", "games/README.md": "" });
    const args = ["perf", "games/*/dist/index.html", "games/b", "games/README.md", ...short];
    const result = await runCommand([...args, "--budget", "maxDrawCalls=1", "--json", "--out", "out"], {
      cwd: folder.path,
    });
    expect(result.exitCode, result.stderr).toBe(2);
    const { exitCode, games }: { exitCode: number; games: Record<string, unknown>[] } = JSON.parse(result.stdout);
    expect(exitCode).toBe(2);
    expect(games).toMatchObject([
      { game: "games/a/dist/index.html", exitCode: 0, verdict: { status: "pass" } },
      { game: "games/c/dist/index.html", exitCode: 0, verdict: { status: "pass" } },
      { game: "games/b", exitCode: 2, error: { code: "file-invalid" } },
    ]);
    expect(result.stderr).toContain("games/README.md is not a game");
    expect(result.stderr).toMatch(/2 of 3 games passed\n$/u);
    const folders = readdirSync(join(folder.path, "out"));
    expect(folders, "each game has its own").toHaveLength(2);
    expect(folders.every((name) => name.startsWith("a-page-without-a-manifest"))).toBe(true);
  });

  it("runs only those that --grep selects by path or title, and refuses a pattern that selects none", async () => {
    await using folder = await folderOf("a", "c");
    await folder.write({ "games/b/framegate.game.json": { name: "Lamps" } });
    const args = ["perf", "games/*/dist/index.html", "games/b", ...short, "--budget", "maxDrawCalls=1", "--json"];
    const found = await runCommand([...args, "--grep", "LAMPS|/c/"], { cwd: folder.path });
    expect(found.exitCode, found.stderr).toBe(2);
    expect(found.stderr).toContain("--grep selects 2 of 3 games.");
    expect(JSON.parse(found.stdout)).toMatchObject({
      games: [
        { game: "games/c/dist/index.html", exitCode: 0 },
        { game: "games/b", error: { code: "file-invalid" } },
      ],
    });
    const none = await runCommand([...args, "--grep", "arena"], { cwd: folder.path });
    expect(none.exitCode).toBe(2);
    expect(JSON.parse(none.stdout)).toMatchObject({
      error: { code: "no-game-matches", hint: expect.stringContaining("games/b (Lamps).") },
    });
  });

  it("reports a game that cannot be run, and one over its budget, to every reader", async () => {
    await using folder = await folderOf("a");
    await folder.write({ "games/b/framegate.game.json": "{", "summary.md": "Before.\n" });
    const reporters = [
      "--reporter",
      "junit=ci/junit.xml,markdown=ci/comment.md",
      "--reporter",
      "benchmark=ci/bench.json",
    ];
    const counted = ["--frames", "100", "--warmup", "0", "--repeat", "0", "--assert-budget"];
    const result = await runCommand(
      [
        "perf",
        "games/a/dist/index.html",
        "games/b",
        ...counted,
        "--budget",
        "maxEntities=9",
        ...reporters,
        "--json",
        "--out",
        "out",
      ],
      { cwd: folder.path, env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(folder.path, "summary.md") } },
    );
    expect(result.exitCode, result.stderr).toBe(2);
    expect(JSON.parse(result.stdout)).toMatchObject({ games: [{ exitCode: 1 }, { error: { code: "file-invalid" } }] });
    const read = (name: string): string => readFileSync(join(folder.path, name), "utf8");
    expect(read("ci/junit.xml")).toContain('<testsuites name="framegate" tests="3" failures="1" errors="1">');
    expect(read("ci/comment.md")).toMatch(/\| ❌ \| entities at the end \| not measured \|/u);
    expect(read("summary.md")).toBe(`Before.\n${read("ci/comment.md")}`);
    expect(JSON.parse(read("ci/bench.json"))).toContainEqual(expect.objectContaining({ unit: "count" }));
    expect(result.stderr).toMatch(
      /^::error title=FAIL A page without a manifest that draws with WebGL::entities at the end could not be measured \(/mu,
    );
    expect(result.stderr).toMatch(/^::error title=file-invalid games\/b::/mu);
  });

  it("reports the one game of a command that cannot be run", async () => {
    await using folder = await createGameFolder();
    await folder.write({ "framegate.game.json": "{" });
    const result = await runCommand(["perf", "--reporter", "junit=junit.xml"], { cwd: folder.path });
    expect(result.exitCode).toBe(2);
    expect(readFileSync(join(folder.path, "junit.xml"), "utf8")).toContain('<error type="file-invalid"');
  });

  it("fails for one budget that is exceeded, and shows that game's report", async () => {
    await using folder = await folderOf("a", "b");
    const root = {
      id: "page",
      adapter: { surface: "threejs", ingest: { strategy: "opaque-embed", entryHtml: "dist/index.html" } },
    };
    const manifest = {
      manifestVersion: 2,
      name: "Same",
      version: "1.0.0",
      engine: { version: "0.1.0" },
      roots: [root],
    };
    await folder.write({
      "games/a/framegate.game.json": { ...manifest, budget: { maxTriangles: 10 } },
      "games/b/framegate.game.json": { ...manifest, budget: { frameCpuMsP95: 0.000_1 } },
    });
    const result = await runCommand(["perf", "games/a", "games/b", ...gate, "--no-why", "--out", "out"], {
      cwd: folder.path,
    });
    expect(result.exitCode, result.stderr).toBe(1);
    expect(result.stderr).toMatch(/PASS +Same +games\/a/u);
    expect(result.stderr).toMatch(/FAIL +Same +games\/b.* frameCpuMsP95\n/u);
    expect(readdirSync(join(folder.path, "out")), "two games of one name").toHaveLength(2);
  });

  it("stops at once when it is interrupted, and names the games that were not run", async () => {
    await using folder = await folderOf("a", "b", "c");
    const games = ["a", "b", "c"].map((name) => `games/${name}/dist/index.html`);
    const result = await runCommand(["perf", ...games, "--frames", "100", "--warmup", "0", "--repeat", "0", "--json"], {
      cwd: folder.path,
      reactions: [
        {
          text: "2 of 3: A page without a manifest that draws with WebGL (games/b",
          act: (command) => {
            command.signal("SIGTERM");
          },
        },
      ],
    });
    expect(result.exitCode, result.stderr).toBe(143);
    expect(result.stderr).toMatch(/DONE .* games\/a/u);
    expect(result.stderr).toMatch(/NOT RUN .* games\/b.*\n +NOT RUN .* games\/c/u);
    expect(JSON.parse(result.stdout)).toMatchObject({
      error: {
        code: "games-interrupted",
        message: expect.stringContaining("Not run to the end: games/b/dist/index.html, games/c/dist/index.html."),
      },
    });
    expect(result.reports).toHaveLength(1);
  });
});
