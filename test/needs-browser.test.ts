import { describe, expect, it } from "vitest";
import { listFiles } from "./import-graph.ts";
import { sortTests } from "./needs-browser.ts";

describe("the projects of the tests", () => {
  const { pure, thorough, browser, long } = sortTests();

  it("hold every test once", () => {
    expect([...pure, ...thorough, ...browser, ...long].sort()).toEqual(listFiles(["test/**/*.test.ts"]));
  });

  it("tell a test that starts a browser, directly or through another test file, from one that does not", () => {
    expect(browser).toEqual(
      expect.arrayContaining([
        "test/harness/browser/launch-browser.test.ts",
        "test/page/prelude/gl/readbacks.test.ts",
        "test/e2e/verdicts.test.ts",
      ]),
    );
    // The command line imports everything, and its tests start nothing.
    expect(pure).toEqual(
      expect.arrayContaining(["test/harness/cli/main.test.ts", "test/page/devices/gamepads.test.ts"]),
    );
  });
});
