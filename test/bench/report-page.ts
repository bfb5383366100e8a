import { deflateRawSync } from "node:zlib";
import { renderPage } from "../../harness/render-page.ts";
import { makeLongReport } from "../harness/fixtures/long-report.ts";
import { openReport } from "../report-page/open-report.ts";
import { type BenchRow, printRows } from "./bench-table.ts";
import { noPictures } from "../../src/formats/run-pictures.ts";

const frames = 20_000;
const steps = 200;

const file = makeLongReport(frames);
printRows(await measure(), process.argv);

/** Size of a long run's page, time until it shows its frames, and time to show another one. */
async function measure(): Promise<readonly BenchRow[]> {
  const group = `A report of ${String(frames)} frames, with noise in every column`;
  const bytes = Buffer.byteLength(renderPage(file, noPictures));
  await using report = await openReport(file);
  const openMs = Number(await report.page.evaluate("performance.now()"));
  const stepMs = await report.page.evaluate(scrub, steps);
  const jsonBytes = deflateRawSync(JSON.stringify(file)).length;
  return [
    { group, name: "report.html", value: bytes, unit: "bytes", goal: 3_000_000 },
    { group, name: "all of report.json, compressed in the same way", value: jsonBytes, unit: "bytes", goal: null },
    { group, name: "from the start to the frames", value: openMs, unit: "ms", goal: 2000 },
    { group, name: "one step, with its picture", value: stepMs, unit: "ms", goal: 33 },
  ];
}

/** Steps through the frames, waits for each to be drawn, and returns the mean time of a step. */
async function scrub(count: number): Promise<number> {
  const slider = document.getElementById("frame-slider");
  const startMs = performance.now();
  for (let step = 0; step < count; step += 1) {
    slider?.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp", bubbles: true }));
    if (step % 10 === 9) slider?.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
  return (performance.now() - startMs) / count;
}
