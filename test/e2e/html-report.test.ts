import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flamePagePath, packageRoot, reportPagePath } from "../../harness/package-root.ts";
import { harmlessText } from "../../harness/report/terminal-text.ts";
import { runCommand } from "./run-command.ts";

const game = join(packageRoot, "test/games/tumbling-boxes");
const short = ["--frames", "30", "--warmup", "0", "--repeat", "1"];
let folder = "";
let runFolder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "framegate-html-"));
  const args = ["perf", game, ...short, "--screenshot", "20", "--out", "out", "--reporter", "html=here.html"];
  const { exitCode, stderr } = await runCommand(args, { cwd: folder });
  expect(exitCode, stderr).toBe(0);
  const path = /^HTML: (out[/\\].*[/\\]report\.html)$/mu.exec(stderr)?.[1];
  expect(path, stderr).toBeDefined();
  runFolder = dirname(join(folder, path ?? ""));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function page(): string {
  return readFileSync(join(runFolder, "report.html"), "utf8");
}

describe("the page of a run", () => {
  it("lies beside the report, with its picture in it", () => {
    expect(readdirSync(runFolder).toSorted()).toEqual(["frame-20.png", "report.html", "report.json"]);
    const picture = readFileSync(join(runFolder, "frame-20.png")).toString("base64");
    expect(page()).toContain(`"url":"data:image/png;base64,${picture}"`);
  });

  it("runs and loads nothing but its own script and style, and carries the licenses of the code in it", () => {
    const [, policy = ""] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/u.exec(page()) ?? [];
    expect(policy.replaceAll(/'sha256-[\w+/]{43}='/gu, "HASH")).toBe(
      "default-src 'none'; img-src data:; script-src HASH; style-src HASH; base-uri 'none'; form-action 'none'",
    );
    expect(page()).toContain("uplot\n\nThe MIT License (MIT)\n\nCopyright (c) 2022 Leon Sorokin");
  });

  it("is the same file wherever it is written, also when it is made from a stored report", async () => {
    expect(readFileSync(join(folder, "here.html"), "utf8")).toBe(page());
    const { exitCode, stdout, stderr } = await runCommand(["report", "out", "--out", "again/page.html"], {
      cwd: folder,
    });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: "again/page.html\n", stderr: "" });
    expect(readFileSync(join(folder, "again/page.html"), "utf8")).toBe(page());
    expect(harmlessText(page())).toBe(page());
  });

  it("is written by judge, with the verdict of the other budget", async () => {
    const report = join(runFolder, "report.json");
    const args = ["judge", report, "--budget", "maxDrawCalls=1", "--reporter", "html"];
    const { exitCode, stdout } = await runCommand(args, { cwd: folder });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("<title>FAIL: ");
  });

  it("says why a game failed to run", async () => {
    const { exitCode, stdout } = await runCommand(["perf", "nowhere", "--reporter", "html"], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stdout).toContain("<title>ERROR: nowhere</title>");
    expect(stdout).toContain("There is no game at");
  });
});

describe("framegate report", () => {
  it("says that it could not open the page where no program can", async () => {
    const { exitCode, stderr } = await runCommand(["report", runFolder, "--open"], {
      cwd: folder,
      env: { PATH: join(folder, "empty") },
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: "No browser could be started here. Open the page in one yourself.\n",
    });
  });

  it.each([
    ["reports", "report-not-found"],
    ["broken.json", "file-invalid"],
    ["here.html", "file-invalid"],
  ])("refuses %s with the error %s, and writes nothing", async (path, code) => {
    writeFileSync(join(folder, "broken.json"), '{"report": {"version": 99}}');
    const { exitCode, stderr } = await runCommand(["report", path, "--out", "none.html"], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error ${code}`);
    expect(readdirSync(folder)).not.toContain("none.html");
  });

  it("refuses to serve a page and to write it", async () => {
    const { exitCode, stderr } = await runCommand(["report", runFolder, "--port", "8080", "--out", "none.html"], {
      cwd: folder,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("'--serve' cannot be used with option '--out <file>'");
    expect(readdirSync(folder)).not.toContain("none.html");
  });

  it("refuses to write one page for several games before any of them runs", async () => {
    const { exitCode, stderr } = await runCommand(["perf", game, game, "--reporter", "html=x.html"], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--reporter html shows one game");
    expect(readdirSync(folder)).not.toContain("x.html");
  });
});

describe.each([
  ["a report", reportPagePath],
  ["a flame chart", flamePagePath],
])("the page without %s", (_name, path) => {
  it("loads no other file and names no host", () => {
    const template = readFileSync(path, "utf8").replaceAll("http://www.w3.org/2000/svg", "");
    expect(template).not.toMatch(/https?:\/\/|@import|url\(|\bsrc=|<link/u);
  });
});
