import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { stringifyJson } from "../../../harness/report/json.ts";
import { fileOf } from "../report/ends.ts";
import { createFakeProcess } from "./fake-process.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-judge-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
writeFileSync(join(folder, "report.json"), stringifyJson(fileOf({ maxDrawCalls: 10 })));

describe("framegate judge", () => {
  it("writes a stored verdict in other formats, and shows the list beside files", async () => {
    const reporters = "junit=junit.xml,markdown=comment.md";
    const process = createFakeProcess(["judge", "report.json", "--reporter", reporters], { cwd: folder });
    expect(await main(process)).toBe(1);
    expect(readFileSync(join(folder, "junit.xml"), "utf8")).toContain('<failure type="exceeded"');
    expect(readFileSync(join(folder, "comment.md"), "utf8")).toContain("❌ | draw calls, worst frame | 149 |");
    expect(process.stderrText).toContain("149 is over the budget of 10");
    expect(process.stdoutText).toBe("");
  });

  it("leaves stdout to the one report without a file", async () => {
    const process = createFakeProcess(["judge", "report.json", "--reporter", "benchmark"], { cwd: folder });
    expect(await main(process)).toBe(1);
    expect(JSON.parse(process.stdoutText)).toContainEqual(expect.objectContaining({ value: 149 }));
    expect(process.stderrText).toBe("");
  });

  it("takes the folder of a run for its report", async () => {
    const process = createFakeProcess(["judge", folder], { cwd: "/nowhere" });
    expect(await main(process)).toBe(1);
    expect(process.stderrText).toContain("149 is over the budget of 10");
  });

  it("says that there is no report, for a folder without one", async () => {
    mkdirSync(join(folder, "empty"));
    const process = createFakeProcess(["judge", "empty"], { cwd: folder });
    expect(await main(process)).toBe(2);
    expect(process.stderrText).toContain("error report-not-found");
  });

  it("refuses an unknown reporter", async () => {
    const process = createFakeProcess(["judge", "report.json", "--reporter", "pdf"], { cwd: folder });
    expect(await main(process)).toBe(2);
    expect(process.stderrText).toContain('There is no reporter "pdf"');
    expect(process.stderrText).toContain("framegate judge --help");
  });
});
