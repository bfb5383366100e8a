import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { templates } from "../../harness/scaffold/read-template.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const execute = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-init-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Stands in for `npm install`, with the packages of this repository. */
function linkPackages(game: string): void {
  const packages = join(game, "node_modules");
  mkdirSync(join(packages, "@types"), { recursive: true });
  symlinkSync(packageRoot, join(packages, "framegate"));
  for (const name of ["three", "pixi.js", "react", "react-dom", "@types/three", "@types/react", "@types/react-dom"]) {
    symlinkSync(join(packageRoot, "node_modules", name), join(packages, name));
  }
}

describe.each(templates)("a new game of the template %s", (template) => {
  const game = join(folder, template);

  it("is written whole, and says what to do next", async () => {
    const { exitCode, stdout, stderr } = await runCommand(["init", template, "--template", template], { cwd: folder });
    expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: "" });
    expect(stderr).toContain(`cd ${template}`);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    linkPackages(game);
  });

  it("has no mistakes in its files or in its types", async () => {
    const { exitCode, stderr } = await runCommand(["check", "--resolve", "--strict"], { cwd: game });
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain("no errors, no warnings");
    await execute(process.execPath, [join(packageRoot, "node_modules/typescript/bin/tsc"), "-p", "."], { cwd: game });
  });

  it("keeps its budget from the start, and reacts to its tape", async () => {
    // Its milliseconds are the machine's, so they are judged by a limit that any machine keeps.
    const anyTime = ["--budget", "frameCpuMsP95=10000"];
    const args = ["perf", "--assert-budget", "--frames", "120", "--repeat", "2", ...anyTime];
    const result = await runJson(args, { cwd: game });
    expect(result.exitCode, result.stderr).toBe(0);
    const { report, verdict } = reportOf(result);
    expect(verdict.status).toBe("pass");
    expect(report.divergence).toBeNull();
    expect(report.tape?.file).toBe("framegate.tape.json");
    const notices = report.notices.map(({ code }) => code);
    expect(notices.filter((code) => code !== "browser")).toEqual([]);
  });
});

describe("framegate init", () => {
  it("writes into the working folder, beside the files that are there", async () => {
    const here = join(folder, "here");
    mkdirSync(join(here, ".git"), { recursive: true });
    writeFileSync(join(here, "README.md"), "mine");
    const result = await runCommand(["init", "--name", 'The "Best" Game', "--json"], { cwd: here });
    expect(result.exitCode, result.stderr).toBe(0);
    const { files, ...rest }: { files: string[] } = JSON.parse(result.stdout);
    expect(rest).toEqual({ folder: here, name: 'The "Best" Game', template: "three" });
    expect(readdirSync(here, { recursive: true })).toEqual(expect.arrayContaining(["README.md", ".git", ...files]));
    expect(readFileSync(join(here, "README.md"), "utf8")).toBe("mine");
  });

  it("refuses to overwrite, and then has written nothing", async () => {
    const taken = join(folder, "taken");
    mkdirSync(taken);
    writeFileSync(join(taken, "package.json"), "{}");
    const { exitCode, stdout } = await runCommand(["init", "taken", "--json"], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "would-overwrite", message: expect.stringContaining("package.json") },
    });
    expect(readdirSync(taken)).toEqual(["package.json"]);
  });

  it("asks for --force if there are other files, and names them", async () => {
    const used = join(folder, "used");
    mkdirSync(used);
    writeFileSync(join(used, "novel.txt"), "mine");
    writeFileSync(join(used, "package.json"), "{}");
    const refused = await runCommand(["init", "used", "--template", "pixi"], { cwd: folder });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("already holds package.json");
    rmSync(join(used, "package.json"));
    const mixed = await runCommand(["init", "used", "--template", "pixi", "--json"], { cwd: folder });
    expect(mixed.exitCode).toBe(2);
    expect(JSON.parse(mixed.stdout)).toMatchObject({
      error: {
        code: "folder-not-empty",
        message: expect.stringContaining("novel.txt"),
        hint: expect.stringContaining("--force"),
      },
    });
    expect(readdirSync(used)).toEqual(["novel.txt"]);
    writeFileSync(join(used, "package.json"), "{}");
    const forced = await runCommand(["init", "used", "--template", "pixi", "--force"], { cwd: folder });
    expect(forced.exitCode, forced.stderr).toBe(0);
    expect(readFileSync(join(used, "novel.txt"), "utf8")).toBe("mine");
    expect(readFileSync(join(used, "package.json"), "utf8")).toContain('"pixi.js"');
    expect(readdirSync(used).filter((name) => name.startsWith(".framegate"))).toEqual([]);
  });

  it("knows its templates", async () => {
    const { exitCode, stderr } = await runCommand(["init", "other", "--template", "babylon"], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("three, pixi, react, html");
    expect(readdirSync(folder)).not.toContain("other");
  });
});
