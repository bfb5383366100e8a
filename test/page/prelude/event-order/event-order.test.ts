import { expect, it } from "vitest";
import { z } from "zod";
import { openPlainPage } from "./open-plain-page.ts";
import { documentOrderCases } from "./document-order-cases.ts";
import { fontOrderCases } from "./font-order-cases.ts";
import { loadOrderCases } from "./load-order-cases.ts";
import { markupFiles, markupOrderCases } from "./markup-order-cases.ts";
import { mediaOrderCases } from "./media-order-cases.ts";
import { type OrderCase, orderCases } from "./order-cases.ts";
import { platformOrderCases } from "./platform-order-cases.ts";
import { renderingOrderCases } from "./rendering-order-cases.ts";
import { serviceWorkerFiles, serviceWorkerOrderCases } from "./service-worker-order-cases.ts";
import { runPreludePage } from "../open-prelude-page.ts";
import { taskOrderCases } from "./task-order-cases.ts";
import { windowOrderCases } from "./window-order-cases.ts";

const files = {
  ...markupFiles,
  ...serviceWorkerFiles,
  "logs.js": "orderLog('script ' + document.currentScript.src.split('?')[1]);",
  "queues.js":
    "orderLog('deferred'); setTimeout(() => orderLog('timer of the deferred script')); queueMicrotask(() => orderLog('microtask'));",
  "module.js": "export const value = 7;",
  "module-log.js": "import './module.js'; orderLog('module ' + new URL(import.meta.url).search);",
  "awaits.js":
    "orderLog('begins'); await 0; orderLog('goes on'); export const value = await new Promise((go) => setTimeout(go, 5, 3));",
  "awaits-too.js": "import './awaits.js'; orderLog('after the other module');",
  "ring-a.js": "import { b } from './ring-b.js'; orderLog('a'); export const ring = 'a' + b;",
  "ring-b.js": "import './ring-a.js'; orderLog('b'); export const b = 'b';",
  "throws.js": "orderLog('runs'); throw new Error('thrown by a file');",
  "worker.js":
    "importScripts('imported.js'); postMessage('started ' + imported); onmessage = ({ data }) => postMessage('got ' + data);",
  "imported.js": "var imported = 5;",
  "broken.js": "const list = [\n\n 1, ;",
  "imports-broken.js": "\nimportScripts('broken.js');",
  "frame.html":
    "<!doctype html><script>addEventListener('DOMContentLoaded', () => parent.orderLog('frame content')); addEventListener('load', () => parent.orderLog('frame load')); parent.orderLog('frame script')</script>",
  "early-outer.html": `<!doctype html><script>
    globalThis.orderLog = (line) => parent.orderLog("inside " + line);
    parent.orderLog("script " + early + " " + document.visibilityState);
    setTimeout(() => parent.orderLog("timer"), 400);
    setTimeout(() => parent.orderEnd(), 500);
    onload = () => parent.orderLog("window load");
    </script><iframe src="frame.html" onload="parent.orderLog('inner element load')"></iframe>`,
  "data.txt": "data",
  "long.txt": "a".repeat(200_000),
  "data.json": '{"a": 1}',
  "style.css": "body { --from-sheet: yes }",
  "sheet.css": "p { color: red }",
  "script.svg":
    '<svg xmlns="http://www.w3.org/2000/svg"><script>parent.orderLog("svg script"); for (const type of ["load", "pageshow"]) addEventListener(type, () => parent.orderLog("svg " + type));</script></svg>',
  "pixel.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
};

/** Runs the cases one after the other, so that none receives leftovers of another. */
const scriptOf = (cases: readonly OrderCase[]): string => `
  const cases = ${JSON.stringify(cases).replaceAll("</", "<\\/")};
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

const groups = {
  "promises, timers, frames, messages, loads and events": orderCases,
  "tasks, streams and ports": taskOrderCases,
  "the parts of a document": documentOrderCases,
  "frames, pictures, workers, requests and modules": loadOrderCases,
  "databases, storage, audio and files": platformOrderCases,
  "media and audio contexts": mediaOrderCases,
  fonts: fontOrderCases,
  "animations and scrolling": renderingOrderCases,
  "frames beside their page": windowOrderCases,
  "the markup of a document": markupOrderCases,
  "service workers": serviceWorkerOrderCases,
};

it.each(Object.entries(groups))("keeps the order of events that plain Chromium has: %s", async (_group, cases) => {
  // Side by side, because both wait for timers of real time.
  const [run, plain] = await Promise.all([
    runPreludePage({ script: scriptOf(cases), files, frames: 1500 }),
    runInPlain(cases),
  ]);
  const driven = logsOf(run.found);
  expect(Object.keys(driven)).toHaveLength(cases.length);
  expect(driven).toEqual(await repeatDiffering(cases, driven, plain));
});

async function runInPlain(cases: readonly OrderCase[]): Promise<Logs> {
  const logs = logsOf(await openPlainPage({ script: scriptOf(cases), files }));
  return Object.fromEntries(cases.map(({ name }) => [name, differing[name] ?? logs[name] ?? []]));
}

/**
 * Logs of plain Chromium by the cases' names. Its audio thread and its timers are in real time, so a busy machine
 * changes some logs: a case that differs from the driven log runs up to four times more, and the last log counts.
 */
async function repeatDiffering(cases: readonly OrderCase[], driven: Logs, plain: Logs, left = 4): Promise<Logs> {
  const others = cases.filter(({ name }) => JSON.stringify(plain[name]) !== JSON.stringify(driven[name]));
  if (others.length === 0 || left === 0) return plain;
  return { ...plain, ...(await repeatDiffering(others, driven, await runInPlain(others), left - 1)) };
}

/** The logs under the prelude that differ from those of plain Chromium. docs/conformance.md has the reasons. */
const differing: Logs = {
  "an idle callback after a frame and a timer": ["microtask", "timer", "idle false", "frame"],
};

type Logs = Readonly<Record<string, readonly string[]>>;

const schema = z.object({ logs: z.record(z.string(), z.array(z.string())), isDone: z.literal(true) });

function logsOf(found: unknown): Logs {
  return schema.parse(found).logs;
}
