import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const execute = promisify(execFile);

/** Currently 63 packages and 223 MB: 65 MB are the browser, 66 MB its fonts and 14 MB esbuild in WebAssembly. */
const mostPackages = 70;
const mostMegabytes = 235;

// This is the only test that needs the registry. Without one, installed-package.test.ts still tests the published
// package.
const answers = await execute("npm", ["view", "picocolors", "version"], { timeout: 20_000 }).then(
  () => true,
  () => false,
);

describe.skipIf(!answers)("npm install of the package into an empty folder, from a registry that answers", () => {
  const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-fresh-"));
  const modules = join(folder, "node_modules");
  const executable = join(modules, ".bin/framegate");
  beforeAll(async () => {
    await execute("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: packageRoot });
    const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await execute("npm", ["install", "-D", "--no-audit", "--no-fund", "--prefer-offline", `./${tarball}`], {
      cwd: folder,
    });
    writeFileSync(
      join(folder, "page.html"),
      `<canvas></canvas><script>
        const context = document.querySelector("canvas").getContext("2d");
        let frame = 0;
        const step = () => { context.fillRect(frame++ % 300, 0, 1, 1); requestAnimationFrame(step); };
        step();
      </script>`,
    );
    writeFileSync(join(folder, "rolls.ts"), "export const roll = (): number => Math.random();\n");
    // Nested too deeply for the fast parser, so TypeScript's parser reads it.
    const deep = `${"(".repeat(600)}Math.random()${")".repeat(600)}`;
    writeFileSync(join(folder, "deep.ts"), `export const roll: number = ${deep};\n`);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it(`brings at most ${String(mostPackages)} packages and ${String(mostMegabytes)} MB, and no ESLint`, () => {
    const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as { packages: object };
    expect(Object.keys(lock.packages).length).toBeLessThanOrEqual(mostPackages);
    const files = readdirSync(modules, { recursive: true, encoding: "utf8" }).map((path) => join(modules, path));
    // Disk usage, as `du` counts it.
    const bytes = files.reduce((sum, path) => sum + (statSync(path).blocks * 512 || statSync(path).size), 0);
    expect(bytes / 2 ** 20).toBeLessThanOrEqual(mostMegabytes);
    for (const name of ["eslint", "typescript", "puppeteer-core", "@puppeteer/browsers", "@typescript-eslint/parser"]) {
      expect(existsSync(join(modules, name)), name).toBe(false);
    }
  });

  it("works as the first lines of the README say", async () => {
    const [, lines = ""] = /```sh\n([\s\S]*?)```/u.exec(readFileSync(join(packageRoot, "README.md"), "utf8")) ?? [];
    const [install, gate = ""] = lines.split("\n");
    // The registry has no such package yet: the one that is installed here was packed from this repository.
    expect(install).toBe("npm install -D framegate");
    cpSync(join(packageRoot, "test/games/plain-page"), join(folder, "dist"), { recursive: true });
    const shorter = `${gate} --frames 30 --warmup 0 --repeat 0`;
    const { stderr } = await execute("sh", ["-c", shorter], { cwd: folder });
    expect(stderr).toMatch(/PASS/u);
  });

  it("scans, also files that only TypeScript's own parser reads", async () => {
    for (const file of ["rolls.ts", "deep.ts"]) {
      const { exitCode, stdout, stderr } = await runCommand(["scan", file, "--json"], { executable, cwd: folder });
      expect({ exitCode, stderr }, file).toEqual({ exitCode: 1, stderr: "" });
      const { findings } = JSON.parse(stdout) as { findings: readonly { api: string }[] };
      expect(
        findings.map(({ api }) => api),
        file,
      ).toEqual(["Math.random"]);
    }
  });

  it("runs a page, and checks a game that it has made", async () => {
    const args = ["perf", "page.html", "--frames", "30", "--warmup", "0", "--repeat", "1"];
    const run = await runJson(args, { executable, cwd: folder });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(reportOf(run).report.environment.browserSource).toBe("embedded");
    const made = await runCommand(["init", "game"], { executable, cwd: folder });
    expect(made.exitCode, made.stderr).toBe(0);
    const checked = await runCommand(["check", "game"], { executable, cwd: folder });
    expect(checked.exitCode, checked.stderr).toBe(0);
  });

  it("can be imported, with types", async () => {
    const script = `
      import { runScan } from "framegate/scanner";
      import { loadProject, planRuns } from "framegate/harness";
      const scanOptions: Parameters<typeof runScan>[1] = { cwd: process.cwd() };
      const { findings } = await runScan(["deep.ts"], scanOptions);
      const apis: readonly string[] = findings.map(({ api }) => api);
      const project = await loadProject("page.html", { cwd: process.cwd(), tape: null, allowOrphan: false, root: null });
      console.log(JSON.stringify([apis, planRuns(project, {}).target.kind]));
    `;
    writeFileSync(join(folder, "tool.ts"), script);
    const compilerOptions = {
      ...{ module: "NodeNext", target: "ES2023", strict: true, types: ["node"] },
      // TypeScript's own declarations need no check.
      ...{ skipLibCheck: false, skipDefaultLibCheck: true },
      typeRoots: [join(packageRoot, "node_modules/@types")],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["tool.ts"] }));
    const compiler = join(packageRoot, "node_modules/typescript/bin/tsc");
    const compiled = await execute(process.execPath, [compiler, "-p", folder]).catch((thrown: unknown) => thrown);
    expect(compiled).toMatchObject({ stdout: "" });
    const { stdout } = await execute(process.execPath, ["tool.js"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([["Math.random"], "page"]);
  });
});
