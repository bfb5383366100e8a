import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";
import { FramegateError } from "../errors.ts";
import { puppeteerCacheFolder } from "../cache-folder.ts";
import { canRunEmbedded, findEmbeddedPackage } from "./embedded-package.ts";
import type { Environment } from "../environment.ts";
import { puppeteerCacheCandidates } from "./puppeteer-cache.ts";
import { systemCandidates } from "./system-browsers.ts";
import { unpackEmbedded } from "./unpack-embedded.ts";

/** Where a browser was found, in search order. */
export type BrowserSource =
  "FRAMEGATE_BROWSER" | "PUPPETEER_EXECUTABLE_PATH" | "embedded" | "puppeteer-cache" | "system";

/** A browser that can be launched. */
export interface FoundBrowser {
  readonly executablePath: string;
  readonly source: BrowserSource;
  /** Folder with shared libraries for it, absolute; null if it needs none. */
  readonly libraryPath: string | null;
  /** Folder with a fonts.conf for it, absolute; null if it uses the fonts of the system. */
  readonly fontPath: string | null;
  /** Whether it is the headless shell, which cannot open a window and starts faster. */
  readonly headlessShell: boolean;
}

/** Environment of a search besides the variables. Each default is this machine's. */
export interface FindBrowserOptions {
  readonly platform?: string;
  readonly arch?: string;
  readonly signal?: AbortSignal;
  /** Called before the embedded browser is unpacked, which takes seconds. */
  readonly onUnpack?: () => void;
  /** Requires a browser that can open a window; a headless shell cannot. */
  readonly headed?: boolean;
}

/** Environment variables that name a browser. The first one that is set wins. */
const namingVariables = ["FRAMEGATE_BROWSER", "PUPPETEER_EXECUTABLE_PATH"] as const;

/**
 * Finds the browser to run: the one that a variable names, else the embedded one (unpacked if necessary), else one in
 * puppeteer's cache, else the system's.
 *
 * Throws `browser-path-missing` if a variable names no executable file, because falling back to another browser would
 * silently change the figures; `browser-not-found`; `browser-unpack-failed`; `browser-without-window` if a window is
 * needed and only headless shells are found.
 */
export async function findBrowser(env: Environment, options: FindBrowserOptions = {}): Promise<FoundBrowser> {
  const platform = options.platform ?? process.platform;
  const arch = options.arch ?? process.arch;
  const headed = options.headed ?? false;
  const named = await findNamed(env, headed);
  if (named !== null) return named;

  if (!headed && canRunEmbedded(platform, arch)) {
    const embedded = await findEmbeddedPackage();
    if (embedded !== null) {
      return { ...(await unpackEmbedded(embedded, env, options)), source: "embedded", headlessShell: true };
    }
  }
  const cacheFolder = puppeteerCacheFolder(env);
  const isWanted = (path: string): boolean => !headed || !isHeadlessShell(path);
  const cached = await firstRunnable((await puppeteerCacheCandidates(cacheFolder, platform, arch)).filter(isWanted));
  if (cached !== null) return fromPath(cached, "puppeteer-cache");

  const installed = await firstRunnable(systemCandidates(env, platform).filter(isWanted));
  if (installed !== null) return fromPath(installed, "system");
  const tried = `${cacheFolder}, Chrome and Chromium of the system`;
  if (headed) throw new FramegateError("browser-without-window", { what: `None was found in ${tried}` });
  throw new FramegateError("browser-not-found", {
    tried: `${namingVariables.join(", ")}, the npm package @sparticuz/chromium (Linux x64), ${tried}`,
  });
}

/**
 * Finds a browser that can open a window here. Throws `no-display` where none can be shown, and as `findBrowser`.
 */
export async function findBrowserWithWindow(
  env: Environment,
  options: Omit<FindBrowserOptions, "headed"> = {},
): Promise<FoundBrowser> {
  const hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (env[name] ?? "") !== "");
  if ((options.platform ?? process.platform) === "linux" && !hasDisplay) throw new FramegateError("no-display", {});
  return await findBrowser(env, { ...options, headed: true });
}

async function findNamed(env: Environment, headed: boolean): Promise<FoundBrowser | null> {
  for (const variable of namingVariables) {
    const path = env[variable];
    if (path === undefined || path === "") continue;
    if (!(await canRun(path))) throw new FramegateError("browser-path-missing", { variable, path });
    if (headed && isHeadlessShell(path)) {
      throw new FramegateError("browser-without-window", { what: `${variable} names the headless shell ${path}` });
    }
    return fromPath(path, variable);
  }
  return null;
}

function fromPath(executablePath: string, source: BrowserSource): FoundBrowser {
  return { executablePath, source, libraryPath: null, fontPath: null, headlessShell: isHeadlessShell(executablePath) };
}

function isHeadlessShell(executablePath: string): boolean {
  return /headless[-_]shell/.test(basename(executablePath));
}

async function firstRunnable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await canRun(path)) return path;
  return null;
}

async function canRun(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
