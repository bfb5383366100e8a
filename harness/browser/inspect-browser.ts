import { createServer } from "node:http";
import type { CDPSession, Page } from "puppeteer-core";
import { z } from "zod";
import { FramegateError, reasonOf } from "../errors.ts";
import type { FoundBrowser } from "./find-browser.ts";
import { findingsGlobal, inspectPageHtml } from "./inspect-page.ts";
import { launchBrowser } from "./launch-browser.ts";
import type { SandboxState } from "./launch-browser.ts";

const pageFindings = z.object({
  webgl1Renderer: z.string().nullable(),
  webgl2Renderer: z.string().nullable(),
  crossOriginIsolated: z.boolean(),
  secureContext: z.boolean(),
  timerResolutionMs: z.number().nullable(),
});

/** Features of a browser, as a game would detect them. */
export interface BrowserInspection extends Readonly<z.infer<typeof pageFindings>> {
  readonly version: string;
  readonly sandbox: SandboxState;
  /** Whether a page is kept from reaching another origin, such as another port of this machine. */
  readonly networkClosed: boolean;
  /** Whether traces have the CPU time of a thread. Without it `frameCpuMs` cannot be measured. */
  readonly threadTimestamps: boolean;
  readonly notices: readonly string[];
}

const pageHost = "game.framegate.localhost";
const pageUrl = `http://${pageHost}/`;
const inspectionLimitMs = 30_000;
const probeMark = "framegate-probe";

/**
 * Launches the browser and inspects it, on a page with the origin and headers of a game. Throws
 * `browser-launch-failed`, `port-taken` and `interrupted`.
 */
export async function inspectBrowser(browser: FoundBrowser, signal?: AbortSignal): Promise<BrowserInspection> {
  await using server = await servePage(inspectPageHtml);
  const limit = AbortSignal.timeout(inspectionLimitMs);
  await using launched = await launchBrowser({
    browser,
    // Same rules as for a game's own site: nothing else resolves unless --allow-host opens it.
    hostRules: `MAP ${pageHost} 127.0.0.1:${String(server.port)},MAP * ~NOTFOUND`,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
  try {
    const page = await launched.browser.newPage();
    await page.goto(pageUrl);
    const raw: unknown = await page.evaluate((name): unknown => Reflect.get(globalThis, name), findingsGlobal);
    await tryToReach(page, `http://127.0.0.1:${String(server.port)}/`);
    const networkClosed = !server.wasReachedByAddress();
    const threadTimestamps = await hasThreadTimestamps(page);
    const { version, sandbox, notices } = launched;
    return { ...pageFindings.parse(raw), version, sandbox, networkClosed, threadTimestamps, notices };
  } catch (error) {
    if (signal?.aborted === true) throw new FramegateError("interrupted", {}, { cause: error });
    const reason = limit.aborted ? `a page took longer than ${String(inspectionLimitMs)} ms` : reasonOf(error);
    throw new FramegateError(
      "browser-launch-failed",
      { executablePath: browser.executablePath, reason },
      { cause: error },
    );
  }
}

interface PageServer extends AsyncDisposable {
  readonly port: number;
  /** A request arrived with a Host header other than the page's. */
  wasReachedByAddress(): boolean;
}

/** The server decides, because CORS hides the response from the page even if the request got through. */
async function tryToReach(page: Page, url: string): Promise<void> {
  await page.evaluate(async (address) => {
    await fetch(address, { mode: "no-cors" }).catch(() => undefined);
  }, url);
}

async function servePage(html: string): Promise<PageServer> {
  let isReachedByAddress = false;
  const server = createServer((request, response) => {
    if (request.headers.host !== pageHost) isReachedByAddress = true;
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    });
    response.end(html);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(new FramegateError("port-taken", { reason: error.message }, { cause: error }));
    });
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    port: address.port,
    wasReachedByAddress: () => isReachedByAddress,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sets a mark during a trace, and checks whether it has a thread timestamp. */
async function hasThreadTimestamps(page: Page): Promise<boolean> {
  const session = await page.createCDPSession();
  let isFound = false;
  session.on("Tracing.dataCollected", ({ value }) => {
    if (value.some((event) => isTimedProbe(event))) isFound = true;
  });
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: ["blink.user_timing"], excludedCategories: ["*"] },
    transferMode: "ReportEvents",
  });
  await page.evaluate((name) => {
    performance.mark(name);
  }, probeMark);
  await endTrace(session);
  await session.detach();
  return isFound;
}

async function endTrace(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => {
    session.once("Tracing.tracingComplete", () => {
      resolve();
    });
  });
  await session.send("Tracing.end");
  await complete;
}

const timedProbe = z.object({ name: z.literal(probeMark), tts: z.number() });

function isTimedProbe(event: unknown): boolean {
  return timedProbe.safeParse(event).success;
}
