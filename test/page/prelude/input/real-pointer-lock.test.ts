import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../../../harness/browser/find-browser.ts";
import { launchBrowser, type LaunchedBrowser } from "../../../../harness/browser/launch-browser.ts";
import { bundle } from "../../bundle.ts";

let launched: LaunchedBrowser;
let script = "";
beforeAll(async () => {
  launched = await launchBrowser({ browser: await findBrowser(process.env), width: 320, height: 240 });
  script = await bundle(new URL("lock-page.ts", import.meta.url));
});
afterAll(async () => {
  await launched.close();
});

async function open(): Promise<Page> {
  const page = await launched.browser.newPage();
  await page.evaluateOnNewDocument(script);
  await page.goto("data:text/html,<!doctype html><body>");
  return page;
}

describe("a pointer lock where a person plays", () => {
  it("also uses the browser's lock, and ends it", async () => {
    const page = await open();
    const found = await page.evaluate(async () => {
      const { real, heard, asked } = globalThis.lockUnderTest;
      await document.body.requestPointerLock();
      const takenBack = [real.follow(true)];
      document.exitPointerLock();
      // The browser reports the change, which the page caused itself.
      takenBack.push(real.follow(false));
      await new Promise((resolve) => setTimeout(resolve, 0));
      return { takenBack, heard, asked };
    });
    expect(found).toEqual({ takenBack: [false, false], heard: ["body", "none"], asked: ["lock body", "exit"] });
    await page.close();
  });

  it("is ended by the person once, which the page learns from the tape", async () => {
    const page = await open();
    const found = await page.evaluate(async () => {
      const { lock, real, heard, asked } = globalThis.lockUnderTest;
      await document.body.requestPointerLock();
      const takenBack = [real.follow(true), real.follow(false), real.follow(false)];
      const before = [...heard];
      lock.exit();
      return { takenBack, before, heard, asked };
    });
    expect(found).toEqual({
      takenBack: [false, true, false],
      before: ["body"],
      heard: ["body", "none"],
      asked: ["lock body"],
    });
    await page.close();
  });

  it("ends a lock that the browser grants only after the page has changed its mind", async () => {
    const page = await open();
    const asked = await page.evaluate(() => {
      const { real, asked: calls } = globalThis.lockUnderTest;
      void document.body.requestPointerLock();
      document.exitPointerLock();
      real.follow(true);
      return calls;
    });
    expect(asked).toEqual(["lock body", "exit", "exit"]);
    await page.close();
  });

  it("is granted to the page even if the browser refuses it, with a warning to the person", async () => {
    const page = await open();
    const { heard, warnings } = await page.evaluate(async () => {
      globalThis.refusesLock = true;
      await document.body.requestPointerLock();
      return globalThis.lockUnderTest;
    });
    expect(heard).toEqual(["body"]);
    expect(warnings).toEqual([
      "The browser did not lock the pointer, so the mouse may leave the window: Error: no gesture",
    ]);
    await page.close();
  });
});
