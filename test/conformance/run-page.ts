import type { Frame } from "puppeteer-core";
import type { LaunchedBrowser } from "../../harness/browser/launch-browser.ts";
import type { GamePage } from "../../harness/capture/game-page.ts";
import { openGamePage } from "../../harness/capture/open-game-page.ts";
import { reasonOf } from "../../harness/errors.ts";
import { pageScripts } from "../../harness/serve/page-bundles.ts";
import { noResults, type PageResult, parseResults } from "./page-results.ts";
import type { SuiteServer } from "./suite-server.ts";

export const pageSize = { width: 800, height: 600 } as const;

/**
 * The suite's script gives a page 10 s, or 60 s if the page asks for it. A page that never finishes gets a little more.
 */
const plainLimitMs = 75_000;
const quietLimitMs = 14_000;
const drivenLimitMs = 60_000;
const framesMax = 3_700;
const framesShort = 700;
const bootMs = 60_000;
const settleMs = 15_000;
const pollMs = 40;

/** Opens a page in plain Chromium, in a frame like that of the harness. */
export async function runPlain(browser: LaunchedBrowser, suite: SuiteServer, path: string): Promise<PageResult> {
  const context = await browser.browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const session = await page.createCDPSession();
    await session.send("Emulation.setDeviceMetricsOverride", { ...pageSize, deviceScaleFactor: 1, mobile: false });
    page.on("dialog", (dialog) => void dialog.dismiss().catch(() => undefined));
    await page.goto(suite.plainUrl(path), { waitUntil: "domcontentloaded" });
    const started = performance.now();
    for (;;) {
      const { text, isLong } = await readResults(page.mainFrame().childFrames()[0]);
      if (text !== null) return parseResults(text);
      if (performance.now() - started > (isLong ? plainLimitMs : quietLimitMs)) return noResults("no results");
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } finally {
    await context.close().catch(() => undefined);
  }
}

/** Opens a page as `framegate perf page.html` does, and steps it until the suite's script is done. */
export async function runDriven(browser: LaunchedBrowser, suite: SuiteServer, path: string): Promise<PageResult> {
  await using page = await openGamePage(browser, {
    ...{ url: suite.hostUrl, limitMs: bootMs, ...pageSize, pageScripts },
    prelude: {
      ...{
        seed: 1,
        stepHz: 60,
        pass: "count",
        trapRandom: false,
        locksPointer: false,
        countsWasm: false,
        settleMs,
        bootMs: settleMs,
        inspect: null,
        recordsFrames: false,
        engines: null,
      },
      ...{ raster: "real", rendersBoot: true, rendersCanvases: true },
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PageResult>((resolve) => {
    timer = setTimeout(resolve, drivenLimitMs, noResults("did not end"));
  });
  try {
    return await Promise.race([late, drive(page, suite.pageUrl(path))]);
  } finally {
    clearTimeout(timer);
  }
}

async function drive(page: GamePage, embedUrl: string): Promise<PageResult> {
  try {
    const empty = { inputMap: null, tape: null, lastPictureStep: null, allowsDebug: false, fillsWindow: false };
    const mounted = await page.mount({ ...pageSize, bootMs, embedUrl, ...empty });
    if (!mounted.ok) return noResults(`${mounted.code}: ${mounted.error.message}`);
    let frames = 0;
    for (let batch = 4; ; batch = Math.min(batch * 2, 64)) {
      const { text, isLong } = await readResults(page.page.mainFrame().childFrames()[0]);
      if (text !== null) return parseResults(text);
      if (frames > (isLong ? framesMax : framesShort)) return noResults("no results");
      const { stopped } = await page.step(batch);
      frames += batch;
      if (stopped !== null) return noResults(`${stopped.code}: ${stopped.error.message}`);
    }
  } catch (thrown) {
    return noResults(`threw: ${reasonOf(thrown)}`);
  }
}

interface Progress {
  /** The text that the report script left; null if it has not yet. */
  readonly text: string | null;
  readonly isLong: boolean;
}

async function readResults(frame: Frame | undefined): Promise<Progress> {
  const nothing: Progress = { text: null, isLong: false };
  if (frame === undefined) return nothing;
  // No script can run in a page that is just navigating away.
  const read: unknown = await frame.evaluate(readPage).catch(() => null);
  if (!Array.isArray(read)) return nothing;
  const [text, isLong] = read.map(String);
  return { text: text === "" || text === undefined ? null : text, isLong: isLong === "true" };
}

const readPage = `[String(globalThis.conformanceResults ?? ""), document.querySelector('meta[name=timeout][content=long]') !== null]`;
