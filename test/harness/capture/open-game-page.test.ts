import { expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";
import { openGamePage } from "../../../harness/capture/open-game-page.ts";
import { pageScripts } from "../../../harness/serve/page-bundles.ts";

it("reports a host page without its scripts, as after its network process has died", async () => {
  await using browser = await launchBrowser({ browser: await findBrowser(process.env) });
  const opening = openGamePage(browser, {
    ...{ url: "about:blank", limitMs: 60_000, width: 64, height: 64, pageScripts },
    prelude: {
      ...{ seed: 1, stepHz: 60, pass: "plain", raster: "skip", rendersBoot: false, rendersCanvases: false },
      ...{
        locksPointer: false,
        countsWasm: false,
        trapRandom: false,
        settleMs: 1000,
        bootMs: 1000,
        inspect: null,
        recordsFrames: false,
        engines: null,
      },
    },
  });
  await expect(opening).rejects.toMatchObject({ code: "host-not-loaded", exitCode: 6, where: "about:blank" });
  // Its browser context is gone, too.
  expect(browser.browser.browserContexts()).toHaveLength(1);
});
