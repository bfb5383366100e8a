import { expect, it } from "vitest";
import { wantsColour } from "../../../harness/cli/colour.ts";

const terminal = { write: () => undefined, isTTY: true };
const pipe = { write: () => undefined };

it.each([
  ["a terminal has colours", terminal, {}, true],
  ["a pipe has none", pipe, {}, false],
  ["NO_COLOR takes them away", terminal, { NO_COLOR: "1" }, false],
  ["NO_COLOR wins over FORCE_COLOR", terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
  ["an empty NO_COLOR is none, as https://no-color.org says", terminal, { NO_COLOR: "" }, true],
  ["FORCE_COLOR colours a pipe", pipe, { FORCE_COLOR: "1" }, true],
  ["FORCE_COLOR=0 forces nothing on a pipe", pipe, { FORCE_COLOR: "0" }, false],
])("%s", (_what, sink, env, wanted) => {
  expect(wantsColour(sink, env)).toBe(wanted);
});
