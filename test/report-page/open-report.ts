import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "#puppeteer-core";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser, type LaunchedBrowser } from "../../harness/browser/launch-browser.ts";
import { renderPage } from "../../harness/render-page.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { ViewTrend } from "../../src/formats/report-view.ts";
import { noPictures, type RunPictures } from "../../src/formats/run-pictures.ts";

/** A report in a browser. Disposing it closes the browser and removes the file. */
export interface OpenReport extends AsyncDisposable {
  readonly page: Page;
  /** The URLs that the page requested. */
  readonly requests: readonly string[];
  /** The page's console messages and uncaught errors. */
  readonly complaints: readonly string[];
}

/** Opens the page of a report, and waits until its frames are shown. */
export async function openReport(
  file: ReportFile,
  pictures: RunPictures = noPictures,
  trends: readonly ViewTrend[] = [],
): Promise<OpenReport> {
  return await openHtml(renderPage(file, pictures, { trends }), ".panel h3");
}

/** Opens a page from the disk, as a double click would, and waits until it shows an element or says why not. */
export async function openHtml(html: string, awaited: string): Promise<OpenReport> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-report-page-"));
  const path = join(folder, "report.html");
  writeFileSync(path, html);
  const launched = await launchBrowser({ browser: await findBrowser(process.env), width: 1280, height: 900 });
  const opened = await open(launched, pathToFileURL(path).href, awaited);
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await launched.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function open(
  { browser }: LaunchedBrowser,
  url: string,
  awaited: string,
): Promise<Pick<OpenReport, "page" | "requests" | "complaints">> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (thrown) => complaints.push(String(thrown)));
  await page.goto(url);
  await page.waitForSelector(`${awaited}, [role=alert]`);
  return { page, requests, complaints };
}

/** The text of the first element of a selector, on one line. */
export async function textOf(page: Page, selector: string): Promise<string> {
  return await page.$eval(selector, (found) => found.textContent.replaceAll(/\s+/gu, " ").trim());
}

/** Selects a frame in the viewer, by its number. */
export async function selectFrame(page: Page, frame: number): Promise<void> {
  await page.$eval(
    "#frame-number",
    (input, value) => {
      if (!(input instanceof HTMLInputElement)) throw new TypeError("The frame has an input.");
      input.value = value;
      input.dispatchEvent(new Event("change"));
    },
    String(frame),
  );
}
