import { describe, expect, it } from "vitest";
import { metricIds } from "../../src/formats/metrics.ts";
import { validatePackageSettings } from "../../src/formats/package-settings.ts";

function settingsOf(framegate: unknown): ReturnType<typeof validatePackageSettings> {
  return validatePackageSettings(JSON.stringify({ name: "game", framegate, scripts: { "": "" } }, null, 2));
}

describe("the key framegate of a package.json", () => {
  it("may limit any metric", () => {
    const budget = Object.fromEntries(metricIds.map((metric, index) => [metric, index + 1]));
    expect(settingsOf({ budget })).toMatchObject({ ok: true, value: { budget } });
  });

  it("may be empty", () => {
    expect([settingsOf({}), settingsOf({ budget: {} })]).toMatchObject([
      { ok: true, value: { budget: {} } },
      { ok: true, value: { budget: {} } },
    ]);
  });

  it.each([
    ["is not there", "{}"],
    ["is the name of a dependency", '{"devDependencies":{"framegate":"1.0.0"},"odd":[1,]'.replace(",]", "]}")],
    ["is a word in a file that has no such word in quotes", "framegate"],
  ])("where it %s, is no business of ours", (_reason, text) => {
    expect(validatePackageSettings(text)).toBeNull();
  });

  it.each([
    [{ budgets: {} }, { code: "unknown-property", suggestion: "budget", line: 4, column: 5 }],
    [{ budget: { maxDrawcalls: 3 } }, { code: "unknown-property", suggestion: "maxDrawCalls", line: 5, column: 7 }],
    [{ budget: { maxDrawCalls: 0 } }, { pointer: "/framegate/budget/maxDrawCalls", line: 5 }],
    [{ budget: { frameCpuMsP95: "8" } }, { pointer: "/framegate/budget/frameCpuMsP95", line: 5 }],
    [[], { pointer: "/framegate", line: 3 }],
  ])("as %j is refused where it is wrong", (framegate, error) => {
    expect(settingsOf(framegate)).toMatchObject({ ok: false, errors: [error] });
  });

  it("is not read out of a text that is not JSON", () => {
    expect(validatePackageSettings('{ "framegate": {},, }')).toMatchObject({
      ok: false,
      errors: [{ code: "json-syntax" }],
    });
  });
});
