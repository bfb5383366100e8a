import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("measures on the virtual clock, whatever bounds are given", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `
      performance.mark("start");
      const bounds = ({ startTime, duration }) => [startTime, Math.round(startTime + duration)];
      setTimeout(() => {
        performance.mark("later");
        found.measures = [[], ["start"], ["start", "later"], [undefined, "later"], [{ start: 5 }], [{ start: 5, duration: 6 }],
          [{ duration: 5, end: 20 }], [{ start: "start", end: 30 }], [{}]].map((given) => bounds(performance.measure("m", ...given)));
        found.detail = performance.measure("m", { start: 1, detail: "kept" }).detail;
        performance.mark("7", { startTime: 7 });
        found.number = bounds(performance.measure("m", 7));
        found.thrown = [["missing"], [{ detail: 1 }], [{ start: 1, duration: 1, end: 1 }]].map((given) => {
          try { performance.measure("m", ...given); } catch (error) { return error.name; }
        });
        const mark = new PerformanceMark("own", { detail: 3 });
        found.mark = [mark.startTime, mark.detail, mark instanceof PerformanceMark, mark.constructor === PerformanceMark];
      }, 40);`,
  });
  expect(found).toEqual({
    measures: [
      [0, 40],
      [1, 40],
      [1, 40],
      [0, 40],
      [5, 40],
      [5, 11],
      [15, 20],
      [1, 30],
      [0, 40],
    ],
    detail: "kept",
    number: [7, 40],
    thrown: ["SyntaxError", "TypeError", "TypeError"],
    mark: [40, 3, true, true],
  });
});

it("shows observers what a page makes and loads in a virtual task, and nothing of real time", async () => {
  const { found } = await runPreludePage({
    frames: 8,
    script: `
      found.seen = [];
      const say = (name) => (list, observer) => {
        for (const entry of list.getEntries()) found.seen.push([name, entry.name, performance.now(), observer instanceof PerformanceObserver]);
      };
      performance.mark("early");
      new PerformanceObserver(say("buffered")).observe({ type: "mark", buffered: true });
      new PerformanceObserver(say("types")).observe({ entryTypes: ["measure", "longtask", "resource"] });
      for (const type of ["longtask", "paint", "resource", "event", "layout-shift"]) new PerformanceObserver(say(type)).observe({ type, buffered: true });
      const gone = new PerformanceObserver(say("gone")); gone.observe({ type: "mark" });
      setTimeout(() => { performance.measure("m", "early"); gone.disconnect(); performance.mark("late"); }, 50);
      try { new PerformanceObserver(say("none")).observe({}); } catch (error) { found.refused = error.name; }`,
  });
  expect(found).toEqual({
    seen: [
      ["buffered", "early", 1, true],
      ["types", "m", 50, true],
      ["buffered", "late", 50, true],
    ],
    refused: "TypeError",
  });
});

it("fixes the times of loading, in getters and in JSON", async () => {
  const { found } = await runPreludePage({
    frames: 40,
    files: { "a.json": "{}" },
    script: `
      fetch("a.json").then((response) => response.text());
      setTimeout(() => {
        const times = (object) => Object.entries(JSON.parse(JSON.stringify(object)))
          .filter(([key]) => /Start|End|Time$|duration|dom/.test(key)).map(([, value]) => value);
        const [page] = performance.getEntriesByType("navigation");
        const [file] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("a.json"));
        found.page = [...new Set(times(page))].sort();
        found.file = [...new Set(times(file))].sort();
        found.direct = [page.loadEventEnd, page.duration, file.responseEnd, file.startTime];
        found.timing = performance.timing.loadEventEnd - performance.timing.navigationStart;
        found.json = JSON.stringify(performance.timing) === JSON.stringify(performance.toJSON().timing);
        found.epoch = performance.toJSON().timeOrigin === performance.timeOrigin && performance.timing.loadEventEnd === performance.timeOrigin + 1;
        found.types = [...new Set(performance.getEntries().map(({ entryType }) => entryType))].sort();
      }, 500);`,
  });
  expect(found).toEqual({
    page: [0, 1],
    file: [0, 1],
    direct: [1, 0, 1, 1],
    timing: 1,
    json: true,
    epoch: true,
    types: ["navigation", "resource"],
  });
});

it("shows a page that loads a time that is not zero, and refuses marks without a name or with odd options", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      found.now = performance.now(); found.mark = performance.mark("loading").startTime;
      found.thrown = [() => performance.mark(), () => performance.measure(), () => new PerformanceMark(), () => performance.mark("m", 5)].map((make) => {
        try { make(); return "nothing"; } catch ({ name }) { return name; }
      });`,
  });
  expect(found).toEqual({ now: 1, mark: 1, thrown: Array.from({ length: 4 }, () => "TypeError") });
});

it("measures to the moments of loading without real time, and ends loops that wait for a mark or an event", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `
      addEventListener("load", () => setTimeout(() => {
        const length = (...given) => performance.measure("m", ...given).duration;
        performance.mark("after", { startTime: 11 });
        found.measures = [length("navigationStart", "domInteractive"), length("domLoading"), length("responseEnd", "after")];
        found.start = performance.measure("m", "navigationStart").startTime;
        const mark = performance.mark("a").startTime; while (performance.mark("a").startTime === mark);
        const stamp = new Event("a").timeStamp; while (new Event("a").timeStamp === stamp);
        found.isDone = true;
      }, 9));`,
  });
  expect(found).toEqual({ measures: [1, 8, 10], start: 0, isDone: true });
});

it("gives observers lists whose methods are those of their class", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      new PerformanceObserver((list) => {
        const { prototype } = PerformanceObserverEntryList;
        const names = (entries) => entries.map(({ name }) => name).join("");
        found.own = Object.getOwnPropertyNames(list);
        found.methods = [list.getEntries === prototype.getEntries, prototype.getEntriesByName.length];
        found.names = [list.getEntries(), list.getEntriesByType("mark"), list.getEntriesByName({ toString: () => "b" }), list.getEntriesByName("b", "measure")].map(names);
        found.thrown = [() => list.getEntriesByType(), () => list.getEntriesByName(Symbol()), () => prototype.getEntries.call({})].map((read) => {
          try { read(); } catch ({ name }) { return name; }
        });
      }).observe({ entryTypes: ["mark", "measure"] });
      performance.mark("c", { startTime: 5 }); performance.mark("b", { startTime: 2 }); performance.measure("a", { start: 0, end: 1 });`,
  });
  const thrown = ["TypeError", "TypeError", "TypeError"];
  expect(found).toEqual({ own: [], methods: [true, 1], names: ["abc", "bc", "b", ""], thrown });
});

it("shows observers what the page has loaded, in the order of the requests, however long each load takes", async () => {
  const page = {
    frames: 30,
    files: { "a.json": "1", "b.json": "2", "c.png": "", "d.js": "", "late.json": "3" },
    body: `<script src="d.js"></script>`,
    script: `
      found.seen = [];
      const say = (name) => (list) => {
        for (const { name: url, startTime, duration } of list.getEntries())
          found.seen.push([Math.round(performance.now()), name, url.split("/").at(-1), startTime, duration]);
      };
      new PerformanceObserver(say("both")).observe({ entryTypes: ["navigation", "resource"] });
      for (const name of ["b.json", "a.json"]) fetch(name).then((response) => response.text());
      new Image().src = "c.png";
      setTimeout(() => {
        const request = new XMLHttpRequest(); request.open("GET", "late.json"); request.send();
        new PerformanceObserver(say("late")).observe({ type: "resource", buffered: true });
      }, 100);`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "b.json": 300 } });
  const loaded = ["b.json", "a.json", "c.png"].map((url) => [1, "both", url, 1, 0]);
  expect(first.found).toEqual({
    seen: [
      [1, "both", "page.html", 0, 0],
      ...loaded,
      [100, "both", "late.json", 1, 0],
      ...["d.js", "b.json", "a.json", "c.png", "late.json"].map((url) => [100, "late", url, 1, 0]),
    ],
  });
  const second = await runPreludePage({ ...page, delaysMs: { "a.json": 300, "d.js": 200, "late.json": 200 } });
  expect(second.found).toEqual(first.found);
});

it("shows observers no load for whose end nothing waits", async () => {
  const page = {
    frames: 20,
    files: { "early.png": "", "late.png": "", "unread.json": "1", "next.js": "" },
    body: `<style>body { background: url(early.png) }</style>`,
    script: `
      found.seen = [];
      new PerformanceObserver((list) => {
        for (const { name } of list.getEntries()) found.seen.push(name.split("/").at(-1));
      }).observe({ type: "resource" });
      fetch("unread.json");
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: "next.js" }));
      setTimeout(() => { document.body.style.backgroundImage = "url(late.png)"; }, 50);`,
  };
  for (const delayMs of [0, 300]) {
    const delaysMs = Object.fromEntries(Object.keys(page.files).map((name) => [name, delayMs]));
    expect((await runPreludePage({ ...page, delaysMs })).found).toEqual({ seen: ["early.png"] });
  }
});

it("shows a page no entry of a load that it has not got, however long each load takes", async () => {
  for (const delaysMs of [{ "one.svg": 300 }, { "two.svg": 300 }, { "three.txt": 300 }]) {
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`;
    const { found } = await runPreludePage({
      frames: 3,
      delaysMs,
      files: { "one.svg": picture, "two.svg": picture, "three.txt": "3" },
      script: `
        found.seen = [];
        const look = (name) => found.seen.push([name, ...performance.getEntriesByType("resource").map((entry) => entry.name.split("/").at(-1))]);
        for (const url of ["one.svg", "two.svg", "two.svg?again"]) {
          const image = new Image();
          image.onload = () => look(url);
          image.src = url;
        }
        fetch("three.txt").then(async (response) => {
          look("answer");
          await response.text();
          look("body");
        });`,
    });
    expect(found).toEqual({
      seen: [
        ["one.svg", "one.svg"],
        ["two.svg", "one.svg", "two.svg"],
        ["two.svg?again", "one.svg", "two.svg", "two.svg?again"],
        ["answer", "one.svg", "two.svg", "two.svg?again"],
        ["body", "one.svg", "two.svg", "two.svg?again", "three.txt"],
      ],
    });
  }
});

it("fills the buffer of loads as they are delivered, whatever the network does", async () => {
  for (const delaysMs of [{ "one.txt": 200 }, { "two.txt": 200 }]) {
    const { found } = await runPreludePage({
      frames: 3,
      delaysMs,
      files: { "one.txt": "1", "two.txt": "2", "three.txt": "3" },
      script: `
        found.seen = [];
        const look = (name) => found.seen.push([name, ...performance.getEntriesByType("resource").map((entry) => entry.name.split("/").at(-1))]);
        performance.setResourceTimingBufferSize(1);
        performance.onresourcetimingbufferfull = () => { look("full"); performance.setResourceTimingBufferSize(9); };
        for (const url of ["one.txt", "two.txt", "three.txt"]) {
          const request = new XMLHttpRequest();
          request.onload = () => look(url);
          request.open("GET", url);
          request.send();
        }`,
    });
    expect(found).toEqual({
      seen: [
        ["one.txt", "one.txt"],
        ["two.txt", "one.txt"],
        ["full", "one.txt"],
        ["three.txt", "one.txt", "two.txt", "three.txt"],
      ],
    });
  }
});
