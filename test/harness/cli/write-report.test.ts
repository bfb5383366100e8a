import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeReport } from "../../../harness/cli/write-report.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "framegate-report-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const patient = new AbortController().signal;

function makePipe(name: string): string {
  const path = join(folder, name);
  execFileSync("mkfifo", [path]);
  return path;
}

describe("a report", () => {
  it("is written to a file, with the folders above it", async () => {
    const path = join(folder, "deep/er/a.json");
    await writeReport(path, "ö", patient);
    expect(readFileSync(path, "utf8")).toBe("ö");
  });

  it("is written to a pipe, however slow its reader", async () => {
    const path = makePipe("slow");
    const report = "ö".repeat(500_000);
    const writing = writeReport(path, report, patient);
    const reader = spawn("cat", [path], { stdio: ["ignore", "pipe", "inherit"] });
    const [read] = await Promise.all([text(reader.stdout), writing, once(reader, "exit")]);
    expect(read).toBe(report);
  });

  it("does not wait for a reader once it is interrupted", async () => {
    const interruption = new AbortController();
    const writing = writeReport(makePipe("unread"), "a", interruption.signal);
    setImmediate(() => {
      interruption.abort();
    });
    await expect(writing).rejects.toMatchObject({ name: "AbortError" });
  });

  it.runIf(process.platform === "linux")("fails if a device accepts nothing", async () => {
    await expect(writeReport("/dev/full", "a", patient)).rejects.toMatchObject({ code: "write-failed" });
    await expect(writeReport(folder, "a", patient)).rejects.toMatchObject({ problem: "write-failed" });
  });
});
