import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser, type LaunchedBrowser } from "../../../harness/browser/launch-browser.ts";
import type { SourceEvent } from "../../../src/formats/tape.ts";
import { bundle } from "../bundle.ts";
import { readLockRecording, type RecordedEvent } from "./pointer-lock-recording.ts";

let launched: LaunchedBrowser;
let script = "";
beforeAll(async () => {
  launched = await launchBrowser({ browser: await findBrowser(process.env), width: 640, height: 480 });
  script = await bundle(new URL("devices-page.ts", import.meta.url));
});
afterAll(async () => {
  await launched.close();
});

const digital = (...bindings: readonly object[]): object => ({ valueType: "digital", bindings });
const run = digital({ type: "key", code: "KeyA" });
const fire = digital({ type: "mouse_button", button: 0 });
const place = { valueType: "pointerPosition", bindings: [{ type: "test_pointer_position", sourceId: "pointer" }] };
const look = { valueType: "pointerDelta", bindings: [{ type: "mouse_move" }] };

/**
 * Opens a page in the foreground whose devices feed a manager with this map. Events come from the browser itself, by
 * CDP.
 */
async function open(actions: object, body = "", hasTouch = false): Promise<Page> {
  const page = await launched.browser.newPage();
  await page.setViewport({ width: 640, height: 480, hasTouch, isMobile: hasTouch });
  await page.evaluateOnNewDocument(script);
  await page.goto(
    `data:text/html,<!doctype html><meta name=viewport content="width=device-width"><body style="margin:0;height:2000px">${body}`,
  );
  await page.bringToFront();
  await page.evaluate((map) => {
    globalThis.startDevices(map);
  }, actions);
  return page;
}

/**
 * Begins a step and returns its events, without their step and without mouse moves by nothing, which a browser may send
 * whenever the element under the mouse may have changed.
 */
async function step(page: Page): Promise<readonly SourceEvent[]> {
  const events = await page.evaluate(() => globalThis.underTest.step());
  const moved = events.filter((event) => event.type !== "mouse_move" || event.dx !== 0 || event.dy !== 0);
  return moved.map((event) => {
    const rest: { step?: number } = { ...event };
    delete rest.step;
    return rest as SourceEvent;
  });
}

describe("the keyboard", () => {
  it("presses and releases by code, without the repeats of a held key", async () => {
    const page = await open({ run });
    await page.keyboard.down("KeyA");
    await page.keyboard.down("KeyA");
    expect(await step(page)).toEqual([{ type: "key", code: "KeyA", pressed: true }]);
    expect(await page.evaluate(() => globalThis.underTest.manager.pressCount("run"))).toBe(1);
    await page.keyboard.up("KeyA");
    expect(await step(page)).toEqual([{ type: "key", code: "KeyA", pressed: false }]);
    await page.close();
  });

  it("ignores typing in text fields, but still receives releases there", async () => {
    const page = await open({ run }, "<input id=name>");
    await page.keyboard.down("KeyA");
    await page.focus("#name");
    await page.keyboard.up("KeyA");
    await page.keyboard.press("KeyA");
    expect(await page.$eval("#name", (input) => (input as HTMLInputElement).value)).toBe("a");
    expect((await step(page)).map((event) => event.type === "key" && event.pressed)).toEqual([true, false, false]);
    await page.close();
  });

  it("prevents the browser's default action for keys that the game uses, and for no others", async () => {
    const page = await open({ jump: digital({ type: "key", code: "Space" }) });
    const prevented = async (code: "Space" | "PageDown"): Promise<boolean> => {
      // In two calls, because keys and scripts reach the page in different ways, and a key may overtake a script.
      const seen = await page.evaluateHandle(() => ({
        isPrevented: new Promise<boolean>((resolve) => {
          addEventListener(
            "keydown",
            (event) => {
              resolve(event.defaultPrevented);
            },
            { once: true },
          );
        }),
      }));
      await page.keyboard.press(code);
      return await seen.evaluate(({ isPrevented }) => isPrevented);
    };
    expect(await prevented("Space")).toBe(true);
    expect(await prevented("PageDown")).toBe(false);
    await page.close();
  });
});

describe("the mouse", () => {
  it("reports its position in the game's own pixels, and every button, even while another is held", async () => {
    const page = await open({ fire, place });
    await page.mouse.move(150, 120);
    await page.mouse.down();
    await page.mouse.down({ button: "right" });
    await page.mouse.up({ button: "right" });
    await page.mouse.up();
    const at = { x: 200, y: 200 };
    const events = await step(page);
    expect(events[0]).toMatchObject({ type: "mouse_move", ...at });
    expect(events.slice(1)).toEqual([
      { type: "mouse_button", button: 0, pressed: true, ...at },
      { type: "mouse_button", button: 2, pressed: true, ...at },
      { type: "mouse_button", button: 2, pressed: false, ...at },
      { type: "mouse_button", button: 0, pressed: false, ...at },
    ]);
    expect(await page.evaluate(() => globalThis.underTest.manager.getPointerPosition("place"))).toEqual(at);
    await page.close();
  });

  it("reports a release outside of the stage, but no press there", async () => {
    const page = await open({ fire, place });
    const buttons = async (): Promise<readonly unknown[]> =>
      (await step(page)).flatMap((event) => (event.type === "mouse_button" ? [event.pressed] : []));
    await page.mouse.move(100, 100);
    await page.mouse.down();
    await page.mouse.move(600, 400);
    await page.mouse.up();
    expect(await buttons()).toEqual([true, false]);
    await page.mouse.down();
    await page.mouse.move(100, 100);
    await page.mouse.up();
    expect(await buttons()).toEqual([]);
    await page.close();
  });

  it("reports its movement and its wheel", async () => {
    const page = await open({ look, place });
    await page.mouse.move(100, 100);
    await step(page);
    await page.mouse.move(130, 90, { steps: 6 });
    // All movement between two steps is merged.
    expect(await step(page)).toEqual([{ type: "mouse_move", dx: 30, dy: -10, x: 160, y: 140 }]);
    await page.mouse.wheel({ deltaX: 5, deltaY: 120 });
    // A wheel event arrives after the compositor has handled it.
    await page.waitForFunction(
      () => globalThis.underTest.step().some((event) => event.type === "wheel" && event.dy === 120),
      { polling: 20 },
    );
    await page.close();
  });

  // Played, because a headless shell that really locks its pointer floods its page with events: see
  // record-pointer-lock.ts.
  it("is locked by a press where the map reads its movement, and has no position until the lock ends", async () => {
    const page = await open({ look, fire });
    const played = await page.evaluate((events) => {
      const stage = document.querySelector("#stage");
      const asked: { readonly by: Element; readonly during: string }[] = [];
      let now: RecordedEvent | undefined;
      Object.defineProperty(document, "pointerLockElement", { get: () => (now?.isLocked === true ? stage : null) });
      Element.prototype.requestPointerLock = function request(): Promise<void> {
        asked.push({ by: this, during: now?.type ?? "" });
        return Promise.resolve();
      };
      for (const event of events) {
        now = event;
        const { type, mouse } = event;
        const options = { ...mouse, bubbles: true, composed: true, cancelable: true };
        if (mouse === undefined) document.dispatchEvent(new Event(type));
        else if (!type.startsWith("pointer")) stage?.dispatchEvent(new MouseEvent(type, options));
        else stage?.dispatchEvent(new PointerEvent(type, { ...options, isPrimary: true, pointerType: "mouse" }));
      }
      return asked.map(({ by, during }) => `${by.id} ${during}`);
    }, readLockRecording().events);
    // Not by the two presses under the lock.
    expect(played).toEqual(["stage pointerdown", "stage pointerdown"]);
    const before = { x: 100, y: 160 };
    const after = { x: 200, y: 160 };
    expect(await page.evaluate(() => globalThis.underTest.step())).toEqual(
      [
        { type: "mouse_move", dx: 0, dy: 0, ...before },
        { type: "mouse_button", button: 0, pressed: true, ...before },
        { type: "mouse_button", button: 0, pressed: false, ...before },
        { type: "pointer_lock", locked: true },
        { type: "mouse_move", dx: 30, dy: -10 },
        { type: "mouse_button", button: 0, pressed: true },
        { type: "mouse_button", button: 2, pressed: true },
        { type: "mouse_button", button: 2, pressed: false },
        { type: "mouse_button", button: 0, pressed: false },
        { type: "pointer_lock", locked: false },
        { type: "mouse_move", dx: 10, dy: 0, ...after },
        { type: "mouse_button", button: 0, pressed: true, ...after },
        { type: "mouse_button", button: 0, pressed: false, ...after },
        { type: "pointer_lock", locked: true },
      ].map((event) => ({ step: 0, ...event })),
    );
    expect(await page.evaluate(() => globalThis.underTest.warnings)).toEqual([]);
    await page.close();
  });

  it("requests its lock on a press if the map reads its movement but not its position, and reports the answer", async () => {
    const pressOn = async (actions: object): Promise<unknown> => {
      const page = await open(actions);
      await page.evaluate(() => {
        Element.prototype.requestPointerLock = function refuse(): Promise<void> {
          return Promise.reject(new Error(`not on ${this.id}`));
        };
      });
      await page.mouse.click(100, 100);
      await page.evaluate(() => document.dispatchEvent(new Event("pointerlockchange")));
      const told = (await step(page)).filter(({ type }) => type === "pointer_lock");
      const warnings = await page.evaluate(() => globalThis.underTest.warnings);
      await page.close();
      return { told, warnings };
    };
    const told = [{ type: "pointer_lock", locked: false }];
    expect(await pressOn({ look })).toEqual({ told, warnings: ["The browser did not lock the pointer: not on stage"] });
    expect(await pressOn({ look, place })).toEqual({ told, warnings: [] });
  });
});

describe("touch controls", () => {
  const map = {
    jump: digital({ type: "touch_button", sourceId: "jump" }),
    move: { valueType: "vector2", bindings: [{ type: "touch_stick", sourceId: "left" }] },
  };

  async function centreOf(page: Page, source: string): Promise<{ x: number; y: number; width: number }> {
    return await page.evaluate((name) => {
      const host = document.querySelector("framegate-touch-controls");
      const control = host?.shadowRoot?.querySelector(`[data-source=${name}]`);
      const box = control?.getBoundingClientRect() ?? new DOMRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
    }, source);
  }

  it("appear only if touch is the main pointer", async () => {
    const isShown = async (page: Page): Promise<unknown> =>
      await page.$eval("framegate-touch-controls", (host) => getComputedStyle(host).display !== "none");
    const [touched, clicked] = [await open(map, "", true), await open(map)];
    expect([await isShown(touched), await isShown(clicked)]).toEqual([true, false]);
    await Promise.all([touched.close(), clicked.close()]);
  });

  it("press a button and push a stick with one finger each, at the same time", async () => {
    const page = await open(map, "", true);
    const [button, stick] = [await centreOf(page, "jump"), await centreOf(page, "left")];
    const left = await page.touchscreen.touchStart(stick.x, stick.y);
    const right = await page.touchscreen.touchStart(button.x, button.y);
    await left.move(stick.x + stick.width / 4, stick.y);
    const read = async (): Promise<unknown> =>
      await page.evaluate(() => {
        globalThis.underTest.step();
        const { manager } = globalThis.underTest;
        return [
          manager.isPressed("jump"),
          Math.round(manager.getVector2("move").x * 100),
          manager.getVector2("move").y,
        ];
      });
    expect(await read()).toEqual([true, 50, 0]);
    await left.end();
    await right.end();
    expect(await read()).toEqual([false, 0, 0]);
    await page.close();
  });

  it("release everything when the map changes, and show the new controls", async () => {
    const page = await open(map, "", true);
    const button = await centreOf(page, "jump");
    await page.touchscreen.touchStart(button.x, button.y);
    await step(page);
    await page.evaluate(
      (actions) => {
        globalThis.underTest.loadMap(actions);
      },
      { ...map, duck: digital({ type: "touch_button", sourceId: "duck" }) },
    );
    expect(await step(page)).toEqual([{ type: "touch_button", sourceId: "jump", pressed: false }]);
    expect((await centreOf(page, "duck")).width).toBeGreaterThan(0);
    await page.close();
  });
});

describe("leaving the page", () => {
  it("releases everything, once, and reports the return", async () => {
    const page = await open(
      { run, fire, place },
      '<iframe srcdoc="elsewhere" style="position:absolute;left:460px;top:0;width:150px;height:100px"></iframe>',
    );
    await page.mouse.click(100, 100);
    await page.keyboard.down("KeyA");
    await step(page);
    await page.mouse.click(500, 50);
    expect((await step(page)).filter(({ type }) => type === "blur")).toHaveLength(1);
    expect(await page.evaluate(() => globalThis.underTest.manager.isJustReleased("run"))).toBe(true);
    await page.mouse.click(100, 100);
    expect((await step(page)).map(({ type }) => type)).toContain("focus");
    await page.close();
  });

  it("has the same effect as detaching, after which there are no events", async () => {
    const page = await open({ run });
    await page.keyboard.down("KeyA");
    await step(page);
    await page.evaluate(() => {
      globalThis.underTest.devices.detach();
    });
    await page.keyboard.up("KeyA");
    await page.keyboard.press("KeyA");
    expect(await step(page)).toEqual([{ type: "blur" }]);
    expect(await page.$("framegate-touch-controls")).toBeNull();
    await page.close();
  });
});
