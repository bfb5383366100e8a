import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const short = ["--frames", "100", "--warmup", "0", "--repeat", "2"];
const counted = ["--frames", "20", "--warmup", "0", "--repeat", "0"];

async function folderWithPage(): Promise<GameFolder> {
  const folder = await createGameFolder();
  cpSync(join(packageRoot, "test/games/plain-page"), join(folder.path, "dist"), { recursive: true });
  return folder;
}

describe("framegate init --html", () => {
  it("writes a manifest with a measured budget, after which the gate needs no argument", async () => {
    await using folder = await folderWithPage();
    const at = { cwd: folder.path };
    const made = await runCommand(["init", "--html", "dist/index.html"], at);
    expect(made.exitCode, made.stderr).toBe(0);
    expect(readdirSync(folder.path)).toEqual(["dist", "framegate.game.json"]);
    const manifest: unknown = JSON.parse(readFileSync(join(folder.path, "framegate.game.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: "A page without a manifest that draws with WebGL",
      roots: [{ adapter: { surface: "threejs", ingest: { strategy: "opaque-embed", entryHtml: "dist/index.html" } } }],
      budget: { maxDrawCalls: 2, maxTriangles: 2, frameCpuMsP95: expect.any(Number) },
    });
    expect(made.stderr).toContain("does not use it");
    expect(made.stderr).toContain("npx framegate perf --assert-budget");
    // Its milliseconds are the machine's, so they are judged by a limit that any machine keeps.
    const anyTime = ["--budget", "frameCpuMsP95=10000"];
    const gate = await runJson(["perf", "--assert-budget", ...short, ...anyTime], at);
    expect(gate.exitCode, gate.stderr).toBe(0);
    expect(reportOf(gate).verdict.lines).toHaveLength(3);
    const checked = await runCommand(["check", "--resolve"], at);
    expect(checked.exitCode, checked.stderr).toBe(0);
  });

  it("overwrites nothing without --force, and says so before it runs anything", async () => {
    await using folder = await folderWithPage();
    await folder.write({ "framegate.game.json": "mine" });
    const refused = await runJson(["init", "--html", "dist/index.html"], { cwd: folder.path });
    expect([refused.exitCode, refused.json.error?.code]).toEqual([2, "would-overwrite"]);
    expect(refused.stderr).not.toContain("browser");
    expect(readFileSync(join(folder.path, "framegate.game.json"), "utf8")).toBe("mine");
    const args = ["init", "--html", "dist", "--no-measure", "--force", "--name", "Mine"];
    const forced = await runJson(args, { cwd: folder.path });
    expect(forced.exitCode, forced.stderr).toBe(0);
    expect(forced.json).toMatchObject({ name: "Mine", html: "dist/index.html", budget: { frameCpuMsP95: 16 } });
    expect(forced.json).toMatchObject({ measured: null });
    expect(readFileSync(join(folder.path, "framegate.game.json"), "utf8")).toContain('"Mine"');
  });

  it.each([
    [["--html", "dist/indx.html"], "page-not-found", 'Did you mean "dist/index.html"?'],
    [["--html", "../index.html"], "usage", "does not lie in"],
    [["--html", "dist/triangle.js"], "usage", "no HTML file"],
    [["--html", "http://localhost:1/"], "usage", "not a URL"],
    [["--html", "dist/index.html", "--template", "pixi"], "usage", "cannot be used with"],
  ])("refuses %j as %s, and writes nothing", async (args, code, message) => {
    await using folder = await folderWithPage();
    const refused = await runJson(["init", ...args], { cwd: folder.path });
    expect([refused.exitCode, refused.json.error?.code]).toEqual([2, code]);
    expect(refused.json.error?.message).toContain(message);
    expect(readdirSync(folder.path)).toEqual(["dist"]);
  });

  it("writes nothing for a page in which nothing happens, or that differs from run to run", async () => {
    await using folder = await createGameFolder({
      "still.html": "<p>Click to play",
      "odd.html": `<canvas></canvas><script>
        const context = document.querySelector("canvas").getContext("2d");
        const data = new Uint8Array(3);
        requestAnimationFrame(async function f() {
          requestAnimationFrame(f);
          const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
          const bytes = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, data);
          context.fillText(new Uint8Array(bytes).join(), 0, 9);
        });
      </script>`,
    });
    const still = await runJson(["init", "--html", "still.html"], { cwd: folder.path });
    expect([still.exitCode, still.json.error?.code]).toEqual([5, "page-failed"]);
    const odd = await runJson(["init", "--html", "odd.html"], { cwd: folder.path });
    expect([odd.exitCode, odd.json.error?.code], odd.stderr).toEqual([4, "page-differs"]);
    expect(existsSync(join(folder.path, "framegate.game.json"))).toBe(false);
  });

  it("leaves nothing when it is interrupted", async () => {
    await using folder = await folderWithPage();
    const result = await runCommand(["init", "--html", "dist/index.html"], {
      cwd: folder.path,
      reactions: [
        {
          text: "count pass 1",
          act: (command) => {
            command.signal("SIGINT");
          },
        },
      ],
    });
    expect(result.exitCode, result.stderr).toBe(130);
    expect(readdirSync(folder.path)).toEqual(["dist"]);
  });
});

describe("a folder with only a page", () => {
  it("is run as it is, with an offer to write the file", async () => {
    await using folder = await folderWithPage();
    const result = await runCommand(["perf", "dist", ...counted], { cwd: folder.path });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(result.stderr.trimEnd().split("\n").at(-1)).toContain("framegate init dist --html index.html");
    expect(result.reports[0]?.report.game.name).toBe("A page without a manifest that draws with WebGL");
  });

  it("is not guessed where there are several pages, or none", async () => {
    await using folder = await createGameFolder({ "a.html": "", "b.html": "", "game/dist/index.html": "" });
    const several = await runJson(["perf"], { cwd: folder.path });
    expect([several.exitCode, several.json.error?.code]).toEqual([2, "several-pages"]);
    expect(several.json.error?.message).toContain("a.html, b.html");
    const none = await runJson(["perf", "game"], { cwd: folder.path });
    expect([none.exitCode, none.json.error?.code]).toEqual([2, "manifest-not-found"]);
    expect(none.json.error?.hint).toContain("dist/index.html");
  });
});

describe("the budget of a package.json", () => {
  it("limits what a manifest's does not hold, and --budget wins over it", async () => {
    await using folder = await folderWithPage();
    await folder.write({ "package.json": { framegate: { budget: { maxDrawCalls: 9, maxCanvasOperations: 7 } } } });
    const args = ["perf", "dist/index.html", ...counted, "--assert-budget", "--budget", "maxDrawCalls=5"];
    const result = await runJson(args, { cwd: folder.path });
    expect(reportOf(result).report.budget).toEqual({ maxDrawCalls: 5, maxCanvasOperations: 7 });
  });

  it("is refused at its place", async () => {
    await using folder = await folderWithPage();
    const path = join(folder.path, "package.json");
    writeFileSync(path, '{\n  "framegate": { "budget": { "maxFps": 60 } }\n}');
    const result = await runJson(["perf", "dist/index.html"], { cwd: folder.path });
    expect([result.exitCode, result.json.error?.code]).toEqual([2, "file-invalid"]);
    expect(result.json.error?.where).toBe(`${path}:2:30`);
  });
});
