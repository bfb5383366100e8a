import type { BrowserContext, CDPSession, HTTPRequest, Page, Protocol } from "puppeteer-core";
import {
  type FinishReport,
  type HostConfig,
  type MountReport,
  type PagePort,
  type PlayConfig,
  type PlayReport,
  recordingBinding,
  scriptFencePrefix,
} from "../../src/formats/page-port.ts";
import type { TapeEvent } from "../../src/formats/tape.ts";
import { FramegateError } from "../errors.ts";
import type { ElementLook, ElementTarget } from "../../src/formats/element-look.ts";
import type { LaunchedBrowser } from "../browser/launch-browser.ts";
import type { ProcessLoad } from "../browser/process-load.ts";
import { type HeldLoads, holdShownLoads } from "./hold-shown-loads.ts";
import { HeapLook } from "./heap-look.ts";
import { callersIn } from "./loaded-files.ts";
import type { FailedRequest } from "./missing-files.ts";
import { MouseStyles } from "./mouse-styles.ts";
import { RealmAnswers } from "./realm-answers.ts";
import { RequestWatch } from "./request-watch.ts";
import { type Columns, joinColumns, type Stepped } from "./run-columns.ts";
import { hearWorkerRequests } from "./worker-requests.ts";
import type { StackPositions } from "./stack-positions.ts";
import { withinLimit } from "./within-limit.ts";
import {
  parseElementLook,
  parseFinishReport,
  parseMountReport,
  parsePlayReport,
  parseRecordedEvents,
  parseStepReport,
} from "./parse-page-reports.ts";

/** Signals by which a system ends a process from outside, for example when memory runs out. */
const endingSignals: ReadonlyMap<number, string> = new Map([
  [9, "SIGKILL"],
  [15, "SIGTERM"],
]);

/** Reason why a page gets no file: URL. */
const fileReason = "no page may read files of this machine";

/** A page with many frames takes a moment to unload. */
const closeLimitMs = 2000;
const refusalLengthMax = 500;

/**
 * True for an error of the browser that it blocked a resource of the page; false if the resource is Framegate's own, or
 * if Framegate does what was blocked, as it gives the focus.
 */
function isRefusal({ level, source, text }: Protocol.Log.LogEntry): boolean {
  if (level !== "error" || (source !== "security" && source !== "javascript")) return false;
  if (text.startsWith("Blocked autofocusing")) return false;
  return !text.includes(scriptFencePrefix) && !/report.only/iu.test(text);
}

/** A page with a game in it. It has its own browser context, so that nothing carries over from another run. */
export class GamePage implements AsyncDisposable {
  /** The page itself, for scripts that play it. */
  readonly page: Page;
  readonly session: CDPSession;
  readonly #browser: LaunchedBrowser;
  readonly #context: BrowserContext;
  readonly #scriptUrls = new Map<string, string>();
  /** Initiator of the first request for each URL that failed. */
  readonly #initiators = new Map<string, Protocol.Network.Initiator>();
  #failedRequests: FailedRequest[] = [];
  #failedCount = 0;
  readonly #refusals = new Set<string>();
  #requests: RequestWatch | null = null;
  #heldLoads: HeldLoads | null = null;
  #workerSockets: string[] = [];
  #workersSession: CDPSession | null = null;
  #topFrameId = "";
  #hasBegun = false;
  #popupCount = 0;
  #heapLook: HeapLook | null = null;
  readonly #answers = new RealmAnswers();
  readonly #mouseStyles: MouseStyles;
  #portId = "";
  #agentId = "";

  /** Listens to the page, which must not have loaded anything yet. */
  constructor(browser: LaunchedBrowser, page: Page, session: CDPSession, styledElementsFile: string) {
    this.#browser = browser;
    this.#context = page.browserContext();
    this.page = page;
    this.session = session;
    this.#mouseStyles = new MouseStyles({
      session,
      styledElementsFile,
      openSession: async () => await page.createCDPSession(),
      followStyles: async () => {
        await this.#callAgent("async function () { await this.followStyles(); }");
      },
    });
    // A debugger call frame has only the script's number. Its `url` is deprecated, and empty.
    session.on("Debugger.scriptParsed", ({ scriptId, url }) => {
      this.#scriptUrls.set(scriptId, url);
    });
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined) this.#topFrameId = frame.id;
    });
    this.#context.on("targetcreated", (target) => {
      // The page's own target was created before.
      const type: string = target.type();
      if (type !== "page") return;
      this.#popupCount += 1;
      // A popup is invisible here, and takes CPU time from the page under test.
      target
        .page()
        .then(async (popup) => await popup?.close())
        .catch(() => undefined);
    });
    // Frames and pages that would show a local file are refused before they become a request.
    session.on("Log.entryAdded", ({ entry }) => {
      const [, url] = /^Not allowed to load local resource: (.*)/u.exec(entry.text) ?? [];
      // The browser says the same about a revoked blob URL.
      if (url?.startsWith("file:") === true) this.#failedRequests.push({ url, reason: fileReason, kind: "document" });
      if (url === undefined && isRefusal(entry)) this.#refusals.add(entry.text.slice(0, refusalLengthMax));
    });
    page.on("dialog", (dialog) => {
      // An alert would block the page until somebody closes it.
      void dialog.dismiss().catch(() => undefined);
    });
    page.on("response", (response) => {
      if (!response.ok()) this.#keepInitiator(response.request());
    });
    page.on("requestfailed", (request) => {
      // Where the page's own policy forbids it.
      if (request.url().startsWith(scriptFencePrefix)) return;
      this.#keepInitiator(request);
      const isOfMachine = request.url().startsWith("file:");
      const reason = isOfMachine ? fileReason : (request.failure()?.errorText ?? "failed");
      // The page itself aborted this request, by navigating away or cancelling it.
      if (reason === "net::ERR_ABORTED") return;
      this.#failedRequests.push({ url: request.url(), reason, kind: request.resourceType() });
    });
  }

  /** URL of a script by its number in the debugger; empty if unknown. */
  scriptUrl(scriptId: string): string {
    return this.#scriptUrls.get(scriptId) ?? "";
  }

  /** Takes the page port away from the page, before any of the game's scripts can use it. Throws `host-not-loaded`. */
  async takePort(): Promise<void> {
    const [portId, agentId] = [
      await takeGlobal(this.session, "framegatePagePort"),
      await takeGlobal(this.session, 'Symbol.for("framegate.agent")'),
    ];
    if (portId === null || agentId === null) {
      const reasons = [...new Set(this.takeFailedRequests().map(({ reason }) => reason))].join(", ");
      throw new FramegateError("host-not-loaded", { url: this.page.url(), reasons });
    }
    this.#portId = portId;
    this.#agentId = agentId;
  }

  /** Tells the page's preludes, which know the secret, to look for engines. */
  async followEngines(secret: string, preludeUrl: string): Promise<void> {
    this.#heapLook = new HeapLook(this.session, secret, preludeUrl);
    await this.#heapLook.followWorkers(this.session);
  }

  /** Looks for engines that the page and its workers have loaded, and returns how many realms were searched. */
  async findEngines(): Promise<number> {
    return (await this.#heapLook?.look()) ?? 0;
  }

  async mount(config: HostConfig): Promise<MountReport> {
    return parseMountReport(await this.#callPort("mount", config));
  }

  /** Runs frames, see `PagePort`. News of the mouse is followed here. */
  async step(count: number): Promise<Stepped> {
    const parts: Columns[] = [];
    for (let left = count; ;) {
      const { mouse, stopped, ...columns } = parseStepReport(await this.#callPort("step", left));
      parts.push(columns);
      left -= columns.drawCalls.length;
      if (mouse !== null) await this.#mouseStyles.follow(mouse);
      if (mouse === null || stopped !== null || left === 0) return { ...joinColumns(parts), stopped };
    }
  }

  /** The current or next step, even while the page is paused in a script; null if the page cannot tell. */
  async currentStep(): Promise<number | null> {
    // Not awaited: a paused page runs no microtasks.
    const { result } = await this.session.send("Runtime.callFunctionOn", {
      ...{ functionDeclaration: "function () { return this.currentStep(); }", objectId: this.#portId },
      returnByValue: true,
    });
    const step: unknown = result.value;
    return typeof step === "number" ? step : null;
  }

  /** Calls a function in the page with the page port, the agent and a value. For benchmarks, which measure both. */
  async withPort(
    callee: (port: PagePort, agent: unknown, value: unknown) => unknown,
    value: unknown,
  ): Promise<unknown> {
    const declaration = `function (agent, value) { return (${callee.toString()})(this, agent, value); }`;
    return await this.#callIn(declaration, [{ objectId: this.#agentId }, { value }]);
  }

  /**
   * Lets somebody play the page with its devices, see `PagePort`. `onEvents` gets the events of each step that has any,
   * all before this resolves. Its first call has no events: from then on the page listens to the devices.
   */
  async play(config: PlayConfig, onEvents: (events: readonly TapeEvent[]) => void): Promise<PlayReport> {
    const { session } = this;
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === recordingBinding) onEvents(parseRecordedEvents(payload));
    });
    await session.send("Runtime.addBinding", { name: recordingBinding });
    // The events arrive through the same session, so all of them come first.
    return parsePlayReport(await this.#callPort("play", config));
  }

  /** Adds events to the mounted tape, see `PagePort`. */
  async append(events: readonly TapeEvent[]): Promise<void> {
    await this.#callPort("append", events);
  }

  /** Looks for an element between two steps. Positions are in CSS pixels of the host page's viewport. */
  async lookFor(target: ElementTarget): Promise<ElementLook> {
    return parseElementLook(await this.#callPort("lookFor", target));
  }

  async endPlay(): Promise<void> {
    await this.#callPort("endPlay");
  }

  async finish(): Promise<FinishReport> {
    return parseFinishReport(await this.#callPort("finish"));
  }

  /** See `PagePort`. */
  async runEmptyFrames(count: number): Promise<void> {
    await this.#callPort("runEmptyFrames", count);
  }

  /**
   * Collects all garbage of the page's main thread. Only between two steps, because a running step cannot be
   * interrupted.
   */
  async collectGarbage(): Promise<void> {
    await this.session.send("HeapProfiler.collectGarbage");
  }

  /** Screenshot of the page, as PNG. */
  async screenshot(): Promise<Uint8Array> {
    await this.#callPort("present");
    return await this.page.screenshot({ type: "png" });
  }

  /** The requests that failed since the last call. */
  takeFailedRequests(): readonly FailedRequest[] {
    const taken = this.#failedRequests;
    this.#failedRequests = [];
    this.#failedCount = 0;
    return taken;
  }

  /** The browser's error messages about resources that it blocked since the last call, such as by their `integrity`. */
  takeRefusals(): readonly string[] {
    const taken = [...this.#refusals].sort();
    this.#refusals.clear();
    return taken;
  }

  /** Starts following the requests of the page's frames. */
  async followRequests(): Promise<void> {
    this.#requests = new RequestWatch(this.session);
    // No body is asked for in this session.
    await this.session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  }

  /**
   * Waits until everything that the page has requested has arrived or failed, and is known here: also what a rendering
   * requests, such as the pictures of a style sheet. Only between two steps. Gives up waiting after `limitMs`.
   */
  async awaitRequests(limitMs: number): Promise<void> {
    // The first animation frame comes before its layout, the second one after it.
    await this.#callAgent("async function () { await this.nextPaint(); await this.nextPaint(); }");
    const idle = async (): Promise<void> => {
      await withinLimit(this.#requests?.idle() ?? Promise.resolve(), limitMs, () => new Error("Not idle.")).catch(
        () => undefined,
      );
    };
    await (this.#heldLoads?.duringFree(idle) ?? idle());
    // A session reports everything that came before the answer to a call.
    // A worker that did not answer when it was searched would not answer now.
    const workers = this.page.workers().filter((worker) => this.#heapLook?.isSilent(worker.url()) !== true);
    await this.#answers.wait([this.page, ...workers], limitMs);
  }

  /** URLs of the requests that have failed since the last call; `takeFailedRequests` returns them nevertheless. */
  takeFailedUrls(): readonly string[] {
    const since = this.#failedRequests.slice(this.#failedCount).map(({ url }) => url);
    this.#failedCount = this.#failedRequests.length;
    return since;
  }

  /** URLs of the sockets that the page's frames have opened since the last call. */
  takeSockets(): readonly string[] {
    return this.#requests?.takeSockets() ?? [];
  }

  /** See `holdShownLoads`. */
  async holdLoads(): Promise<void> {
    this.#heldLoads = await holdShownLoads(this.session);
  }

  /** Starts listening to the requests of shared and service workers. */
  async hearWorkers(): Promise<void> {
    this.#workersSession = await hearWorkerRequests(this.#context, {
      onFailed: (request) => this.#failedRequests.push(request),
      onSocket: (url) => this.#workerSockets.push(url),
    });
  }

  /** URLs of the sockets that shared and service workers have opened since the last call. */
  takeWorkerSockets(): readonly string[] {
    return this.#workerSockets.splice(0);
  }

  /** Position of the first request for a URL that failed; null if the browser did not say. */
  callerOf(url: string, positions: StackPositions): string | null {
    const initiator = this.#initiators.get(url);
    return initiator === undefined ? null : (callersIn(initiator, positions)[0] ?? null);
  }

  /** Calls `listener` if a process of the page crashes, with the signal if another process killed it. */
  onCrashed(listener: (signal: string | null) => void): void {
    this.session.connection()?.on("Target.targetCrashed", ({ status, errorCode }) => {
      const signal = status === "crashed" ? undefined : endingSignals.get(errorCode);
      // When a browser exits, its pages may seem to crash first. A browser that is still alive answers.
      this.page
        .browser()
        .version()
        .then(
          () => {
            listener(signal ?? null);
          },
          () => undefined,
        );
    });
  }

  /** Calls `listener` once if somebody closes the page. */
  onClosed(listener: () => void): void {
    this.page.once("close", listener);
  }

  /**
   * Calls `listener` if a script has filled the heap. The debugger then raises the limit instead of letting it crash.
   */
  onHeapFull(listener: () => void): void {
    this.session.on("Debugger.paused", ({ reason }) => {
      if (reason === "OOM") listener();
    });
  }

  /**
   * Calls `listener` with the new URL when the page navigates away or reloads. An embedded page may still do that while
   * it loads, until `beginFrames`.
   */
  onLeft(listener: (url: string) => void): void {
    this.session.on("Page.frameNavigated", ({ frame }) => {
      const isEmbedded = frame.parentId === this.#topFrameId;
      // A page that could not be loaded is the browser's own.
      const url = frame.unreachableUrl ?? frame.url;
      if (frame.parentId === undefined || (isEmbedded && this.#hasBegun)) listener(url);
    });
  }

  /** From now on the embedded page must not navigate either. */
  beginFrames(): void {
    this.#hasBegun = true;
  }

  /** Number of windows that the page has opened. None stays open. */
  popupCount(): number {
    return this.#popupCount;
  }

  #keepInitiator(request: HTTPRequest): void {
    const initiator = request.initiator();
    const url = request.url();
    if (initiator !== undefined && !this.#initiators.has(url)) this.#initiators.set(url, initiator);
  }

  async #callAgent(functionDeclaration: string): Promise<void> {
    const target = { objectId: this.#agentId, awaitPromise: true };
    await this.session.send("Runtime.callFunctionOn", { functionDeclaration, ...target });
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

  /** See `WatchedPage`. */
  async readLoad(): Promise<readonly ProcessLoad[]> {
    return await this.#browser.readLoad();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#workersSession?.detach().catch(() => undefined);
    // A stopped browser never answers. It is killed when its launch is closed.
    const late = (): Error => new Error("The browser did not close the page.");
    await withinLimit(this.#context.close(), closeLimitMs, late).catch(() => undefined);
  }
}

/** Removes a property of the page's window. Returns its object id in the session; null if there was none. */
async function takeGlobal(session: CDPSession, key: string): Promise<string | null> {
  const name = key.startsWith("Symbol") ? key : JSON.stringify(key);
  const expression = `{ const taken = globalThis[${name}]; delete globalThis[${name}]; taken; }`;
  const { result } = await session.send("Runtime.evaluate", { expression });
  return result.objectId ?? null;
}
