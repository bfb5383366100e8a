import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";
import { createFakeProcess, type FakeProcess } from "./fake-process.ts";

async function scan(folder: GameFolder, ...args: string[]): Promise<FakeProcess & { readonly exitCode: number }> {
  const fake = createFakeProcess(["scan", ...args], { cwd: folder.path });
  const exitCode = await main(fake);
  return Object.defineProperty(fake, "exitCode", { value: exitCode }) as FakeProcess & { readonly exitCode: number };
}

const roll = "export function setup(ctx: unknown): number {\n  return Math.random();\n}\n";

describe("framegate scan", () => {
  it("prints what it finds to people, and exits with 1", async () => {
    await using folder = await createGameFolder({ "src/roll.ts": roll });
    const found = await scan(folder);
    expect(found).toMatchObject({ exitCode: 1, stdoutText: "" });
    expect(found.stderrText).toMatchInlineSnapshot(`
      "src/roll.ts:2:10 - error raw-random: Math.random
        Math.random is banned. Its values differ from run to run; take ctx.random.
        2 |   return Math.random();
          |          ^
        Use ctx.random().

      1 finding. 1 file scanned.
      "
    `);
  });

  it("prints JSON on stdout and nothing else", async () => {
    await using folder = await createGameFolder({ "src/roll.ts": roll });
    const found = await scan(folder, "--json");
    expect(found).toMatchObject({ exitCode: 1, stderrText: "" });
    expect(JSON.parse(found.stdoutText)).toMatchObject({
      findings: [{ file: "src/roll.ts", line: 2, api: "Math.random" }],
      notices: [],
      filesScanned: 1,
    });
  });

  it("exits with 0 when nothing is found", async () => {
    await using folder = await createGameFolder({ "a.ts": "export {};" });
    expect(await scan(folder)).toMatchObject({ exitCode: 0, stderrText: "Nothing found. 1 file scanned.\n" });
  });

  it("says that a game without the promise is not scanned", async () => {
    await using folder = await createGameFolder({ "framegate.game.json": {}, "src/roll.ts": roll });
    const off = await scan(folder);
    expect(off.exitCode).toBe(0);
    expect(off.stderrText).toContain("does not set determinism.seededRandom. --force scans it all the same.");
  });

  it("writes reports to their files, and still tells people", async () => {
    await using folder = await createGameFolder({ "src/roll.ts": roll });
    const found = await scan(folder, "--reporter", "sarif=out/scan.sarif,junit", "--output", "scan.xml");
    expect(found).toMatchObject({ exitCode: 1, stdoutText: "" });
    expect(found.stderrText).toContain("1 finding. 1 file scanned.");
    expect(await readFile(join(folder.path, "out/scan.sarif"), "utf8")).toContain('"2.1.0"');
    expect(await readFile(join(folder.path, "scan.xml"), "utf8")).toContain("<testsuites");
  });

  it.each([
    [["--group", "nope"], '"nope" is no group.'],
    [["--reporter", "xml"], '"xml" is no reporter.'],
    [["--reporter", "sarif,junit"], "sarif and junit cannot both go to stdout."],
    [["--output", "a"], "--output needs a --reporter"],
    [["--update-baseline"], "--update-baseline needs the file"],
    [["--baseline", "none.json"], "The baseline none.json cannot be used: it does not exist."],
    [["nowhere"], "There is nothing to scan at nowhere: it does not exist."],
    [["--jsn"], "Unknown option '--jsn'. Did you mean --json?"],
  ])("refuses %j with 2", async (args, message) => {
    await using folder = await createGameFolder({ "a.ts": "" });
    const refused = await scan(folder, ...args);
    expect(refused).toMatchObject({ exitCode: 2, stdoutText: "" });
    expect(refused.stderrText).toContain(message);
  });

  it("fixes what can only mean one thing, and nothing the second time", async () => {
    const code = [
      "export function setup(ctx) { return () => Math.random() + performance.now() + Date.now(); }",
      "function draw(canvas) { const ctx = canvas.getContext('2d'); return Math.random(); }",
      "function tick(ctx: GameContext) { return Math.random(); }",
    ].join("\n");
    await using folder = await createGameFolder({ "a.ts": code });
    const fixed = await scan(folder, "--fix");
    expect(fixed.stderrText).toContain("Fixed 3 in a.ts.");
    const after = await readFile(join(folder.path, "a.ts"), "utf8");
    expect(after.split("\n")).toEqual([
      "export function setup(ctx) { return () => ctx.random() + (ctx.time.seconds * 1000) + Date.now(); }",
      "function draw(canvas) { const ctx = canvas.getContext('2d'); return Math.random(); }",
      "function tick(ctx: GameContext) { return ctx.random(); }",
    ]);
    expect((await scan(folder, "--fix")).stderrText).not.toContain("Fixed");
    expect(await readFile(join(folder.path, "a.ts"), "utf8")).toBe(after);
  });
});
