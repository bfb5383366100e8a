import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("waits for beacons, also for those that fail, so that a page may ask for them in the next frame", async () => {
  const page = {
    frames: 12,
    files: { "told.txt": "" },
    script: `
      found.seen = [];
      new PerformanceObserver((list) => {
        for (const { name, initiatorType } of list.getEntries()) found.seen.push([frame, name.split("/").at(-1), initiatorType]);
      }).observe({ type: "resource" });
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 3) found.sent = [navigator.sendBeacon("told.txt#part", "text"),
          navigator.sendBeacon("https://nowhere.example/lost"), navigator.sendBeacon(new URL("told.txt", location.href))];
        if (frame === 4) found.there = performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)).sort();
        requestAnimationFrame(next);
      });
      try { navigator.sendBeacon(); } catch ({ name }) { found.refused = name; }`,
  };
  for (const delayMs of [0, 300]) {
    const { found } = await runPreludePage({ ...page, delaysMs: { "told.txt": delayMs } });
    expect(found).toEqual({
      sent: [true, true, true],
      there: ["lost", "told.txt", "told.txt#part"],
      refused: "TypeError",
      seen: ["told.txt", "told.txt#part", "lost"].map((name) => [3, name, "beacon"]),
    });
  }
});

it("goes on without the answer to a beacon, and names it", async () => {
  const { found, finish } = await runPreludePage({
    frames: 6,
    settleMs: 1500,
    files: { "never.txt": "", "told.txt": "" },
    delaysMs: { "never.txt": 20_000 },
    script: `
      found.frames = 0;
      requestAnimationFrame(function next() {
        found.frames += 1;
        if (found.frames < 4) navigator.sendBeacon(found.frames === 2 ? "told.txt" : "never.txt");
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ frames: 6 });
  expect(finish.namedUses.map(({ api }) => api)).toEqual(["Navigator.sendBeacon without an answer"]);
});
