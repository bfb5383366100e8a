// Records the events that a browser really sends around a pointer lock, for attach-devices.test.ts to play. The
// headless shell cannot be tested with a real lock: it moves a locked pointer back and forth endlessly, and its page
// has time for nothing else. A full Chromium does not. To record again:
//   npm run build && FRAMEGATE_BROWSER=/usr/bin/chromium node dist/test/page/devices/record-pointer-lock.js
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";
import { packageRoot } from "../../../harness/package-root.ts";
import type { LockRecording, RecordedEvent } from "./pointer-lock-recording.ts";

/** The stage has the same position as in devices-page.ts, so that the recorded positions fit both. */
const html = `<!doctype html><body style="margin:0">
  <div id=stage style="position:absolute;left:50px;top:20px;width:400px;height:300px"></div>`;

await using launched = await launchBrowser({ browser: await findBrowser(process.env), width: 640, height: 480 });
const page = await launched.browser.newPage();
await page.setViewport({ width: 640, height: 480 });
await page.goto(`data:text/html,${html}`);
await page.bringToFront();
await page.evaluate(() => {
  const events: RecordedEvent[] = [];
  Object.assign(globalThis, { events });
  const types = ["pointerdown", "pointermove", "pointerup", "mousedown", "mousemove", "mouseup", "click"];
  for (const type of [...types, "pointerlockchange"]) {
    addEventListener(
      type,
      (event) => {
        const isLocked = document.pointerLockElement !== null;
        if (!(event instanceof MouseEvent)) {
          events.push({ type, isLocked });
          return;
        }
        const { button, buttons, movementX, movementY, clientX, clientY } = event;
        events.push({ type, isLocked, mouse: { button, buttons, movementX, movementY, clientX, clientY } });
      },
      { capture: true },
    );
  }
  document.getElementById("stage")?.addEventListener("pointerdown", ({ currentTarget }) => {
    if (document.pointerLockElement === null && currentTarget instanceof Element)
      void currentTarget.requestPointerLock();
  });
});

await act((one) => one.mouse.click(100, 100), "pointerlockchange");
await act((one) => one.mouse.move(110, 95), "mousemove");
await act((one) => one.mouse.move(130, 90), "mousemove");
await act((one) => one.mouse.down(), "mousedown");
await act((one) => one.mouse.down({ button: "right" }), "mousedown");
await act((one) => one.mouse.up({ button: "right" }), "mouseup");
await act((one) => one.mouse.up(), "mouseup");
await act(
  (one) =>
    one.evaluate(() => {
      document.exitPointerLock();
    }),
  "pointerlockchange",
);
await act((one) => one.mouse.move(140, 100), "mousemove");
await act((one) => one.mouse.click(150, 100), "pointerlockchange");

const recording: LockRecording = { browser: await launched.browser.version(), events: await readEvents() };
const path = join(packageRoot, "test/page/devices/pointer-lock-events.json");
writeFileSync(path, `${JSON.stringify(recording, null, 2)}\n`);
process.stdout.write(`${String(recording.events.length)} events of ${recording.browser}: ${path}\n`);

/** Does one thing and waits until the page has received an event of this type because of it. */
async function act(action: (page: Page) => Promise<void>, type: string): Promise<void> {
  const before = (await readEvents()).length;
  await action(page);
  while (!(await readEvents()).slice(before).some((event) => event.type === type));
}

async function readEvents(): Promise<readonly RecordedEvent[]> {
  return await page.evaluate(() => Reflect.get(globalThis, "events") as readonly RecordedEvent[]);
}
