import { expect, it } from "vitest";
import { renderVerify } from "../../../harness/cli/verify-text.ts";

it("advises to pass an option for a run without changes only if it was not passed", () => {
  const counts = { launches: 3, frames: 20, parts: [], divergence: null, named: [] };
  const report = { ...counts, context: "local", identical: true, vacuous: true } as const;
  const result = { report, conditions: [], differing: null, failures: [], hasTape: false, warnings: [] };
  expect(renderVerify(result, false)).toContain("nothing to compare. Give the game input with --tape, or pass");
  expect(renderVerify({ ...result, hasTape: true }, false)).toContain(
    "compare. Its tape reaches nothing in it: record",
  );
  expect(renderVerify(result, true)).toBe(
    "vacuous: 3 launches, 20 frames, context local, and nothing changed in any of them, so there was nothing to compare.\n",
  );
});

it("shows the warnings of a run", () => {
  const counts = { launches: 3, frames: 20, parts: [], divergence: null, named: [] };
  const report = { ...counts, context: "local", identical: true, vacuous: true } as const;
  const warnings = ["http://embed.framegate.localhost/bg.png does not exist."];
  const result = { report, conditions: [], differing: null, failures: [], hasTape: false, warnings };
  expect(renderVerify(result, true)).toContain(
    "\n  warning    http://embed.framegate.localhost/bg.png does not exist.\n",
  );
});

it("shows several failures in a line each", () => {
  const counts = { launches: 3, frames: 20, parts: [], divergence: null, named: [] };
  const report = { ...counts, context: "local", identical: true, vacuous: false } as const;
  const result = { report, conditions: [], differing: null, hasTape: false, warnings: [] };
  const start = "the game failed in every launch, and its frames are identical in all of them: ";
  expect(renderVerify({ ...result, failures: ["no door"] }, true)).toBe(`${start}no door\n`);
  expect(renderVerify({ ...result, failures: ["no door", "no key"] }, true)).toBe(
    `${start}2 failures\n  failure    no door\n  failure    no key\n`,
  );
});
