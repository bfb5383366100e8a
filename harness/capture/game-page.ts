import { readFile } from "node:fs/promises";
import type { BrowserContext, CDPSession, Page } from "puppeteer-core";
import {
  type FinishReport,
  heartbeatBinding,
  type HostConfig,
  type MountReport,
  type PlayConfig,
  type PlayReport,
  type PreludeConfig,
  recordingBinding,
  type StepReport,
} from "../../src/formats/page-port.ts";
import type { TapeEvent } from "../../src/formats/tape.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import type { LaunchedBrowser } from "../browser/launch-browser.ts";
import { withinLimit } from "./within-limit.ts";
import {
  parseFinishReport,
  parseMountReport,
  parsePlayReport,
  parseRecordedEvents,
  parseStepReport,
} from "./parse-page-reports.ts";

/** One page with a game in it, in a context of its own: nothing is left over from another run. */
export interface GamePage extends AsyncDisposable {
  readonly session: CDPSession;
  /** The page itself, for whoever plays it. */
  readonly page: Page;
  /** URL of a script by the number that the debugger gave it; empty where it has none. */
  scriptUrl(scriptId: string): string;
  mount(config: HostConfig): Promise<MountReport>;
  step(count: number): Promise<StepReport>;
  /**
   * Lets the page be played by its devices, see `PagePort`. `onEvents` is told the events of every step that has any, all
   * of them before this resolves; its first call, which has none, says that the devices are listened to.
   */
  play(config: PlayConfig, onEvents: (events: readonly TapeEvent[]) => void): Promise<PlayReport>;
  endPlay(): Promise<void>;
  finish(): Promise<FinishReport>;
  /** PNG of what the page shows. */
  screenshot(): Promise<Uint8Array>;
  /** Requests that led nowhere, by URL and reason, since the last call. */
  takeFailedRequests(): readonly { readonly url: string; readonly reason: string }[];
  /** Calls `listener` once if the page crashes. */
  onCrashed(listener: () => void): void;
  /** Calls `listener` once if somebody closes the page. */
  onClosed(listener: () => void): void;
  /** Calls `listener` with a URL when the page is replaced by another one, or by itself anew. */
  onLeft(listener: (url: string) => void): void;
}

export interface GamePageOptions {
  readonly url: string;
  /** Real milliseconds until the page must be open. */
  readonly limitMs: number;
  readonly width: number;
  readonly height: number;
  /** Script that runs before all others in every frame. */
  readonly preludeFile: string;
  readonly prelude: PreludeConfig;
}

/** Names the prelude in stacks, where it is told from the game by its folder like all that is ours. */
const preludeUrl = "http://game.framegate.localhost/framegate/prelude.js";

/**
 * Opens the host page with the prelude ahead of every script in every frame. Throws `page-not-opened` after
 * `options.limitMs`: a browser that has run out of something may never answer.
 */
export async function openGamePage(browser: LaunchedBrowser, options: GamePageOptions): Promise<GamePage> {
  const { url, limitMs } = options;
  return await withinLimit(
    openInBrowser(browser, options),
    limitMs,
    () => new FramegateError("page-not-opened", { url, limitMs }),
  );
}

async function openInBrowser(browser: LaunchedBrowser, options: GamePageOptions): Promise<GamePage> {
  const context = await browser.browser.createBrowserContext();
  try {
    return await openInContext(context, options);
  } catch (thrown) {
    await context.close().catch(() => undefined);
    throw thrown;
  }
}

async function openInContext(context: BrowserContext, options: GamePageOptions): Promise<GamePage> {
  const page = await context.newPage();
  const session = await page.createCDPSession();
  const failedRequests = watchRequests(page);
  // A call frame of the debugger's names its script by number alone: its own `url` is deprecated, and empty.
  const scriptUrls = new Map<string, string>();
  session.on("Debugger.scriptParsed", ({ scriptId, url }) => {
    scriptUrls.set(scriptId, url);
  });
  page.on("dialog", (dialog) => {
    // An alert stops the page for a person who is not there.
    void dialog.dismiss().catch(() => undefined);
  });
  await Promise.all([
    page.setViewport({ width: options.width, height: options.height, deviceScaleFactor: 1 }),
    session.send("Runtime.enable"),
    session.send("Runtime.addBinding", { name: heartbeatBinding }),
    session.send("Page.enable"),
    session.send("Debugger.enable"),
  ]);
  await page.evaluateOnNewDocument((config) => {
    globalThis.framegatePreludeConfig = config;
  }, options.prelude);
  await page.evaluateOnNewDocument(`${await readFile(options.preludeFile, "utf8")}\n//# sourceURL=${preludeUrl}`);
  await page.goto(options.url, { waitUntil: "load", timeout: 0 }).catch(explainUnreachable);
  return {
    session,
    page,
    scriptUrl: (scriptId) => scriptUrls.get(scriptId) ?? "",
    mount: async (config) =>
      parseMountReport(
        await page.evaluate(async (hostConfig) => await globalThis.framegatePagePort?.mount(hostConfig), config),
      ),
    step: async (count) =>
      parseStepReport(await page.evaluate(async (frames) => await globalThis.framegatePagePort?.step(frames), count)),
    async play(config, onEvents) {
      session.on("Runtime.bindingCalled", ({ name, payload }) => {
        if (name === recordingBinding) onEvents(parseRecordedEvents(payload));
      });
      await session.send("Runtime.addBinding", { name: recordingBinding });
      const report = await page.evaluate(
        async (playConfig) => await globalThis.framegatePagePort?.play(playConfig),
        config,
      );
      // What a session answers comes after all that it told before, and the events are told by another one than the report.
      await session.send("Runtime.evaluate", { expression: "0" });
      return parsePlayReport(report);
    },
    endPlay: async () => {
      await page.evaluate(() => {
        globalThis.framegatePagePort?.endPlay();
      });
    },
    finish: async () =>
      parseFinishReport(await page.evaluate(async () => await globalThis.framegatePagePort?.finish())),
    screenshot: async () => {
      await page.evaluate(async () => await globalThis.framegatePagePort?.present());
      return await page.screenshot({ type: "png" });
    },
    takeFailedRequests: () => failedRequests.splice(0),
    onCrashed(listener) {
      // With a browser that goes away, its pages may be seen to crash first. One that is still there answers.
      page.once("error", () => {
        page
          .browser()
          .version()
          .then(listener, () => undefined);
      });
    },
    onClosed(listener) {
      page.once("close", listener);
    },
    onLeft(listener) {
      session.on("Page.frameNavigated", ({ frame }) => {
        if (frame.parentId === undefined) listener(frame.url);
      });
    },
    async [Symbol.asyncDispose]() {
      await context.close().catch(() => undefined);
    },
  };
}

/** The page is our own server's. A browser that went away meanwhile is told apart by who looks after it. */
function explainUnreachable(thrown: unknown): never {
  const reason = reasonOf(thrown);
  throw reason.startsWith("net::") ? new FramegateError("port-taken", { reason }, { cause: thrown }) : thrown;
}

function watchRequests(page: Page): { readonly url: string; readonly reason: string }[] {
  const failed: { url: string; reason: string }[] = [];
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    // A page that leaves or cancels a request meant it.
    if (reason !== "net::ERR_ABORTED") failed.push({ url: request.url(), reason });
  });
  return failed;
}
