import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { BrowserContext, CDPSession } from "puppeteer-core";
import { type FrameConfig, heartbeatBinding, type PreludeConfig } from "../../src/formats/page-port.ts";
import type { LaunchedBrowser } from "../browser/launch-browser.ts";
import type { ProcessLoad } from "../browser/process-load.ts";
import type { PageScripts } from "../serve/page-bundles.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { GamePage } from "./game-page.ts";
import { tellKeptDocuments } from "./kept-documents.ts";
import { crashFailure, hindered } from "./page-failures.ts";
import { stoppedIn } from "./silence.ts";
import { withinLimit } from "./within-limit.ts";

export interface GamePageOptions {
  readonly url: string;
  /** Time limit for opening the page, real milliseconds. */
  readonly limitMs: number;
  readonly width: number;
  readonly height: number;
  readonly pageScripts: PageScripts;
  readonly prelude: PreludeConfig;
  /** Called with the page's session and its preludes' secret before it loads anything, with the debugger enabled. */
  readonly onOpened?: (session: CDPSession, secret: string) => Promise<void>;
  /** Records the network requests of its frames, for `awaitRequests`. Default: false. */
  readonly followsRequests?: boolean;
  /** Throttles the page's main thread to one nth of its time. Default: 1. */
  readonly cpuThrottling?: number;
}

/** URL of the prelude in stacks. Its folder tells it apart from the game. */
const preludeUrl = "http://game.framegate.localhost/framegate/prelude.js";

/**
 * Opens the host page, with the prelude before every script in every frame. Throws `page-not-opened` after
 * `options.limitMs`, because a browser that is out of memory or processes may never answer.
 */
export async function openGamePage(browser: LaunchedBrowser, options: GamePageOptions): Promise<GamePage> {
  const { url, limitMs } = options;
  const before = browser.readLoad();
  const late = new Error("The browser did not open the page.");
  try {
    return await withinLimit(openInBrowser(browser, options), limitMs, () => late);
  } catch (thrown) {
    if (thrown !== late) throw thrown;
    const now = await browser.readLoad();
    const hindrance = stoppedIn(now);
    if (hindrance !== null) throw hindered(hindrance, "set-up", limitMs);
    throw new FramegateError("page-not-opened", { url, limitMs, gpuMs: gpuTime(now) - gpuTime(await before) });
  }
}

/** CPU time of the GPU processes so far, in milliseconds. */
function gpuTime(processes: readonly ProcessLoad[]): number {
  return processes.reduce((total, { type, allRanMs }) => total + (type === "gpu-process" ? allRanMs : 0), 0);
}

async function openInBrowser(browser: LaunchedBrowser, options: GamePageOptions): Promise<GamePage> {
  const context = await browser.browser.createBrowserContext();
  try {
    return await openInContext(browser, context, options);
  } catch (thrown) {
    await context.close().catch(() => undefined);
    throw thrown;
  }
}

async function openInContext(
  browser: LaunchedBrowser,
  context: BrowserContext,
  options: GamePageOptions,
): Promise<GamePage> {
  const page = await context.newPage();
  const session = await page.createCDPSession();
  const gamePage = new GamePage(browser, page, session, options.pageScripts.styledElements);
  const { width, height } = options;
  await Promise.all([
    // With `page.setViewport`, every screen is either upright or turned. Here its size decides, as on a desktop.
    session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }),
    session.send("Runtime.enable"),
    session.send("Runtime.addBinding", { name: heartbeatBinding }),
    session.send("Page.enable"),
    session.send("Debugger.enable"),
    session.send("Log.enable"),
    gamePage.holdLoads(),
    gamePage.hearWorkers(),
  ]);
  const crashed = new Promise<never>((_resolve, reject) => {
    gamePage.onCrashed((signal) => {
      reject(crashFailure(signal, "set-up"));
    });
  });
  // The driver of the page has its own listener.
  crashed.catch(() => undefined);
  await Promise.race([loadPage(gamePage, options), crashed]);
  return gamePage;
}

async function loadPage(gamePage: GamePage, options: GamePageOptions): Promise<void> {
  const { page, session } = gamePage;
  const frameConfig: FrameConfig = { ...options.prelude, secret: randomUUID() };
  tellKeptDocuments(session, frameConfig.secret);
  await options.onOpened?.(session, frameConfig.secret);
  if (options.followsRequests === true) await gamePage.followRequests();
  if (options.prelude.engines !== null) await gamePage.followEngines(frameConfig.secret, preludeUrl);
  const { cpuThrottling = 1 } = options;
  if (cpuThrottling !== 1) await session.send("Emulation.setCPUThrottlingRate", { rate: cpuThrottling });
  const config = `globalThis.framegatePreludeConfig = ${JSON.stringify(frameConfig)};`;
  for (const script of [config, await readFile(options.pageScripts.prelude, "utf8")])
    await page.evaluateOnNewDocument(`${script}\n//# sourceURL=${preludeUrl}`);
  await page.goto(options.url, { waitUntil: "load", timeout: 0 }).catch(explainUnreachable);
  // The mouse of a headless browser is in the upper left corner, and the browser may at any time find what lies there.
  await session.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: -1, y: -1 }).catch(explainUnmoved);
  await gamePage.takePort();
}

/** The browser answers with this when the page's process ends before it has heard of the move, and reports that next. */
async function explainUnmoved(thrown: unknown): Promise<never> {
  if (reasonOf(thrown).endsWith("(Input.dispatchMouseEvent): Internal error"))
    return await new Promise<never>(() => undefined);
  throw thrown;
}

/** The page comes from our own server. If the browser has exited instead, `onDisconnected` says so. */
async function explainUnreachable(thrown: unknown): Promise<never> {
  const reason = reasonOf(thrown);
  // The page's process has ended, which the browser reports next.
  if (reason.startsWith("net::ERR_ABORTED")) return await new Promise<never>(() => undefined);
  throw reason.startsWith("net::") ? new FramegateError("port-taken", { reason }, { cause: thrown }) : thrown;
}
