import { describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createFakeProcess } from "./fake-process.ts";

/** Runs a command in a folder that does not exist, so only its arguments matter. */
async function refuse(args: readonly string[]): Promise<string> {
  const process = createFakeProcess(args);
  expect(await main(process)).toBe(2);
  expect(process.stdoutText).toBe("");
  return process.stderrText;
}

describe("framegate sweep", () => {
  it.each([
    [["sweep"], "Required option '--seeds <list>' not specified."],
    [["sweep", "--seeds", "1-9"], "Did you mean 1..9?"],
    [["sweep", "--seeds", "1..99999"], "1..99999 has 99999 seeds, and a sweep has at most 10000."],
    [["sweep", "--seeds", "1e3"], '"1e3" is neither a seed nor a range.'],
    [["sweep", "--seeds", "1..9", "--shard", "4/3"], "as in 1/4"],
    [["sweep", "--seeds", "1..9", "--shard", "0/3"], "as in 1/4"],
    [["sweep", "--seeds", "1..9", "--metric", "drawCalls"], "Did you mean maxDrawCalls?"],
    [["sweep", "--seeds", "1..9", "--seed", "3"], "Unknown option '--seed'"],
  ])("refuses %j", async (args, message) => {
    expect(await refuse(args)).toContain(message);
  });
});
