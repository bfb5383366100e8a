import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { oneCorePrefix } from "../../../harness/browser/one-core.ts";

describe.runIf(process.platform === "linux")("a command on one core", () => {
  it("runs on one core only, and so do the commands that it runs", async () => {
    const prefix = await oneCorePrefix();
    expect(prefix).not.toBeNull();
    const [program, ...args] = prefix!;
    const status = execFileSync(program, [...args, "sh", "-c", "cat /proc/self/status"], { encoding: "utf8" });
    expect(/^Cpus_allowed_list:\s*(.*)$/mu.exec(status)?.[1]).toMatch(/^\d+$/u);
  });

  it("is none where there is no taskset", async () => {
    const { PATH } = process.env;
    process.env["PATH"] = "/nowhere";
    try {
      expect(await oneCorePrefix()).toBeNull();
    } finally {
      process.env["PATH"] = PATH;
    }
  });
});
