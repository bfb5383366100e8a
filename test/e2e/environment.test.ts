import { execFileSync, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { packageRoot } from "../../harness/package-root.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { builtCommand } from "../built-command.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const short = ["--frames", "20", "--warmup", "0", "--repeat", "0"];
const game = "test/games/tumbling-boxes";

describe("a browser named by a variable", () => {
  const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-browser-"));
  // The harness recognises the headless shell by its file name.
  const wrapper = join(folder, "headless-shell-without-webgl");
  beforeAll(async () => {
    const { executablePath, libraryPath, fontPath } = await findBrowser(process.env);
    const libraries =
      libraryPath === null ? "" : `export LD_LIBRARY_PATH='${libraryPath}' FONTCONFIG_PATH='${fontPath ?? ""}'`;
    writeFileSync(wrapper, `#!/bin/sh\n${libraries}\nexec '${executablePath}' --disable-3d-apis "$@"\n`);
    chmodSync(wrapper, 0o755);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("is told apart from a game that fails when it refuses WebGL", async () => {
    const { exitCode, json, reports, stderr } = await runJson(["perf", game, ...short], {
      env: { FRAMEGATE_BROWSER: wrapper },
    });
    expect({ exitCode, code: json.error?.code, reports }, stderr).toEqual({
      exitCode: 6,
      code: "webgl-refused",
      reports: [],
    });
    expect(json.error?.message).toContain('"boxes"');
  });

  it("still runs a page that needs no WebGL, and is named in the report", async () => {
    const page = "test/games/failing-pages/wants-the-outside.html";
    const result = await runJson(["perf", page, ...short], { env: { FRAMEGATE_BROWSER: wrapper } });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).report.environment.browserSource).toBe("FRAMEGATE_BROWSER");
    expect(reportOf(result).report.perFrame.drawCalls).toBeNull();
  });

  it("is not replaced by another one when it does not exist", async () => {
    const missing = join(folder, "nowhere");
    const { exitCode, json } = await runJson(["perf", game, ...short], { env: { FRAMEGATE_BROWSER: missing } });
    expect({ exitCode, code: json.error?.code, where: json.error?.where }).toEqual({
      exitCode: 6,
      code: "browser-path-missing",
      where: missing,
    });
  });

  it("is reported as failing to start if it is not a browser", async () => {
    const { exitCode, json } = await runJson(["perf", game, ...short], { env: { FRAMEGATE_BROWSER: "/bin/false" } });
    expect({ exitCode, code: json.error?.code }).toEqual({ exitCode: 6, code: "browser-launch-failed" });
    expect(json.error?.message).toContain("exited with code 1");
  });
});

// In a new network namespace the loopback is down, so no port can be opened. Without root this needs a user namespace
// as well, and some systems allow neither.
const isRoot = process.getuid?.() === 0;
const withoutNetwork = ["unshare", isRoot ? "-n" : "-rn"];
const canUnshare = spawnSync("unshare", [...withoutNetwork.slice(1), "true"]).status === 0;

describe("ports", () => {
  it.skipIf(!canUnshare)("are named in the error when none is free", async () => {
    const through = [...withoutNetwork, process.execPath, "test/e2e/without-ports.mjs"];
    const { exitCode, json, reports, stderr } = await runJson(["perf", game, ...short], { through });
    expect({ exitCode, code: json.error?.code, reports }, stderr).toEqual({
      exitCode: 6,
      code: "port-taken",
      reports: [],
    });
    expect(json.error?.message).toContain("EADDRINUSE");
    expect(stderr).not.toContain("starting the browser");
  });

  it.skipIf(!canUnshare)("are named in the error when the browser cannot reach them", async () => {
    const { exitCode, json, reports, stderr } = await runJson(["perf", game, ...short], { through: withoutNetwork });
    expect({ exitCode, code: json.error?.code, reports }, stderr).toEqual({
      exitCode: 6,
      code: "port-taken",
      reports: [],
    });
    expect(json.error?.message).toContain("net::ERR_INTERNET_DISCONNECTED");
  });

  it("do not clash between two commands that build and run the same game at once", async () => {
    const results = await Promise.all([runJson(["perf", game, ...short]), runJson(["perf", game, ...short])]);
    for (const { exitCode, stderr } of results) expect(exitCode, stderr).toBe(0);
    const [first, second] = results.map((result) => reportOf(result).report.perFrame.stateHash);
    expect(first).toHaveLength(20);
    expect(second).toEqual(first);
  });
});

/** The prefix that runs a command without root: as the user "nobody" if the tests run as root. */
const asUser = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
// Containers and some distributions forbid user namespaces, and the repository may be readable by root only.
const canHaveSandbox = ["unshare --user true", `test -r ${builtCommand}`].every(
  (probe) => spawnSync("env", [...asUser, ...probe.split(" ")]).status === 0,
);

describe.skipIf(!canHaveSandbox)("a user who is not root, where the system has user namespaces", () => {
  const home = mkdtempSync(join(tmpdir(), "framegate-e2e-user-"));
  if (asUser.length > 0) execFileSync("chown", ["-R", "65534:65534", home]);
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  function runAsUser(...args: readonly string[]): SpawnSyncReturns<string> {
    const command = [...asUser, process.execPath, builtCommand, ...args];
    const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: home, FRAMEGATE_CACHE: join(home, "cache") };
    return spawnSync("env", command, { cwd: home, env, encoding: "utf8" });
  }

  it("gets Chromium's own sandbox", () => {
    const { stdout, stderr } = runAsUser("doctor", "--json");
    expect(JSON.parse(stdout), stderr).toMatchObject({ ok: true, browser: { sandbox: "on", notices: [] } });
    const page = join(packageRoot, "test/games/failing-pages/wants-the-outside.html");
    cpSync(page, join(home, "game/page.html"));
    const run = runAsUser("perf", "game/page.html", ...short, "--json");
    expect(run.status, run.stderr).toBe(0);
    const { report } = JSON.parse(run.stdout) as ReportFile;
    expect(report.environment.browserFlags).not.toContain("--no-sandbox");
    expect(report.notices.map(({ code }) => code)).not.toContain("browser");
    expect(run.stderr).not.toContain("sandbox");
  });
});

describe.skipIf(process.getuid?.() !== 0)("root, for whom Chromium has no sandbox", () => {
  it("is told so in one quiet line of the heading", async () => {
    const { exitCode, stderr } = await runCommand(["perf", game, ...short], { env: { FORCE_COLOR: "1" } });
    expect(exitCode, stderr).toBe(0);
    const lines = stderr.split("\n").filter((line) => line.includes("sandbox"));
    expect(lines).toEqual(["\u001b[2m  The browser's sandbox is off, because Chromium has none for root.\u001b[22m"]);
  });
});

describe("a place to write", () => {
  it("is named when it cannot be written to", async () => {
    const file = "package.json";
    const { exitCode, json } = await runJson(["perf", game, ...short, "--out", `${file}/reports`]);
    expect({ exitCode, code: json.error?.code }).toEqual({ exitCode: 6, code: "write-failed" });
    expect(json.error?.where).toContain(file);
  });
});
