import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { validateMachine } from "../../src/formats/validate-machine.ts";
import { runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-calibrate-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const file = join(folder, "ci.machine.json");
const page = "test/e2e/vitest-project/games/steady.html";

describe("calibrate", () => {
  it("writes a machine, and perf gives times as of it", async () => {
    const calibrated = await runCommand([
      "calibrate",
      "--name",
      "ci",
      "--rounds",
      "2",
      "--minutes",
      "0",
      "--out",
      file,
    ]);
    expect(calibrated.exitCode, calibrated.stderr).toBe(0);
    const written = validateMachine(readFileSync(file, "utf8"));
    expect(written).toMatchObject({ ok: true, value: { name: "ci" } });
    const run = await runCommand([
      "perf",
      page,
      "--frames",
      "100",
      "--warmup",
      "2",
      "--repeat",
      "2",
      "--json",
      "--calibrated",
      file,
    ]);
    expect(run.exitCode, run.stderr).toBe(0);
    const { report } = JSON.parse(run.stdout) as ReportFile;
    expect(report.calibration).toMatchObject({ name: "ci", isSameMachine: true });
    const timed = report.runs.filter(({ times }) => times !== null);
    const factors = timed.map(({ workloadMs }) => workloadMs! / report.calibration!.workloadMs);
    expect(factors).toHaveLength(2);
    // The frame's median of two repeats, each divided by its own factor.
    const [one = 0, two = 0] = timed.map(({ times }, index) => times!.cpuMs[0]! / factors[index]!);
    expect(report.perFrame.cpuMs[0]).toBeCloseTo((one + two) / 2, 3);
    expect(run.stderr).toMatch(/this machine takes \d+\.\d\d times as long as ci/u);
    expect(report.options).toContain("--calibrated");
  });

  it("refuses a file of another version of the workload, one that is invalid, and a baseline", async () => {
    const record = { version: 1, name: "ci", machine: "m", workload: 99, workloadMs: 9, spread: 0, rounds: [9, 9] };
    const other = join(folder, "other.machine.json");
    writeFileSync(other, JSON.stringify(record));
    const ofOther = await runCommand(["perf", page, "--calibrated", other]);
    expect([ofOther.exitCode, ofOther.stderr]).toEqual([2, expect.stringContaining("version 99 of the workload")]);
    writeFileSync(other, JSON.stringify({ ...record, workloadMs: 0 }));
    const invalid = await runCommand(["perf", page, "--calibrated", other]);
    expect([invalid.exitCode, invalid.stderr]).toEqual([2, expect.stringMatching(/other\.machine\.json:\d+:\d+/u)]);
    const compared = await runCommand(["perf", page, "--calibrated", other, "--baseline", "main"]);
    expect([compared.exitCode, compared.stderr]).toEqual([2, expect.stringContaining("exclude each other")]);
  });

  it("leaves nothing behind if its arguments are wrong or the file cannot be written", async () => {
    const single = await runCommand(["calibrate", "--rounds", "1", "--out", join(folder, "none.json")]);
    expect([single.exitCode, single.stderr]).toEqual([2, expect.stringContaining("One browser has no spread")]);
    const beneath = await runCommand([
      "calibrate",
      "--rounds",
      "2",
      "--minutes",
      "0",
      "--out",
      join(file, "none.json"),
    ]);
    expect(beneath.exitCode).toBe(6);
    expect(existsSync(join(folder, "none.json"))).toBe(false);
  });
});
