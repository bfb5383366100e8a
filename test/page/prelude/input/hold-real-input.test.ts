import { expect, it } from "vitest";
import { findBrowser } from "../../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../../harness/browser/launch-browser.ts";
import { bundle } from "../../bundle.ts";

it("hides a person's mouse and keyboard from a page until real input is enabled, but never a script's events", async () => {
  await using launched = await launchBrowser({ browser: await findBrowser(process.env), width: 320, height: 240 });
  const page = await launched.browser.newPage();
  await page.evaluateOnNewDocument(await bundle(new URL("held-page.ts", import.meta.url)));
  await page.goto(
    "data:text/html,<!doctype html><body style='margin:0'><button id=button style='width:200px;height:200px'>",
  );
  const useDevices = async (): Promise<readonly string[]> => {
    await page.mouse.click(50, 50);
    await page.keyboard.press("KeyA");
    return await page.evaluate(() => globalThis.heard.splice(0));
  };
  expect(await useDevices()).toEqual([]);
  const sent = await page.evaluate(() => {
    dispatchEvent(new KeyboardEvent("keydown"));
    document.getElementById("button")?.click();
    return globalThis.heard.splice(0);
  });
  expect(sent).toEqual(["keydown", "click"]);
  await page.evaluate(() => {
    globalThis.isReal = true;
  });
  expect(await useDevices()).toEqual(["mousemove", "pointerdown", "mousedown", "click", "keydown"]);
});
