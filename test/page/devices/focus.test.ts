import { createServer, type Server } from "node:http";
import type { CDPSession, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser, type LaunchedBrowser } from "../../../harness/browser/launch-browser.ts";
import { bundle } from "../bundle.ts";

// Real events of a page in the headless shell: minimizing its window hides it and takes its focus; freezing, leaving or
// closing it hides it but leaves the focus. Not tested, because they change nothing there: another tab in the
// foreground, in the same or another context, and turning off focus emulation.

let launched: LaunchedBrowser;
let server: Server;
let origin = "";
let script = "";
beforeAll(async () => {
  launched = await launchBrowser({ browser: await findBrowser(process.env), width: 640, height: 480 });
  script = await bundle(new URL("devices-page.ts", import.meta.url));
  server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><body style='margin:0'>");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  origin = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : "")}`;
});
afterAll(async () => {
  await launched.close();
  server.closeAllConnections();
  server.close();
});

const actions = {
  run: { valueType: "digital", bindings: [{ type: "key", code: "KeyA" }] },
  fire: { valueType: "digital", bindings: [{ type: "mouse_button", button: 0 }] },
  jump: { valueType: "digital", bindings: [{ type: "gamepad_button", button: 0 }] },
  steer: { valueType: "scalar", bindings: [{ type: "test_axis", sourceId: "wheel" }] },
};

const pressedPad = {
  id: "pad",
  index: 0,
  connected: true,
  mapping: "standard",
  axes: [],
  buttons: [{ pressed: true, value: 1 }],
};

/** Opens a page in which a key, a mouse button, a gamepad button and a test source are held. */
async function openHolding(): Promise<Page> {
  const page = await launched.browser.newPage();
  await page.evaluateOnNewDocument(script);
  await page.goto(`${origin}/game`);
  await page.bringToFront();
  await page.evaluate(
    (map, pad) => {
      // No browser lets a test plug in a gamepad.
      navigator.getGamepads = () => [pad as unknown as Gamepad];
      globalThis.startDevices(map);
      globalThis.underTest.manager.injectAxis("wheel", 0.5);
    },
    actions,
    pressedPad,
  );
  await page.mouse.move(100, 100);
  await page.mouse.down();
  await page.keyboard.down("KeyA");
  await page.evaluate(() => globalThis.underTest.step());
  expect(await look(page)).toEqual({ pressed: [true, true, true], justReleased: [false, false, false], axis: 0.5 });
  return page;
}

/** The game's input in the current step. */
async function look(page: Page): Promise<object> {
  return await page.evaluate(() => {
    const { manager } = globalThis.underTest;
    const digital = ["run", "fire", "jump"];
    return {
      pressed: digital.map((action) => manager.isPressed(action)),
      justReleased: digital.map((action) => manager.isJustReleased(action)),
      axis: manager.getScalar("steer"),
    };
  });
}

/**
 * The events of the next step, except for mouse positions: a browser that shows a page again has forgotten the position
 * that a script set.
 */
async function stepTypes(page: Page): Promise<readonly string[]> {
  const types = await page.evaluate(() => globalThis.underTest.step().map(({ type }) => type));
  return types.filter((type) => type !== "mouse_move");
}

async function untilVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.waitForFunction((expected) => document.visibilityState === expected, { polling: 20 }, state);
}

const allReleased = { pressed: [false, false, false], justReleased: [true, true, true], axis: 0.5 };

async function setWindow(session: CDPSession, windowState: "minimized" | "normal"): Promise<void> {
  const { windowId } = await session.send("Browser.getWindowForTarget");
  await session.send("Browser.setWindowBounds", { windowId, bounds: { windowState } });
}

describe("a page that is left", () => {
  it("releases everything but test sources when its window is minimized, and reads its pads again afterwards", async () => {
    const page = await openHolding();
    const session = await page.createCDPSession();
    await setWindow(session, "minimized");
    await untilVisibility(page, "hidden");
    // Hidden and without the focus, which is reported once.
    expect(await stepTypes(page)).toEqual(["blur"]);
    expect(await look(page)).toEqual(allReleased);
    await setWindow(session, "normal");
    await page.waitForFunction(() => document.hasFocus(), { polling: 20 });
    expect(await stepTypes(page)).toEqual(["focus"]);
    // Held keys and mouse buttons come back only with their next event; a gamepad comes back with its state.
    expect(await look(page)).toMatchObject({ pressed: [false, false, true] });
    await page.close();
  });

  it("releases everything when it is frozen, which hides it but leaves it the focus", async () => {
    const page = await openHolding();
    const session = await page.createCDPSession();
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await untilVisibility(page, "hidden");
    expect(await page.evaluate(() => document.hasFocus())).toBe(true);
    expect(await stepTypes(page)).toEqual(["blur"]);
    expect(await look(page)).toEqual(allReleased);
    await session.send("Page.setWebLifecycleState", { state: "active" });
    // Thawing alone does not make a page visible again, but this does.
    await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await untilVisibility(page, "visible");
    expect(await stepTypes(page)).toEqual(["focus"]);
    await page.close();
  });

  it.each([
    {
      what: "leads to another one",
      leave: async (page: Page): Promise<unknown> => await page.goto(`${origin}/elsewhere`),
    },
    {
      what: "is closed",
      leave: async (page: Page): Promise<unknown> => {
        await page.close({ runBeforeUnload: true });
        return null;
      },
    },
  ])("releases everything when it $what", async ({ leave }) => {
    const page = await openHolding();
    const witness = await launched.browser.newPage();
    await witness.goto(`${origin}/witness`);
    await page.evaluate(() => {
      addEventListener("pagehide", () => {
        const { manager, step } = globalThis.underTest;
        const types = step().map(({ type }) => type);
        const pressed = ["run", "fire", "jump"].map((action) => manager.isPressed(action));
        const justReleased = ["run", "fire", "jump"].map((action) => manager.isJustReleased(action));
        localStorage.setItem(
          "left",
          JSON.stringify({ types, pressed, justReleased, axis: manager.getScalar("steer") }),
        );
      });
    });
    await leave(page);
    await witness.waitForFunction(() => localStorage.getItem("left") !== null, { polling: 20 });
    const left = await witness.evaluate(() => {
      const text = localStorage.getItem("left") ?? "null";
      localStorage.clear();
      return text;
    });
    expect(JSON.parse(left)).toEqual({ types: ["blur"], ...allReleased });
    await witness.close();
    if (!page.isClosed()) await page.close();
  });
});
