import { beforeAll, describe, expect, it } from "vitest";
import { runVitest, type VitestEnd } from "./run-vitest.ts";

const project = ["--root", "test/e2e/vitest-project"];

it("passes a game that holds what is expected of it", async () => {
  const { exitCode, text } = await runVitest([...project, "passing"]);
  expect(text).toMatch(/Tests {2}2 passed/u);
  expect(exitCode).toBe(0);
});

it("prints in colour if Vitest does", async () => {
  const args = [...project, "failing", "-t", "over budget"];
  const { text } = await runVitest(args, { FORCE_COLOR: "1" });
  expect(text).toMatch(/\u001B\[7m.* FAIL .*over the budget of 1/u);
});

describe("a game that does not", () => {
  let ended: VitestEnd;
  beforeAll(async () => {
    ended = await runVitest([...project, "failing"]);
  });

  /** The text below the heading of a failed test. */
  function failureOf(name: string): string {
    const [, rest = ""] = ended.text.split(`FAIL  failing.gate.ts > ${name}\n`);
    return rest.split(" ❯ ")[0] ?? "";
  }

  it("fails the process", () => {
    expect(ended.exitCode).toBe(1);
    expect(ended.text).toMatch(/Tests {2}14 failed/u);
    expect(ended.text).not.toContain("\u001B");
  });

  it("has the verdict on the first line, and below it the figures that the terminal shows", () => {
    expect(failureOf("over budget")).toMatch(
      /^Error: FAIL {2}canvas operations, worst frame: 3 is over the budget of 1\n\n {2}steady\n/u,
    );
    expect(failureOf("over budget")).toMatch(
      /✗ {2}canvas operations, worst frame +3 +exact, mean 3 +1 .*over in frame 0/u,
    );
    expect(failureOf("over budget")).toContain("Again: framegate perf games/steady.html");
  });

  it.each([
    ["not replayable", /^FramegateError: The report of games\/steady\.html has no count run/u],
    ["within budget, negated", /^Error: PASS {2}the budget holds with 70\.0 % to spare: canvas operations/u],
    [
      "no budget",
      /^TypeError: toBeWithinBudget needs a budget, and the run of games\/steady\.html has none\. Pass one/u,
    ],
    ["not a metric", /^TypeError: The budget of toBeWithinBudget is not one\. maxDrawCall: .*mean "maxDrawCalls"\?/u],
    [
      "of another run",
      /^FramegateError: The baseline and this run are not of the same run: they differ in the frames\./u,
    ],
    ["nondeterministic, negated budget", /^Error: FAIL {2}nondeterministic: count run 1 and count run 2/u],
    [
      "not awaited",
      /^TypeError: toBeWithinBudget needs the result of runGame.* promise of something: await it first\./u,
    ],
    ["no result", /^TypeError: toBeWithinBudget needs the result of runGame.*, and got an object of draws\./u],
    [
      "no result to compare with",
      /^FramegateError: .*package\.json has \d+ errors:\n.*The property "report" is missing/u,
    ],
  ])("says what is wrong: %s", (name, message) => {
    expect(failureOf(name)).toMatch(message);
  });

  it("names what regressed, by how much, and the first frame", () => {
    expect(failureOf("regressed")).toMatch(
      /^Error: FAIL {2}more work than the baseline: canvas operations \+38\.3 % in frames 0 to 39, first in frame 17\n/u,
    );
    expect(failureOf("regressed")).toMatch(/canvas operations +120 +166 +\+38\.3 % +0 to 39 +17\n/u);
  });

  it("names the frame, the value and the call behind nondeterminism", () => {
    const failure = failureOf("nondeterministic");
    expect(failure).toMatch(/^Error: FAIL {2}nondeterministic: .* differ in frame 0\n/u);
    expect(failure).toMatch(/where +before frame 0, canvas2d of \/wild\.html, fillText\[0\]\n/u);
    expect(failure).toMatch(/cause +URL\.createObjectURL at wild\.html:7:25\n/u);
  });

  it("runs a game that replays differently in fresh browsers, for the reason", () => {
    const failure = failureOf("different from browser to browser");
    expect(failure).toMatch(/^Error: different from the report\n {2}where +.*canvas2d of \/wild\.html\n/u);
    expect(failure).toMatch(
      /fresh browsers differ, too\n {2}where +before frame 0, canvas2d of \/wild\.html, fillText\[0\]\n/u,
    );
    expect(failure).toMatch(/cause +URL\.createObjectURL at wild\.html:7:25\n/u);
  });

  it("names what changed since the run", () => {
    const failure = failureOf("changed since");
    expect(failure).toMatch(
      /^Error: another game than the report's: its bytes differ, .*\n {2}where +before frame 0, dom of \/steady\.html\n/u,
    );
    expect(failure).toMatch(/surroundings: not as recorded\n +http:.*\/steady\.html\n +recorded \w+\n +here/u);
  });
});
