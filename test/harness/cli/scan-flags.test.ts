import { Command } from "commander";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addToList, readScanArguments, scanFlagTable } from "../../../harness/cli/scan-flags.ts";

/** Result of commander for the same arguments; null if it refuses them. */
function readByCommander(args: readonly string[]): unknown {
  const command = new Command("scan")
    .argument("[paths...]")
    .option("--verbose")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  for (const { name, value, isList } of scanFlagTable) {
    const usage = value === null ? `--${name}` : `--${name} ${value}`;
    if (isList) command.option(usage, "", addToList);
    else command.option(usage, "");
  }
  try {
    command.parse(args, { from: "user" });
  } catch {
    return null;
  }
  return { paths: command.args, flags: command.opts() };
}

it("reads a command line as commander does, or leaves it to commander", () => {
  const argument = fc.constantFrom(
    "src",
    ".",
    "-",
    "a,b",
    "--group",
    "--group=float,io",
    "--json",
    "--force",
    "--cache",
    "--cache=a",
    "--baseline",
    "--update-baseline",
    "--reporter",
    "sarif=x",
    "--output=o",
    "--ignore",
    "--verbose",
    "--help",
    "-h",
    "--jsn",
    "--json=1",
    "--",
    "--group=",
    "",
  );
  let readCount = 0;
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 6 }), (args) => {
      const read = readScanArguments(args);
      if (read === null) return;
      readCount++;
      expect(read).toEqual(readByCommander(args));
    }),
    { seed: 7, numRuns: 3000 },
  );
  expect(readCount).toBeGreaterThan(500);
});
