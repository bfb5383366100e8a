import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot, packageVersion } from "../../harness/package-root.ts";
import { installPackage, linkPackages } from "./install-package.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const execute = promisify(execFile);

type Dependencies = Readonly<
  Record<"dependencies" | "optionalDependencies" | "peerDependencies", Readonly<Record<string, string>>>
>;

describe("the published package", () => {
  const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-install-"));
  const executable = join(folder, "node_modules/.bin/framegate");
  beforeAll(async () => {
    await installPackage(folder);
    // The game brings its own runtime.
    linkPackages(folder, ["three"]);
    cpSync(join(packageRoot, "test/games/tumbling-boxes"), join(folder, "game"), { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("says its version", async () => {
    const { exitCode, stdout } = await runCommand(["--version"], { executable, cwd: folder });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${packageVersion}\n` });
  });

  it("runs a game that is installed beside it", async () => {
    const args = ["perf", "game", "--frames", "30", "--warmup", "0", "--repeat", "1", "--assert-budget"];
    const result = await runJson(args, { executable, cwd: folder });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).verdict.status).toBe("pass");
    expect(reportOf(result).report.target).toBe("game");
  });

  it("scans files and patterns, and explains how", async () => {
    writeFileSync(join(folder, "rolls.ts"), "export const roll = () => Math.random();\n");
    for (const pattern of ["rolls.ts", "r*.ts"]) {
      const { exitCode, stdout, stderr } = await runCommand(["scan", pattern, "--json"], { executable, cwd: folder });
      const apis = Array.from(stdout.matchAll(/"api": "([^"]+)"/g), ([, api]) => api);
      expect({ exitCode, apis, stderr }, pattern).toEqual({ exitCode: 1, apis: ["Math.random"], stderr: "" });
    }
    const help = await runCommand(["scan", "--help"], { executable, cwd: folder });
    expect(help.stdout).toContain("framegate scan");
  });

  it.skipIf(process.platform === "win32")("leaves no partial report on a full disk", async () => {
    writeFileSync(join(folder, "rolls.ts"), "export const roll = () => Math.random();\n");
    // A limit of one block per file acts like a full disk.
    const failed = execute(
      "sh",
      ["-c", 'ulimit -f 1; exec "$0" scan rolls.ts --reporter sarif=full.sarif', executable],
      { cwd: folder },
    );
    await expect(failed).rejects.toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/the disk may be full|EFBIG: file too large/) as string,
    });
    expect(readdirSync(folder).filter((name) => name.startsWith("full.sarif"))).toEqual([]);
  });

  it("names the licenses of the code it bundles", () => {
    const dist = join(folder, "node_modules/framegate/dist");
    const ofCommand = readFileSync(join(dist, "bin/third-party-licenses.txt"), "utf8");
    expect(ofCommand).toMatch(/@typescript-eslint\/visitor-keys\n\nMIT License/);
    expect(ofCommand).toMatch(/rolldown\n\nMIT License/);
    const ofPackages = readFileSync(join(dist, "bundled/third-party-licenses.txt"), "utf8");
    expect(ofPackages).toMatch(/@typescript-eslint\/parser\n\nMIT License/);
    expect(ofPackages).toMatch(/^typescript\n\nApache License/m);
    expect(ofPackages).toMatch(/^puppeteer-core\n\nApache-2\.0 License/m);
  });

  it("imports only packages that come along with it, and those that a game brings", () => {
    const installed = join(folder, "node_modules/framegate");
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Dependencies;
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    const known = new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
    const code = files.filter((file) => /\.(?:js|cjs)$/.test(file) && !file.startsWith("bundled"));
    expect(code.length).toBeGreaterThan(200);
    const imported = code.flatMap((file) => {
      const text = readFileSync(join(installed, "dist", file), "utf8");
      const bundled = Array.from(text.matchAll(/"(#bundled\/[^"]+)"/g), ([, name = ""]) => name);
      const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      return [...names, ...bundled].map((name) => ({ file, name }));
    });
    const foreign = imported.filter(({ name }) => !name.startsWith(".") && !isBuiltin(name));
    expect(foreign.length).toBeGreaterThan(20);
    const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "";
    const missing = foreign.filter(({ name }) => {
      if (!name.startsWith("#")) return !known.has(packageOf(name));
      return !existsSync(join(installed, `dist/${name.slice(1)}.cjs`));
    });
    expect(missing).toEqual([]);
  });

  it("brings every picture and file that its texts link to", () => {
    const installed = join(folder, "node_modules/framegate");
    const docs = readdirSync(join(installed, "docs")).filter((name) => name.endsWith(".md"));
    const texts = ["README.md", "CHANGELOG.md", "SECURITY.md", ...docs.map((name) => `docs/${name}`)];
    const links = texts.flatMap((text) =>
      Array.from(readFileSync(join(installed, text), "utf8").matchAll(/\]\(([^)\s#:]+)[)#]/gu), ([, to = ""]) => ({
        ...{ text, to },
        path: join(installed, dirname(text), to),
      })),
    );
    expect(links.filter(({ text, to }) => text === "README.md" && to.endsWith(".png"))).toHaveLength(3);
    expect(links.filter(({ text }) => text.startsWith("docs/")).length).toBeGreaterThan(20);
    const dead = links.filter(({ path }) => !existsSync(path)).map(({ text, to }) => `${text}: ${to}`);
    expect(dead).toEqual([]);
  });

  it("holds neither tests nor sources that it does not need", () => {
    const shipped = readdirSync(join(folder, "node_modules/framegate"), { recursive: true, encoding: "utf8" });
    expect(
      shipped.filter(
        (path) =>
          /(^|\/)(test|examples)(\/|$)|tsbuildinfo/.test(path) &&
          !/^(node_modules|docs\/examples($|\/container))/u.test(path),
      ),
    ).toEqual([]);
  });
});
