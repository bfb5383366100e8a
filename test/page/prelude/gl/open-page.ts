import type { Page } from "puppeteer-core";
import { findBrowser } from "../../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../../harness/browser/launch-browser.ts";
import { bundle } from "../../bundle.ts";
import type { InstrumentOptions } from "./instrument-page.ts";

/** A browser that installs the instruments in every page, before any of its scripts. */
export interface InstrumentBrowser extends AsyncDisposable {
  /** Opens a page; with null, without instruments. `scripts` are bundles that run after the instruments. */
  open(options: InstrumentOptions | null, scripts?: readonly string[]): Promise<Page>;
}

/** Launches one browser for a whole test file. */
export async function launchInstrumentBrowser(): Promise<InstrumentBrowser> {
  const launched = await launchBrowser({ browser: await findBrowser(process.env) });
  const instruments = await bundle(new URL("instrument-page.ts", import.meta.url));
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
