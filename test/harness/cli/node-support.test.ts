import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { explainUnsupportedNode } from "../../../harness/cli/node-support.cjs";
import { exitCodes } from "../../../harness/exit-codes.ts";
import { nodeRange, packageRoot } from "../../../harness/package-root.ts";

const range = "^20.19.0 || >=22.12.0";

describe("a version of Node", () => {
  it.each(["20.19.0", "20.20.1", "22.12.0", "22.13.0", "23.0.0", "24.1.0", "26.0.0-nightly2026"])(
    "%s is supported",
    (version) => {
      expect(explainUnsupportedNode(version, range)).toBeNull();
    },
  );

  it.each(["0.12.18", "14.21.3", "18.20.8", "20.18.9", "21.7.3", "22.11.0"])("%s is not", (version) => {
    expect(explainUnsupportedNode(version, range)).toBe(
      `Framegate needs Node 20.19 or a later 20, or 22.12 or later. This is Node ${version}.`,
    );
  });

  it("that runs these tests is supported", () => {
    expect(explainUnsupportedNode(process.versions.node, nodeRange)).toBeNull();
  });
});

describe("the command on an old Node", () => {
  const files = ["framegate.cjs", "node-support.cjs"];

  it.each(files)("parses %s", (name) => {
    const text = readFileSync(join(packageRoot, "harness/cli", name), "utf8");
    expect(new Linter().verify(text, { languageOptions: { ecmaVersion: 5, sourceType: "commonjs" } })).toEqual([]);
  });

  it.each(files)("loads nothing of Node's for the check in %s", (name) => {
    const text = readFileSync(join(packageRoot, "harness/cli", name), "utf8");
    const required = Array.from(text.matchAll(/require\("([^"]+)"\)/g), ([, path]) => path);
    expect(required.filter((path) => path?.startsWith(".") !== true)).toEqual([]);
  });

  it.each([
    { args: ["perf"], stdout: "" },
    { args: ["perf", "--json"], stdout: expect.stringContaining('"code": "environment"') as string },
  ])("says that it is not supported: $args", ({ args, stdout }) => {
    const pretend = 'Object.defineProperty(process, "versions", { value: { node: "18.20.8" } });';
    const script = `${pretend} process.argv.splice(1, 0, "framegate"); require("./harness/cli/framegate.cjs");`;
    const run = spawnSync(process.execPath, ["-e", script, "--", ...args], { cwd: packageRoot, encoding: "utf8" });
    expect({ exitCode: run.status, stdout: run.stdout }).toEqual({ exitCode: exitCodes.environment, stdout });
    expect(run.stderr).toBe(
      "error environment: Framegate needs Node 20.19 or a later 20, or 22.12 or later. This is Node 18.20.8.\n" +
        "  Install a supported version from https://nodejs.org.\n",
    );
  });
});
