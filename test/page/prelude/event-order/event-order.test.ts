import { expect, it } from "vitest";
import { z } from "zod";
import { openPlainPage } from "./open-plain-page.ts";
import { orderCases } from "./order-cases.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const files = {
  "logs.js": "orderLog('script ' + document.currentScript.src.split('?')[1]);",
  "module.js": "export const value = 7;",
  "data.txt": "data",
  "style.css": "body { --from-sheet: yes }",
  "pixel.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
};

/** Runs the cases one after the other, so that none receives leftovers of another. */
const script = `
  const cases = ${JSON.stringify(orderCases)};
  found.logs = {};
  addEventListener("load", async () => {
    for (const { name, script } of cases) {
      const lines = found.logs[name] = [];
      // Begins after a frame and a turn, in plain Chromium and under the prelude alike.
      await new Promise((go) => requestAnimationFrame(() => setTimeout(go, 5)));
      await new Promise((end) => {
        setTimeout(end, 2000);
        new Function("log", "end", script)((line) => lines.push(String(line)), end);
      });
    }
    found.isDone = true;
  });`;

it("keeps the order of events that plain Chromium has", async () => {
  const plain = logsOf(await openPlainPage({ script, files }));
  const driven = logsOf((await runPreludePage({ script, files, frames: 900 })).found);
  expect(Object.keys(driven)).toHaveLength(orderCases.length);
  expect(driven).toEqual({ ...plain, ...differing });
});

/** The logs under the prelude that differ from those of plain Chromium. docs/conformance.md has the reasons. */
const differing: Readonly<Record<string, readonly string[]>> = {
  "a listener's microtasks: between two listeners of a real event, after all of them for a dispatched one": [
    ...["a", "b", "dispatched", "a microtask", "b microtask"],
    ...["c", "d", "c microtask", "d microtask"],
  ],
  "an idle callback after a frame and a timer": ["microtask", "timer", "idle false", "frame"],
  "two bitmaps": ["microtask", "bitmap 2", "part 1", "after"],
  "a digest": ["microtask", "32"],
};

const schema = z.object({ logs: z.record(z.string(), z.array(z.string())), isDone: z.literal(true) });

function logsOf(found: unknown): Readonly<Record<string, readonly string[]>> {
  return schema.parse(found).logs;
}
