import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../../../harness/browser/find-browser.ts";
import { launchBrowser, type LaunchedBrowser } from "../../../../harness/browser/launch-browser.ts";
import type { SourceEvent } from "../../../../src/formats/tape.ts";
import { bundle } from "../../bundle.ts";

let launched: LaunchedBrowser;
let script = "";
beforeAll(async () => {
  launched = await launchBrowser({ browser: await findBrowser(process.env), width: 320, height: 240 });
  script = await bundle(new URL("real-input-page.ts", import.meta.url));
});
afterAll(async () => {
  await launched.close();
});

/** Opens a page whose devices are recorded. */
async function open(hasTouch = false): Promise<Page> {
  const page = await launched.browser.newPage();
  await page.setViewport({ width: 320, height: 240, hasTouch });
  await page.evaluateOnNewDocument(script);
  await page.goto(
    "data:text/html,<!doctype html><meta name=viewport content='width=device-width'><body style='margin:0;height:2000px'><input id=name>",
  );
  await take(page);
  return page;
}

async function take(page: Page): Promise<readonly SourceEvent[]> {
  return await page.evaluate(() => globalThis.realInput.take());
}

describe("the devices of a page that is recorded", () => {
  it("are recorded from the first call on, in order, and stay hidden from the page", async () => {
    const page = await launched.browser.newPage();
    await page.setViewport({ width: 320, height: 240 });
    await page.evaluateOnNewDocument(script);
    await page.goto("data:text/html,<!doctype html><input id=name autofocus>");
    await page.keyboard.press("KeyA");
    expect(await take(page)).toEqual([]);
    await page.mouse.move(40, 50);
    await page.keyboard.press("KeyB");
    await page.mouse.click(40, 50, { button: "right" });
    expect(await take(page)).toEqual([
      { type: "mouse_move", dx: expect.any(Number), dy: expect.any(Number), x: 40, y: 50 },
      { type: "key", code: "KeyB", pressed: true },
      { type: "key", code: "KeyB", pressed: false },
      { type: "mouse_button", button: 2, pressed: true, x: 40, y: 50 },
      { type: "mouse_button", button: 2, pressed: false, x: 40, y: 50 },
    ]);
    const times = await page.evaluate(() => globalThis.realInput.times());
    expect(times.toSorted((left, right) => left - right)).toEqual(times);
    expect(await page.$eval("#name", (input) => (input as HTMLInputElement).value)).toBe("");
    expect(await take(page)).toEqual([]);
    await page.close();
  });

  it("are a mouse without a position while the page has the pointer lock", async () => {
    const page = await open();
    await page.mouse.move(10, 10);
    await page.evaluate(() => {
      globalThis.realInput.isLocked = true;
    });
    await take(page);
    await page.mouse.move(30, 15);
    await page.mouse.down();
    expect(await take(page)).toEqual([
      { type: "mouse_move", dx: 20, dy: 5 },
      { type: "mouse_button", button: 0, pressed: true },
    ]);
    await page.close();
  });

  it("turn a finger into a mouse, and warn about a second one", async () => {
    const page = await open(true);
    const first = await page.touchscreen.touchStart(50, 60);
    await first.move(70, 60);
    const second = await page.touchscreen.touchStart(200, 200);
    await second.end();
    await first.end();
    const events = await take(page);
    expect(events).toEqual([
      { type: "mouse_button", button: 0, pressed: true, x: 50, y: 60 },
      { type: "mouse_move", dx: expect.any(Number), dy: expect.any(Number), x: 70, y: 60 },
      { type: "mouse_button", button: 0, pressed: false, x: 70, y: 60 },
    ]);
    expect(await page.evaluate(() => globalThis.realInput.warnings)).toEqual([
      "A second finger touched the page. A tape holds one finger, so it was left out.",
    ]);
    await page.close();
  });

  it("include gamepads, which are polled and reported when they change", async () => {
    const page = await open();
    await page.evaluate(() => {
      const pad = {
        id: "pad",
        index: 1,
        connected: true,
        mapping: "standard",
        axes: [0.5, 0],
        buttons: [{ pressed: true, value: 1 }],
      };
      globalThis.realInput.pads = [null, pad as unknown as Gamepad];
    });
    expect(await take(page)).toEqual([
      { type: "gamepad", index: 1, axes: [0.5, 0], buttons: [{ pressed: true, value: 1 }] },
    ]);
    expect(await take(page)).toEqual([]);
    await page.evaluate(() => {
      globalThis.realInput.pads = [];
    });
    expect(await take(page)).toEqual([{ type: "gamepad", index: 1, connected: false }]);
    await page.close();
  });

  it("report when the page loses and regains the focus", async () => {
    const page = await open();
    await page.evaluate(() => {
      globalThis.realInput.isAway = true;
    });
    expect(await take(page)).toEqual([{ type: "blur" }]);
    expect(await take(page)).toEqual([]);
    await page.evaluate(() => {
      globalThis.realInput.isAway = false;
    });
    expect(await take(page)).toEqual([{ type: "focus" }]);
    await page.close();
  });

  it("report a wheel in pixels", async () => {
    const page = await open();
    await page.mouse.move(10, 10);
    await page.mouse.wheel({ deltaX: 5, deltaY: 120 });
    await page.waitForFunction(
      () => globalThis.realInput.take().some((event) => event.type === "wheel" && event.dx === 5 && event.dy === 120),
      { polling: 20 },
    );
    // Otherwise the page would have scrolled.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.close();
  });
});
