import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import { build } from "vite";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";
import type { InstrumentOptions } from "./instrument-page.ts";

/** A browser whose pages have the instruments installed before any script of theirs. */
export interface InstrumentBrowser extends AsyncDisposable {
  /** Opens a page; with null as the browser made it. `scripts` are bundles that run after the instruments. */
  open(options: InstrumentOptions | null, scripts?: readonly string[]): Promise<Page>;
}

/** Launches one browser for a file of tests. */
export async function launchInstrumentBrowser(): Promise<InstrumentBrowser> {
  const launched = await launchBrowser({ browser: await findBrowser(process.env) });
  const instruments = await bundle("instrument-page.ts");
  return {
    async open(options, scripts = []) {
      const page = await launched.browser.newPage();
      await page.evaluateOnNewDocument((value) => {
        globalThis.instrumentOptions = value ?? undefined;
      }, options);
      await page.evaluateOnNewDocument(instruments);
      for (const script of scripts) await page.evaluateOnNewDocument(script);
      await page.goto("data:text/html,<!doctype html><title>instrument</title>");
      return page;
    },
    [Symbol.asyncDispose]: launched.close,
  };
}

/** Builds a file of this folder, and what it imports, into one script. */
export async function bundle(fileName: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL(fileName, import.meta.url)), formats: ["iife"], name: "underTest" },
    },
  });
  const [chunk] = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  if (chunk?.type !== "chunk") throw new Error(`${fileName} was not built.`);
  return chunk.code;
}
