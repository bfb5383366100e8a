import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validate, ValidationSeverity } from "dockerfile-utils";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";

const text = readFileSync(join(packageRoot, "docs/examples/container/Dockerfile"), "utf8");

/** The rest of each line that starts with an instruction, in order. */
function argumentsOf(instruction: string): readonly string[] {
  return Array.from(text.matchAll(new RegExp(`^${instruction} (.*)$`, "gmu")), ([, rest = ""]) => rest);
}

/** Findings of the linter, with all its rules. */
function mistakesIn(dockerfile: string): readonly string[] {
  const severity = ValidationSeverity.ERROR;
  const rules = {
    ...{ deprecatedMaintainer: severity, directiveCasing: severity, emptyContinuationLine: severity },
    ...{ instructionCasing: severity, instructionCmdMultiple: severity, instructionEntrypointMultiple: severity },
    ...{ instructionHealthcheckMultiple: severity, instructionJSONInSingleQuotes: severity },
    instructionWorkdirRelative: severity,
  };
  return validate(dockerfile, rules).map(({ message }) => JSON.stringify(message));
}

it("the Dockerfile passes a linter", () => {
  expect(mistakesIn(text)).toEqual([]);
});

it.each([
  ["RUN apt-get", "RAN apt-get"],
  ["WORKDIR /game", "WORKDIR game"],
  ["USER node", "USER"],
])("the linter catches: %s", (right, wrong) => {
  expect(mistakesIn(text.replace(right, wrong))).toHaveLength(1);
});

it("the Dockerfile pins its base image, and the game does not run as root", () => {
  expect(argumentsOf("FROM")).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-[a-z]+-slim$/u)]);
  expect(argumentsOf("USER")).toEqual(["node"]);
  const rest = text.slice(text.indexOf("USER node"));
  expect(rest).toContain("npm ci");
  expect(rest).toContain("CMD [");
});

it("the container's version of Node is supported", () => {
  const [, major, minor] = /^node:(\d+)\.(\d+)/u.exec(argumentsOf("FROM")[0] ?? "") ?? [];
  expect([Number(major), Number(minor) >= 12]).toEqual([22, true]);
});
