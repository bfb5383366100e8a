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
      "src/roll.ts
        2:10  Math.random  raw-random
              return Math.random();
                     ^

      Math.random: random values differ from run to run. Use a seeded generator of the game's own, such as
      mulberry32, created in one module.

      1 finding. 1 file scanned.
      "
    `);
  });

  it("suggests the context's own functions, if a manifest names the entry modules", async () => {
    const manifest = {
      roots: [{ id: "main", adapter: "react", entry: "src/roll.ts" }],
      determinism: { seededRandom: true },
    };
    await using folder = await createGameFolder({ "framegate.game.json": manifest, "src/roll.ts": roll });
    for (const args of [[], ["src"]]) expect((await scan(folder, ...args)).stderrText).toContain("Use ctx.random().");
    const page = { roots: [{ id: "main", adapter: { surface: "pixijs", ingest: { entryHtml: "index.html" } } }] };
    await using pages = await createGameFolder({ "framegate.game.json": page, "src/roll.ts": roll });
    expect((await scan(pages, "--force")).stderrText).toContain("Use a seeded generator of the game's own");
  });

  it("lists fifty findings, and all of them with --all", async () => {
    await using folder = await createGameFolder({ "a.ts": "Math.random();\n".repeat(60) });
    const short = await scan(folder);
    expect(short.stderrText).toContain("10 more findings, by file. --all shows them.\n  10  a.ts\n");
    const long = await scan(folder, "--all");
    expect(long.stderrText).toContain("  60:1  Math.random  raw-random\n");
    expect(JSON.parse((await scan(folder, "--json")).stdoutText)).toMatchObject({ findings: { length: 60 } });
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
    expect(off.stderrText).toContain("does not set determinism.seededRandom. --force scans it anyway.");
  });

  it("writes reports to their files, and still prints the list", async () => {
    await using folder = await createGameFolder({ "src/roll.ts": roll });
    const found = await scan(folder, "--reporter", "sarif=out/scan.sarif,junit", "--output", "scan.xml");
    expect(found).toMatchObject({ exitCode: 1, stdoutText: "" });
    expect(found.stderrText).toContain("1 finding. 1 file scanned.");
    expect(await readFile(join(folder.path, "out/scan.sarif"), "utf8")).toContain('"2.1.0"');
    expect(await readFile(join(folder.path, "scan.xml"), "utf8")).toContain("<testsuites");
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("hears %s while it walks, and exits with %i", async (signal, code) => {
    const patterns = Array.from({ length: 100_000 }, (_, index) => `a*${String(index)}`).join("\n");
    const files = Array.from({ length: 2000 }, (_, index) => [`src/a${String(index)}b.ts`, ""] as const);
    const sources = Object.fromEntries([...files, [".git/config", ""], [".gitignore", patterns]]);
    await using folder = await createGameFolder(sources);
    const fake = createFakeProcess(["scan"], { cwd: folder.path });
    const exitCode = main(fake);
    setImmediate(() => {
      fake.emit(signal);
    });
    expect(await exitCode).toBe(code);
    expect(fake.stderrText).toContain("error interrupted:");
  });

  it.each([
    [["--group", "nope"], 'There is no group "nope".'],
    [["--reporter", "xml"], 'There is no reporter "xml".'],
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

  it("fixes unambiguous findings, and nothing the second time", async () => {
    const code = [
      "export function setup(ctx) { return () => Math.random() + performance.now() + Date.now(); }",
      "function draw(canvas) { const ctx = canvas.getContext('2d'); return Math.random(); }",
      "function tick(ctx: GameContext) { return Math.random(); }",
    ].join("\n");
    await using folder = await createGameFolder({ "a.ts": code });
    const fixed = await scan(folder, "--fix");
    expect(fixed.stderrText.slice(0, fixed.stderrText.indexOf("\n\n"))).toMatchInlineSnapshot(`
      "Fixed 3 in a.ts.
      Left 1 finding of Date.now: ctx has no equivalent.
        a.ts:1
      Left 1 finding of Math.random: no ctx in scope (the first parameter of setup, or a parameter of type
      GameContext); pass it in as an argument.
        a.ts:2"
    `);
    const after = await readFile(join(folder.path, "a.ts"), "utf8");
    expect(after.split("\n")).toEqual([
      "export function setup(ctx) { return () => ctx.random() + (ctx.time.seconds * 1000) + Date.now(); }",
      "function draw(canvas) { const ctx = canvas.getContext('2d'); return Math.random(); }",
      "function tick(ctx: GameContext) { return ctx.random(); }",
    ]);
    expect((await scan(folder, "--fix")).stderrText).toContain("Fixed nothing.\nLeft 1 finding of Date.now: ");
    expect(await readFile(join(folder.path, "a.ts"), "utf8")).toBe(after);
  });
});
