import { describe, expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { inspectBrowser } from "../../../harness/browser/inspect-browser.ts";

describe("inspectBrowser", () => {
  it("finds everything a run needs in the browser of these tests", async () => {
    const inspection = await inspectBrowser(await findBrowser(process.env));
    expect(inspection).toMatchObject({ crossOriginIsolated: true, secureContext: true, threadTimestamps: true });
    expect(inspection.webgl1Renderer).toMatch(/SwiftShader/);
    expect(inspection.webgl2Renderer).toMatch(/SwiftShader/);
    // 5 µs with isolation against 100 µs without.
    expect(inspection.timerResolutionMs).toBeLessThan(0.05);
  });

  it("is interrupted by its signal", async () => {
    const browser = await findBrowser(process.env);
    await expect(inspectBrowser(browser, AbortSignal.abort())).rejects.toMatchObject({ code: "interrupted" });
  });
});
