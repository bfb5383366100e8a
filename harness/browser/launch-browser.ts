import { createRequire } from "node:module";
import type * as puppeteerCore from "#puppeteer-core";
import type { Browser, ConnectionTransport } from "#puppeteer-core";
import { FramegateError, reasonOf } from "../errors.ts";
import { startBrowserProcess } from "./browser-process.ts";
import type { BrowserProcess } from "./browser-process.ts";
import { chromiumFlags, processFlags } from "./chromium-flags.ts";
import type { Environment } from "../environment.ts";
import type { FoundBrowser } from "./find-browser.ts";
import type { CommandPrefix } from "./one-core.ts";
import { createPipeTransport } from "./pipe-transport.ts";
import { type ProcessLoad, readProcessLoad } from "./process-load.ts";
import { createRunFolder } from "./run-folder.ts";
import type { RunFolder } from "./run-folder.ts";

/** State of Chromium's own sandbox, with the reason if it is off. */
export type SandboxState = "on" | "off-for-root" | "refused-by-kernel";

export interface LaunchOptions {
  readonly browser: FoundBrowser;
  /** The value of `--host-resolver-rules`, such as `MAP *.framegate.localhost 127.0.0.1:4173`. */
  readonly hostRules?: string;
  /** Aborting kills the browser, also after the launch. */
  readonly signal?: AbortSignal;
  /** V8's own flags, such as `--single-threaded`. */
  readonly jsFlags?: readonly string[];
  /** Window size in CSS pixels. The default is 1280 x 720. The viewport of a page has the same size. */
  readonly width?: number;
  readonly height?: number;
  /** Opens a window. The headless shell has none. */
  readonly headed?: boolean;
  /** Environment variables for the browser. Default: those of this process. */
  readonly env?: Environment;
  /** A command that runs the browser, such as one that keeps it on one core. */
  readonly prefix?: CommandPrefix | null;
}

/** A running browser. With `await using`, leaving the block closes it and removes its files. */
export interface LaunchedBrowser extends AsyncDisposable {
  /** Calls have no time limit of their own. The limits are in the plan, and the caller enforces them. */
  readonly browser: Browser;
  /** The browser's own version, such as `HeadlessChrome/147.0.7727.0`. */
  readonly version: string;
  /** Its command-line flags, without those that name folders of this machine. */
  readonly flags: readonly string[];
  readonly sandbox: SandboxState;
  /** Warnings for the report. */
  readonly notices: readonly string[];
  /** CPU time and state of its processes, from /proc; empty except on Linux. */
  readLoad(): Promise<readonly ProcessLoad[]>;
  /** Calls `listener` once if the browser ends without `close`, with the reason, such as `was ended by SIGKILL`. */
  onDisconnected(listener: (how: string) => void): void;
  /** Closes it, by force if necessary, and removes its folder. May be called more than once. */
  close(): Promise<void>;
}

/** The first launch on a cold machine under load took 4 s. */
const startLimitMs = 30_000;
const closeLimitMs = 5_000;
const goneLimitMs = 5_000;

const sandboxNotices: Readonly<Record<SandboxState, string | null>> = {
  on: null,
  "off-for-root": "The browser's sandbox is off, because Chromium has none for root.",
  "refused-by-kernel": "The browser's sandbox is off, because this system does not let users create namespaces.",
};

/**
 * Starts Chromium and connects to it, once more if it crashes. Throws `browser-launch-failed`, or `interrupted` when
 * aborted.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) return await launchTwice(options, "off-for-root");
  try {
    return await launchTwice(options, "on");
  } catch (error) {
    // Containers and some distributions forbid user namespaces. This shows only when Chromium tries.
    if (!(error instanceof FramegateError) || !/no usable sandbox|namespace|zygote_host/i.test(error.message))
      throw error;
    return await launchTwice(options, "refused-by-kernel");
  }
}

/** A crash while the browser starts is usually a one-off. A browser that cannot run at all fails both times. */
async function launchTwice(options: LaunchOptions, sandbox: SandboxState): Promise<LaunchedBrowser> {
  try {
    return await launchOnce(options, sandbox);
  } catch (error) {
    if (!(error instanceof FramegateError && error.cause instanceof EndedAtStart && hasCrashed(error.cause.how)))
      throw error;
    return await launchOnce(options, sandbox);
  }
}

/** The browser ended before it answered. */
class EndedAtStart extends Error {
  readonly how: string;

  constructor(how: string) {
    super(`it ${how}`);
    this.name = "EndedAtStart";
    this.how = how;
  }
}

/** Whether it was killed by a signal, or exited with the code by which a shell reports one. */
function hasCrashed(how: string): boolean {
  return /^was ended by|^exited with code 1(?:3[2-9])$/u.test(how);
}

async function launchOnce(options: LaunchOptions, sandbox: SandboxState): Promise<LaunchedBrowser> {
  const { browser: found, signal } = options;
  if (isAborted(signal)) throw new FramegateError("interrupted", {});
  const flags = flagsFor(options, sandbox);
  const folder = await createRunFolder();
  if (isAborted(signal)) {
    await folder.remove();
    throw new FramegateError("interrupted", {});
  }
  const env = browserEnvironment(options.env ?? process.env, found, folder, options.headed ?? false);
  const { executablePath } = found;
  const command = [...(options.prefix ?? []), executablePath, ...flags, ...processFlags(folder)];
  const chromium = await startIn(folder, command, env).catch((thrown: unknown) => {
    throw new FramegateError("browser-launch-failed", { executablePath, reason: reasonOf(thrown) }, { cause: thrown });
  });
  const onAbort = (): void => {
    chromium.kill();
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  void chromium.ended.then(() => {
    signal?.removeEventListener("abort", onAbort);
  });
  try {
    const { browser, version } = await connect(chromium);
    const notice = sandboxNotices[sandbox];
    return {
      browser,
      version,
      flags,
      sandbox,
      notices: notice === null ? [] : [notice],
      readLoad: async () => (chromium.pid === null ? [] : await readProcessLoad(chromium.pid)),
      ...createLifetime(browser, chromium),
    };
  } catch (error) {
    chromium.kill();
    await chromium.ended;
    if (isAborted(signal)) throw new FramegateError("interrupted", {}, { cause: error });
    const reason = [reasonOf(error), ...chromium.recentLines().slice(-10)].join("\n");
    throw new FramegateError(
      "browser-launch-failed",
      { executablePath: found.executablePath, reason },
      { cause: error },
    );
  }
}

async function startIn(folder: RunFolder, command: readonly string[], env: Environment): Promise<BrowserProcess> {
  const [program = "", ...args] = command;
  try {
    return startBrowserProcess(program, args, env, folder);
  } catch (thrown) {
    await folder.remove();
    throw thrown;
  }
}

function flagsFor(options: LaunchOptions, sandbox: SandboxState): readonly string[] {
  const { headed = false, hostRules = null, jsFlags = [], width = 1280, height = 720 } = options;
  return chromiumFlags({ headed, sandbox: sandbox === "on", hostRules, jsFlags, width, height });
}

interface Connected {
  readonly browser: Browser;
  readonly version: string;
}

/** Resolves when the browser answers. Rejects with the reason if its process ends first. */
async function connect(chromium: BrowserProcess): Promise<Connected> {
  const transport = createPipeTransport(chromium.toBrowser, chromium.fromBrowser, chromium.kill);
  // A browser exits when its pipe closes. A process that lives on is not a browser, or hangs.
  chromium.fromBrowser.once("close", () => {
    setTimeout(chromium.kill, goneLimitMs, "closed its connection").unref();
  });
  const limit = createLimit(startLimitMs);
  const failed = Promise.race([
    chromium.ended.then((how) => new EndedAtStart(how)),
    limit.reached.then(() => new Error(`it did not answer within ${String(startLimitMs)} ms`)),
  ]).then((error) => {
    throw error;
  });
  // The pipe closes before the exit code is known, and that error says less.
  const connected = connectThrough(transport).catch(async () => await failed);
  try {
    return await Promise.race([connected, failed]);
  } finally {
    limit.clear();
  }
}

/** Loads puppeteer while the browser starts. Either takes a quarter of a second. */
async function connectThrough(transport: ConnectionTransport): Promise<Connected> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const { default: puppeteer }: typeof puppeteerCore = createRequire(import.meta.url)("#bundled/puppeteer-core");
  const browser = await puppeteer.connect({ transport, defaultViewport: null, protocolTimeout: 0 });
  return { browser, version: await browser.version() };
}

function createLifetime(
  browser: Browser,
  chromium: BrowserProcess,
): Pick<LaunchedBrowser, "onDisconnected" | "close" | typeof Symbol.asyncDispose> {
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closing ??= closeOrKill(browser, chromium);
    await closing;
  };
  return {
    onDisconnected: (listener) => {
      void chromium.ended.then((how) => {
        if (closing === null) listener(how);
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function closeOrKill(browser: Browser, chromium: BrowserProcess): Promise<void> {
  const limit = createLimit(closeLimitMs);
  // A killed browser does not answer. Its process has ended, which is awaited below.
  browser.close().catch(() => undefined);
  await Promise.race([chromium.ended, limit.reached]);
  limit.clear();
  chromium.kill();
  await chromium.ended;
}

/** Sets the language, the time zone, the libraries and the folders. Everything else is inherited. */
function browserEnvironment(env: Environment, found: FoundBrowser, folder: RunFolder, headed: boolean): Environment {
  const inherited = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(LANGUAGE|LC_.*|FONTCONFIG_FILE|FONTCONFIG_SYSROOT)$/.test(name)),
  );
  const pinned = { LANG: "en_US.UTF-8", TZ: "UTC" };
  const libraries =
    found.libraryPath === null
      ? {}
      : { LD_LIBRARY_PATH: [found.libraryPath, env["LD_LIBRARY_PATH"] ?? ""].filter((path) => path !== "").join(":") };
  const fonts = found.fontPath === null ? {} : { FONTCONFIG_PATH: found.fontPath };
  // On macOS the sockets are in the temporary folder, and their paths are limited to 104 bytes.
  const temporary = process.platform === "linux" ? { TMPDIR: folder.temporary } : {};
  // A browser with a window needs the user's home folder for the display. A packaged browser may insist on it, too.
  const home =
    found.headlessShell && !headed
      ? { HOME: folder.home, XDG_CACHE_HOME: folder.home, XDG_CONFIG_HOME: folder.home, XDG_DATA_HOME: folder.home }
      : {};
  return { ...inherited, ...pinned, ...libraries, ...fonts, ...temporary, ...home };
}

interface Limit {
  readonly reached: Promise<void>;
  clear(): void;
}

function createLimit(milliseconds: number): Limit {
  let timer: NodeJS.Timeout | undefined;
  const reached = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return {
    reached,
    clear: () => {
      clearTimeout(timer);
    },
  };
}

// A function, because the compiler assumes that a property once seen as false stays false.
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
