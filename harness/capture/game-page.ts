import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { BrowserContext, CDPSession, HTTPRequest, Page, Protocol } from "puppeteer-core";
import {
  type FinishReport,
  type FrameConfig,
  heartbeatBinding,
  type HostConfig,
  type MountReport,
  type PagePort,
  type PlayConfig,
  type PlayReport,
  type PreludeConfig,
  recordingBinding,
  type StepReport,
} from "../../src/formats/page-port.ts";
import type { TapeEvent } from "../../src/formats/tape.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import type { LaunchedBrowser } from "../browser/launch-browser.ts";
import { callersIn } from "./loaded-files.ts";
import type { FailedRequest } from "./missing-files.ts";
import type { StackPositions } from "./stack-positions.ts";
import { withinLimit } from "./within-limit.ts";
import {
  parseFinishReport,
  parseMountReport,
  parsePlayReport,
  parseRecordedEvents,
  parseStepReport,
} from "./parse-page-reports.ts";

export interface GamePageOptions {
  readonly url: string;
  /** Time until the page must be open, real milliseconds. */
  readonly limitMs: number;
  readonly width: number;
  readonly height: number;
  /** Script that runs before all others in every frame. */
  readonly preludeFile: string;
  readonly prelude: PreludeConfig;
  /** The page's main thread gets one of so many parts of its time. The default is 1. */
  readonly cpuThrottling?: number;
}

/** The name of the prelude in stacks. Its folder tells it apart from the game. */
const preludeUrl = "http://game.framegate.localhost/framegate/prelude.js";

/**
 * Opens the host page, with the prelude before every script in every frame. Throws `page-not-opened` after
 * `options.limitMs`, because a browser that is out of memory or processes may never answer.
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
  const gamePage = new GamePage(context, page, session);
  await Promise.all([
    page.setViewport({ width: options.width, height: options.height, deviceScaleFactor: 1 }),
    session.send("Runtime.enable"),
    session.send("Runtime.addBinding", { name: heartbeatBinding }),
    session.send("Page.enable"),
    session.send("Debugger.enable"),
  ]);
  const frameConfig: FrameConfig = { ...options.prelude, secret: randomUUID() };
  const { cpuThrottling = 1 } = options;
  if (cpuThrottling !== 1) await session.send("Emulation.setCPUThrottlingRate", { rate: cpuThrottling });
  await page.evaluateOnNewDocument((config) => {
    globalThis.framegatePreludeConfig = config;
  }, frameConfig);
  await page.evaluateOnNewDocument(`${await readFile(options.preludeFile, "utf8")}\n//# sourceURL=${preludeUrl}`);
  await page.goto(options.url, { waitUntil: "load", timeout: 0 }).catch(explainUnreachable);
  await gamePage.takePort();
  return gamePage;
}

/** A page with a game in it. It has a browser context of its own, so that nothing is left over from another run. */
export class GamePage implements AsyncDisposable {
  /** The page itself, for scripts that play it. */
  readonly page: Page;
  readonly session: CDPSession;
  readonly #context: BrowserContext;
  readonly #scriptUrls = new Map<string, string>();
  /** Who asked first for each URL that was not answered well. */
  readonly #initiators = new Map<string, Protocol.Network.Initiator>();
  #failedRequests: FailedRequest[] = [];
  #portId = "";
  #agentId = "";

  /** Listens to the page. It must not have loaded anything yet. */
  constructor(context: BrowserContext, page: Page, session: CDPSession) {
    this.#context = context;
    this.page = page;
    this.session = session;
    // A call frame of the debugger has only the number of its script. Its `url` is deprecated, and empty.
    session.on("Debugger.scriptParsed", ({ scriptId, url }) => {
      this.#scriptUrls.set(scriptId, url);
    });
    page.on("dialog", (dialog) => {
      // An alert would stop the page until somebody closes it.
      void dialog.dismiss().catch(() => undefined);
    });
    page.on("response", (response) => {
      if (!response.ok()) this.#keepInitiator(response.request());
    });
    page.on("requestfailed", (request) => {
      this.#keepInitiator(request);
      const reason = request.failure()?.errorText ?? "failed";
      // The page itself aborted this request, by leaving or by cancelling it.
      if (reason !== "net::ERR_ABORTED") this.#failedRequests.push({ url: request.url(), reason });
    });
  }

  /** URL of a script by its number in the debugger; empty if it has none. */
  scriptUrl(scriptId: string): string {
    return this.#scriptUrls.get(scriptId) ?? "";
  }

  /** Takes the page port away from the page, before a script of the game can use it. */
  async takePort(): Promise<void> {
    this.#portId = await takeGlobal(this.session, "framegatePagePort");
    this.#agentId = await takeGlobal(this.session, 'Symbol.for("framegate.agent")');
  }

  async mount(config: HostConfig): Promise<MountReport> {
    return parseMountReport(await this.#callPort("mount", config));
  }

  async step(count: number): Promise<StepReport> {
    return parseStepReport(await this.#callPort("step", count));
  }

  /** The current or next step, also while the page is paused in a script; null if the page cannot tell. */
  async currentStep(): Promise<number | null> {
    // Not awaited: a page that is paused runs no microtask.
    const { result } = await this.session.send("Runtime.callFunctionOn", {
      ...{ functionDeclaration: "function () { return this.currentStep(); }", objectId: this.#portId },
      returnByValue: true,
    });
    const step: unknown = result.value;
    return typeof step === "number" ? step : null;
  }

  /** Calls a function in the page with the page port, the agent and a value. For benches, which measure both. */
  async withPort(
    callee: (port: PagePort, agent: unknown, value: unknown) => unknown,
    value: unknown,
  ): Promise<unknown> {
    const declaration = `function (agent, value) { return (${callee.toString()})(this, agent, value); }`;
    return await this.#callIn(declaration, [{ objectId: this.#agentId }, { value }]);
  }

  /**
   * Lets somebody play the page by its devices, see `PagePort`. `onEvents` gets the events of every step that has any, all
   * of them before this resolves. Its first call has no events: from then on the page listens to the devices.
   */
  async play(config: PlayConfig, onEvents: (events: readonly TapeEvent[]) => void): Promise<PlayReport> {
    const { session } = this;
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === recordingBinding) onEvents(parseRecordedEvents(payload));
    });
    await session.send("Runtime.addBinding", { name: recordingBinding });
    // The events come by the same session, so all of them come before.
    return parsePlayReport(await this.#callPort("play", config));
  }

  async endPlay(): Promise<void> {
    await this.#callPort("endPlay");
  }

  async finish(): Promise<FinishReport> {
    return parseFinishReport(await this.#callPort("finish"));
  }

  /** Collects all garbage of the page's main thread. Between two steps, because a running step is not interrupted. */
  async collectGarbage(): Promise<void> {
    await this.session.send("HeapProfiler.collectGarbage");
  }

  /** PNG of the page. */
  async screenshot(): Promise<Uint8Array> {
    await this.#callPort("present");
    return await this.page.screenshot({ type: "png" });
  }

  /** The requests that failed since the last call. */
  takeFailedRequests(): readonly FailedRequest[] {
    const taken = this.#failedRequests;
    this.#failedRequests = [];
    return taken;
  }

  /** The position that first asked for a URL which was not answered; null if the browser did not say. */
  callerOf(url: string, positions: StackPositions): string | null {
    const initiator = this.#initiators.get(url);
    return initiator === undefined ? null : (callersIn(initiator, positions)[0] ?? null);
  }

  /** Calls `listener` once if the page crashes. */
  onCrashed(listener: () => void): void {
    // When a browser goes away, its pages may seem to crash first. A browser that is still there answers.
    this.page.once("error", () => {
      this.page
        .browser()
        .version()
        .then(listener, () => undefined);
    });
  }

  /** Calls `listener` once if somebody closes the page. */
  onClosed(listener: () => void): void {
    this.page.once("close", listener);
  }

  /** Calls `listener` with the new URL when the page is replaced by another one, or reloaded. */
  onLeft(listener: (url: string) => void): void {
    this.session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined) listener(frame.url);
    });
  }

  #keepInitiator(request: HTTPRequest): void {
    const initiator = request.initiator();
    const url = request.url();
    if (initiator !== undefined && !this.#initiators.has(url)) this.#initiators.set(url, initiator);
  }

  async #callPort(name: keyof PagePort, value?: unknown): Promise<unknown> {
    return await this.#callIn(`function (value) { return this.${name}(value); }`, [{ value }]);
  }

  async #callIn(functionDeclaration: string, parameters: Protocol.Runtime.CallArgument[]): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.send("Runtime.callFunctionOn", {
      ...{ functionDeclaration, objectId: this.#portId, arguments: parameters },
      ...{ awaitPromise: true, returnByValue: true },
    });
    if (exceptionDetails === undefined) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close().catch(() => undefined);
  }
}

/** Removes a property of the page's window. Returns the number by which the session knows its value. */
async function takeGlobal(session: CDPSession, key: string): Promise<string> {
  const name = key.startsWith("Symbol") ? key : JSON.stringify(key);
  const expression = `{ const taken = globalThis[${name}]; delete globalThis[${name}]; taken; }`;
  const { result } = await session.send("Runtime.evaluate", { expression });
  if (result.objectId === undefined) throw new Error(`The host page has no ${key}.`);
  return result.objectId;
}

/** The page comes from our own server. If the browser is gone instead, `onDisconnected` says so. */
function explainUnreachable(thrown: unknown): never {
  const reason = reasonOf(thrown);
  throw reason.startsWith("net::") ? new FramegateError("port-taken", { reason }, { cause: thrown }) : thrown;
}
