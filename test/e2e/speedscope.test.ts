import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser, type LaunchedBrowser } from "../../harness/browser/launch-browser.ts";
import { renderCpuProfile } from "../../harness/report/chrome-profile.ts";
import { renderChromeTrace } from "../../harness/report/chrome-trace.ts";
import { makeProfiledRun, span } from "../harness/fixtures/make-profiled-run.ts";

// The page that speedscope's package brings, as its command opens it: what it shows is what a user sees.
const speedscope = join(
  dirname(createRequire(import.meta.url).resolve("speedscope/package.json")),
  "dist/release/index.html",
);

const run = makeProfiledRun(
  [span(1000, 5000), span(6000, 10_000)],
  Array.from({ length: 90 }, (_, index) => {
    const stack = index % 3 === 0 ? ["g tick", "g steerShoal"] : ["g tick", "g steerShoal", "l intersectRay"];
    return [1000 + index * 100, ...stack] as const;
  }),
);
const range = { first: 0, last: 1 };

const folder = mkdtempSync(join(tmpdir(), "framegate-speedscope-"));
let launched: LaunchedBrowser;
beforeAll(async () => {
  launched = await launchBrowser({ browser: await findBrowser(process.env), width: 1280, height: 900 });
});
afterAll(async () => {
  await launched.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Loads a file into speedscope, and returns the lines of its table of functions. */
async function openInSpeedscope(name: string, text: string): Promise<{ lines: string; complaints: readonly string[] }> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const page = await launched.browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (thrown) => complaints.push(String(thrown)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("dialog", (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(speedscope).href);
  const input = await page.waitForSelector("input[type=file]");
  await input?.uploadFile(path);
  // "Sandwich", the table of all functions, is the third view.
  await page.waitForFunction("document.body.textContent.includes('Sandwich')");
  await page.keyboard.press("3");
  await page.waitForFunction("document.querySelector('table') !== null");
  const lines = String(await page.evaluate("document.body.innerText"));
  await page.close();
  return { lines, complaints };
}

it("reads a .cpuprofile, with the functions and their shares", async () => {
  const { lines, complaints } = await openInSpeedscope("run.cpuprofile", renderCpuProfile(run, range));
  expect(complaints).toEqual([]);
  expect(lines).toMatch(/\(100%\)[^(]*\(34%\)\s*steerShoal/u);
  expect(lines).toMatch(/\(66%\)[^(]*\(66%\)\s*intersectRay/u);
});

it("reads the trace of a profile", async () => {
  const { lines, complaints } = await openInSpeedscope("trace.json", renderChromeTrace(run, range));
  expect(complaints).toEqual([]);
  expect(lines).toContain("steerShoal");
  expect(lines).toContain("intersectRay");
});
