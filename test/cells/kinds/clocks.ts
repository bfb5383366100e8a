import { type CellKind, everywhere, inDocuments, neutral } from "../cell.ts";

const shared = { group: "Clocks and timers", handling: neutral };

export const clocks: readonly CellKind[] = [
  {
    ...shared,
    name: "Date",
    realms: everywhere,
    code: `const first = Date.now(); await tick(3); show([first, Date.now(), new Date().toString(), Date()].join(" "));`,
    shows: /17356896000\d\d/,
  },
  {
    ...shared,
    name: "performance.now and timeOrigin",
    realms: everywhere,
    code: `const first = performance.now(); await tick(3); show([first, performance.now(), performance.timeOrigin].join(" "));`,
    shows: /1735689600000/,
  },
  {
    ...shared,
    name: "performance.toJSON",
    realms: everywhere,
    code: `show(performance.toJSON());`,
    shows: /timeOrigin/,
  },
  {
    ...shared,
    name: "performance.timing",
    realms: inDocuments,
    code: `await tick(2); show(performance.timing.toJSON());`,
    shows: /navigationStart/,
  },
  {
    ...shared,
    name: "navigation timing entries",
    realms: inDocuments,
    code: `await tick(2); show(performance.getEntriesByType("navigation").map((entry) => entry.toJSON()));`,
    shows: /domComplete/,
  },
  {
    ...shared,
    name: "resource timing entries",
    realms: everywhere,
    files: { "data.txt": "data" },
    code: `await (await fetch("data.txt")).text(); await tick(2); show(performance.getEntriesByType("resource").filter((e) => /data/.test(e.name)).map((entry) => entry.toJSON()));`,
    shows: /data\.txt/,
  },
  {
    ...shared,
    name: "PerformanceObserver",
    realms: everywhere,
    code: `new PerformanceObserver((list) => show(list.getEntries().map((e) => [e.name, e.startTime]))).observe({ entryTypes: ["mark", "measure"] });
performance.mark("a"); await tick(2); performance.mark("b"); performance.measure("c", "a", "b");`,
    shows: /"c"/,
  },
  {
    ...shared,
    name: "Event.timeStamp",
    realms: everywhere,
    code: `await tick(2); const event = new Event("x"); show(event.timeStamp);`,
    shows: /\d/,
  },
  {
    ...shared,
    name: "Intl.DateTimeFormat of now",
    realms: everywhere,
    code: `const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "full" }); show([format.format(), format.formatToParts().length, format.resolvedOptions().timeZone].join(" "));`,
    shows: /2025/,
  },
  {
    ...shared,
    name: "Temporal.Now",
    realms: everywhere,
    code: `show(typeof Temporal === "undefined" ? "none" : Temporal.Now.instant().toString() + Temporal.Now.timeZoneId());`,
    shows: /2025|none/,
  },
  {
    ...shared,
    name: "requestAnimationFrame",
    realms: everywhere,
    code: `for (let n = 0; n < 3; n += 1) show(await new Promise((resolve) => { requestAnimationFrame(resolve); }));`,
    shows: /\d/,
  },
  {
    ...shared,
    name: "setTimeout against clocks",
    realms: everywhere,
    code: `const order = []; for (const ms of [30, 10, 20, 10, 0]) setTimeout(() => { order.push(ms + "@" + performance.now()); if (order.length === 5) show(order.join(",")); }, ms);`,
    shows: /30@/,
  },
  {
    ...shared,
    name: "requestIdleCallback",
    realms: inDocuments,
    code: `const deadline = await new Promise((resolve) => { requestIdleCallback(resolve); }); let n = 0; while (deadline.timeRemaining() > 0) n += 1; show([n, deadline.didTimeout]);`,
    shows: /\d+,/,
  },
  {
    ...shared,
    name: "loop that waits for a clock",
    realms: everywhere,
    code: `const end = Date.now() + 30; let n = 0; while (Date.now() < end) n += 1; show(n);`,
    shows: /\d{4,}/,
  },
  {
    ...shared,
    name: "document.timeline",
    realms: inDocuments,
    code: `await tick(2); show(document.timeline.currentTime);`,
    shows: /\d/,
  },
];
