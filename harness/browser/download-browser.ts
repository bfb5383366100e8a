import { createRequire } from "node:module";
import type * as browsers from "@puppeteer/browsers";
import { FramegateError, reasonOf } from "../errors.ts";
import { puppeteerCacheFolder } from "../cache-folder.ts";
import type { Environment } from "../environment.ts";
import { pinnedBuildId } from "./puppeteer-cache.ts";

/**
 * Downloads the pinned headless shell into puppeteer's cache, where `findBrowser` looks, and returns its path. Calls
 * `report` with a progress sentence. Throws `browser-download-failed`.
 */
export async function installPinnedShell(
  env: Environment,
  report: (sentence: string) => void,
  baseUrl?: string,
): Promise<string> {
  const cacheDir = puppeteerCacheFolder(env);
  try {
    // Loaded lazily: it is slow to load and needed once per machine.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
    const installer: typeof browsers = createRequire(import.meta.url)("#bundled/puppeteer-browsers");
    const { Browser, canDownload, detectBrowserPlatform, install } = installer;
    const platform = detectBrowserPlatform();
    if (platform === undefined) throw new Error("there is no headless shell for this platform");
    const request = {
      browser: Browser.CHROMEHEADLESSSHELL,
      buildId: pinnedBuildId,
      cacheDir,
      platform,
      ...(baseUrl === undefined ? {} : { baseUrl }),
    };
    if (!(await canDownload(request))) throw new Error("the download host cannot be reached, or has no such build");
    report(`Fetching chrome-headless-shell ${pinnedBuildId} for ${platform}.`);
    return (await install(request)).executablePath;
  } catch (error) {
    throw new FramegateError("browser-download-failed", { reason: reasonOf(error) }, { cause: error });
  }
}
