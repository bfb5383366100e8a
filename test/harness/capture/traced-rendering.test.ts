import { expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";
import { createTraceRecorder } from "../../../harness/capture/trace-recorder.ts";
import type { ThreadSlice, TraceEvent } from "../../../src/formats/trace-event.ts";

const moving = `<!doctype html>
<style>i { position: absolute; width: 9px; height: 9px }</style>
<script>
  function move(frame) {
    for (const [index, each] of [...document.querySelectorAll("i")].entries()) each.style.left = index + frame + "px";
    document.body.offsetWidth;
    performance.mark("moved");
    if (frame < 20) requestAnimationFrame(() => move(frame + 1));
    else document.title = "moved";
  }
</script>`;

// If Chromium renamed them, its pictures would count as the game's time again.
it("the browser's frames are in a trace", async () => {
  await using browser = await launchBrowser({ browser: await findBrowser(process.env) });
  const page = await browser.browser.newPage();
  await page.setContent(moving);
  const recorder = createTraceRecorder(await page.createCDPSession(), 60_000);
  await recorder.start();
  await page.evaluate(`document.body.innerHTML = "<i></i>".repeat(2000); move(0)`);
  await page.waitForFunction(() => document.title === "moved");
  await recorder.stop("frame 20");
  const { marks, renderings } = recorder.take();
  const [first] = marks;
  const ofPage = renderings.filter(({ pid, tid }) => pid === first?.pid && tid === first.tid);
  expect(ofPage.length).toBeGreaterThan(10);
  // The page's animation frames run in those of the browser, so all but the first mark, by either clock.
  const within = (isWithin: (mark: TraceEvent, slice: ThreadSlice) => boolean): number =>
    marks.filter((mark) => ofPage.some((slice) => isWithin(mark, slice))).length;
  expect(within(({ tts = 0 }, slice) => slice.tts <= tts && tts < slice.tts + slice.cpuUs)).toBeGreaterThan(10);
  expect(within(({ ts }, slice) => slice.ts <= ts && ts < slice.ts + slice.wallUs)).toBeGreaterThan(10);
  expect(ofPage.every(({ cpuUs }) => cpuUs > 0)).toBe(true);
});
