import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-check-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("framegate check", () => {
  it("passes the examples, resolved and strictly", async () => {
    const { exitCode, stdout, stderr } = await runCommand(["check", "examples", "--resolve", "--strict"]);
    expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: "" });
    expect(stderr).toMatch(/\nChecked \d+ files: no errors, no warnings\.\n$/);
    expect(stderr).toContain('root "hud": react, tier first-party, src/hud.tsx, zOrder 10, gated');
  });

  it("reports every oddity that a disk can hold, and neither hangs nor crashes on any", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.game.json")]);
    mkdirSync(join(folder, "folder.game.json"));
    symlinkSync("circle.tape.json", join(folder, "circle.tape.json"));
    symlinkSync("/nowhere", join(folder, "dangling.input.json"));
    symlinkSync(".", join(folder, "round"));
    writeFileSync(join(folder, "empty.input.json"), "");
    writeFileSync(
      join(folder, "binary.scn2d.json"),
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 97) % 256),
    );
    writeFileSync(join(folder, "deep.game.json"), `${'{"a":['.repeat(5000)}${"]}".repeat(5000)}`);
    writeFileSync(join(folder, "large.tape.json"), "[".padEnd(10 * 1024 * 1024));
    const { exitCode, stdout, stderr } = await runCommand(["check", "--json"], { cwd: folder });
    expect(exitCode).toBe(2);
    const { files }: { files: { file: string; valid: boolean; errors: unknown[] }[] } = JSON.parse(stdout);
    expect(files.map(({ file, valid }) => [file, valid])).toEqual(
      [
        "binary.scn2d",
        "circle.tape",
        "dangling.input",
        "deep.game",
        "empty.input",
        "folder.game",
        "large.tape",
        "pipe.game",
      ].map((name) => [`${name}.json`, false]),
    );
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it("takes a document from another program", async () => {
    const script = `echo '{"version":1,"stepHz":60,"events":[]}' | "$0" "$1" check - --kind tape`;
    const result = await runCommand([], { through: ["sh", "-c", script], cwd: folder });
    expect(result.stderr).toBe("Checked 1 file: no errors, no warnings.\n");
    expect(result.exitCode).toBe(0);
  });
});
