import { describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createGameFolder, type GameFolder, manifestOf } from "../fixtures/game-folder.ts";
import { createFakeProcess, type FakeProcess, type FakeProcessOptions } from "./fake-process.ts";

interface CheckRun {
  readonly exitCode: number;
  readonly stdoutText: string;
  readonly stderrText: string;
}

async function check(folder: GameFolder, args: readonly string[], options: FakeProcessOptions = {}): Promise<CheckRun> {
  const fake: FakeProcess = createFakeProcess(["check", ...args], { cwd: folder.path, ...options });
  const exitCode = await main(fake);
  return { exitCode, stdoutText: fake.stdoutText, stderrText: fake.stderrText };
}

const clean = { "framegate.game.json": manifestOf(), "src/main.ts": "" };
const twoMistakes = {
  "framegate.game.json": manifestOf({
    appId: "odd",
    roots: [{ id: "a", adaptor: "react", adapter: "react", entry: "src/mian.ts" }],
  }),
  "src/main.ts": "",
};

describe("framegate check", () => {
  it("passes files without errors, and counts them", async () => {
    await using folder = await createGameFolder(clean);
    expect(await check(folder, [])).toEqual({
      exitCode: 0,
      stdoutText: "",
      stderrText: "Checked 1 file: no errors, no warnings.\n",
    });
  });

  it("prints all errors in file order, whichever check found them, and the counts", async () => {
    await using folder = await createGameFolder(twoMistakes);
    const { exitCode, stdoutText, stderrText } = await check(folder, []);
    expect({ exitCode, stdoutText }).toEqual({ exitCode: 2, stdoutText: "" });
    expect(stderrText).toMatchInlineSnapshot(`
      "framegate.game.json:11:7 - error unknown-property: Unknown property "adaptor". Known here: id, description, adapter, scene, entry, zOrder, pausable, loop, capabilities.
        at /roots/0/adaptor
        11 |       "adaptor": "react",
           |       ^^^^^^^^^

      framegate.game.json:13:16 - error file-not-found: The entry of root "a", "src/mian.ts", does not exist. Did you mean "src/main.ts"?
        at /roots/0/entry
        13 |       "entry": "src/mian.ts"
           |                ^^^^^^^^^^^^^

      framegate.game.json:16:12 - warning app-id-form: "odd" is not a reverse-domain id such as com.example.game.
        at /appId
        16 |   "appId": "odd"
           |            ^^^^^

      Checked 1 file: 2 errors, 1 warning.
      "
    `);
  });

  it("exits with 0 on warnings", async () => {
    await using folder = await createGameFolder({ ...clean, "framegate.game.json": manifestOf({ appId: "odd" }) });
    const { exitCode, stderrText } = await check(folder, []);
    expect(exitCode).toBe(0);
    expect(stderrText).toContain("Checked 1 file: no errors, 1 warning.");
  });

  it("with --json prints the lists of each file and nothing else on the standard output", async () => {
    await using folder = await createGameFolder(twoMistakes);
    const { exitCode, stdoutText } = await check(folder, ["--json", "--resolve"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdoutText)).toEqual({
      files: [
        {
          file: "framegate.game.json",
          kind: "manifest",
          valid: false,
          errors: [
            {
              code: "unknown-property",
              pointer: "/roots/0/adaptor",
              line: 11,
              column: 7,
              message: expect.stringContaining('Unknown property "adaptor".'),
              suggestion: null,
            },
          ],
          warnings: [
            expect.objectContaining({ code: "app-id-form", pointer: "/appId", line: 16, column: 12, suggestion: null }),
          ],
          resolve: [],
          project: [
            {
              code: "file-not-found",
              pointer: "/roots/0/entry",
              line: 13,
              column: 16,
              message: 'The entry of root "a", "src/mian.ts", does not exist. Did you mean "src/main.ts"?',
              suggestion: "src/main.ts",
            },
          ],
          resolved: null,
        },
      ],
    });
  });

  it("resolves if a context is given, without a further flag", async () => {
    await using folder = await createGameFolder({
      ...clean,
      "framegate.game.json": manifestOf({ resolution: { width: 0, height: 1 } }),
    });
    expect((await check(folder, [])).exitCode).toBe(0);
    for (const args of [["--resolve"], ["--context", "local"], ["--context", "hosted"]]) {
      const { exitCode, stderrText } = await check(folder, args);
      expect(exitCode, args.join(" ")).toBe(2);
      expect(stderrText).toContain("error not-above-zero:");
    }
  });

  it("shows a resolved manifest, including the fields for editors and learners", async () => {
    await using folder = await createGameFolder({
      ...clean,
      "framegate.game.json": manifestOf({
        authoring: { hierarchy: { rootLabels: { main: "World" }, groups: [{ id: "g", label: "G", roots: ["main"] }] } },
        server: { room: "lobby" },
        learn: { kind: "feature", title: "Jumping", summary: "How to jump.", difficulty: "beginner", features: [] },
      }),
    });
    const { stderrText } = await check(folder, ["--resolve"]);
    expect(stderrText).toContain('root "main": threejs, tier first-party, src/main.ts, zOrder 0, gated');
    expect(stderrText).toContain('server: room "lobby", the scaffolded module');
    expect(stderrText).toContain("authoring: 1 root label, 1 group; for editors only");
    expect(stderrText).toContain('learn: feature "Jumping", beginner');
    const { files } = JSON.parse((await check(folder, ["--resolve", "--json"])).stdoutText) as {
      files: { resolved: unknown }[];
    };
    expect(files[0]?.resolved).toMatchObject({ server: { room: "lobby", module: null }, resolution: { width: 1280 } });
  });

  it("is stricter with --strict", async () => {
    await using folder = await createGameFolder({
      "a.input.json": { version: 1, actions: { jump: { bindings: [] } } },
    });
    expect((await check(folder, [])).exitCode).toBe(0);
    expect((await check(folder, ["--strict"])).exitCode).toBe(2);
  });

  it("reads the standard input", async () => {
    await using folder = await createGameFolder();
    const { exitCode, stdoutText, stderrText } = await check(folder, ["-", "--kind", "tape", "--json"], {
      input: "\ufeff{\r\n\t}",
    });
    expect(exitCode).toBe(2);
    const { files } = JSON.parse(stdoutText);
    expect(files[0]).toMatchObject({ file: "-", kind: "tape", valid: false });
    expect(files[0].errors[0]).toMatchObject({ code: "missing-property", pointer: "", line: 1, column: 1 });
    expect(stderrText).toContain("-:1:1 - error missing-property:");
  });

  it("gives a JSON error for a path that cannot be read", async () => {
    await using folder = await createGameFolder();
    const { exitCode, stdoutText, stderrText } = await check(folder, ["lost.game.json", "--json"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdoutText)).toMatchObject({ error: { code: "file-unreadable", hint: expect.any(String) } });
    expect(stderrText).not.toMatch(/^ {4}at /m);
  });

  it("limits the errors printed per file, and says how many more there are", async () => {
    const actions = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`action-${index}`, { bindings: [] }]));
    await using folder = await createGameFolder({ "a.input.json": { version: 1, actions } });
    const { stdoutText, stderrText } = await check(folder, ["--json"]);
    expect(stderrText.match(/warning valueType-defaulted/g)).toHaveLength(50);
    expect(stderrText).toContain("a.input.json: 30 more are not shown");
    expect(JSON.parse(stdoutText).files[0].warnings).toHaveLength(80);
  });

  it("has colours in a terminal, and none in JSON", async () => {
    await using folder = await createGameFolder(twoMistakes);
    const { stdoutText, stderrText } = await check(folder, ["--json"], { isTTY: true });
    expect(stderrText).toContain("\u001b[31m");
    expect(stdoutText).not.toContain("\u001b");
  });
});
