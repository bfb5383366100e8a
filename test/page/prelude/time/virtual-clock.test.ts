import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("shows one virtual time in every clock", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      requestAnimationFrame(function frame(timeMs) {
        const epochMs = performance.timeOrigin + performance.now();
        found.frame = timeMs;
        found.agree = [performance.now() === timeMs, document.timeline.currentTime === timeMs, new Event("x").timeStamp === timeMs,
          Date.now() === Math.floor(epochMs), new Date().getTime() === Date.now(), performance.mark("m").startTime === timeMs,
          new Intl.DateTimeFormat("en").format() === new Intl.DateTimeFormat("en").format(Date.now())];
        requestAnimationFrame(frame);
      });`,
  });
  expect(found).toEqual({ frame: 50, agree: [true, true, true, true, true, true, true] });
});

it("dates documents that no server has dated", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const documents = () => [
        new DOMParser().parseFromString("", "text/html"),
        document.implementation.createHTMLDocument(""),
        frame.contentDocument,
      ];
      requestAnimationFrame(() => { found.dates = documents().map(({ lastModified }) => lastModified); });`,
  });
  const date = "01/01/2025 00:00:00";
  expect(found).toEqual({ dates: [date, date, date] });
});

it("keeps the behaviour of the class Date", async () => {
  const { found } = await runPreludePage({
    frames: 1,
    script: `
      class Day extends Date { next() { return new Day(this.getTime() + 86400000); } }
      const day = new Day(2020, 1, 28);
      found.date = [typeof Date(), Date.length, new Date(2020, 1, 2).getMonth(), new Date("2020-01-01").toISOString(), Date.UTC(2020, 0),
        Date.prototype.constructor === Date, new Date() instanceof Date, day.next() instanceof Day, day.next().getDate(),
        Number.isNaN(new Date(undefined).getTime()), Object.prototype.toString.call(new Date())];
      found.text = [Date, Date.now, setTimeout, fetch, Worker, Audio, Math.random].every((it) => String(it).includes("[native code]"));
      const formatter = new Intl.DateTimeFormat("en");
      found.sameFormat = formatter.format === formatter.format;`,
  });
  expect(found).toEqual({
    date: ["string", 7, 1, "2020-01-01T00:00:00.000Z", 1577836800000, true, true, true, 29, true, "[object Date]"],
    text: true,
    sameFormat: true,
  });
});

it("keeps an event's time, and knows null from nothing in a formatter", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      const event = new Event("x");
      const utc = { timeZone: "UTC", dateStyle: "short" };
      found.formats = [new Intl.DateTimeFormat("en", utc).format(null), new Intl.DateTimeFormat("en", utc).formatToParts(null)[4].value];
      found.files = [new File([], "a").lastModified === Date.now(), new File([], "a", { lastModified: 5 }).lastModified,
        new File(["x"], "a", { type: "text/plain" }).type, new File([], "a") instanceof File];
      try { new File([]); } catch (error) { found.refused = error.name; }
      found.stamps = [event.timeStamp];
      requestAnimationFrame(() => requestAnimationFrame(() => found.stamps.push(event.timeStamp)));`,
  });
  expect(found).toEqual({
    formats: ["1/1/70", "70"],
    files: [true, 5, "text/plain", true],
    refused: "TypeError",
    stamps: [1, 1],
  });
});

it("advances every clock by frames while a loop waits for time, and reports where", async () => {
  const { found, finish } = await runPreludePage({
    frames: 6,
    files: {
      "below.html": `<script>
        let frames = 0;
        const say = (time) => { parent.postMessage(time, "*"); if ((frames += 1) < 6) requestAnimationFrame(say); };
        requestAnimationFrame(say);
      </script>`,
      "worker.js": `setTimeout(() => { const start = Date.now(); while (Date.now() - start < 20); postMessage(performance.now()); }, 20);`,
    },
    body: `<iframe src="below.html"></iframe>`,
    script: `
      found.frames = []; found.below = []; found.worker = [];
      addEventListener("message", ({ data }) => found.below.push(Math.round(data)));
      new Worker("worker.js").onmessage = ({ data }) => found.worker.push(Math.round(data));
      let frame = 0;
      requestAnimationFrame(function draw(time) {
        found.frames.push(Math.round(time));
        frame += 1;
        if (frame === 3) { const start = performance.now(); while (performance.now() - start < 3); found.waited = Math.round(performance.now() - start); }
        else for (let read = 0; read < 3000; read += 1) Date.now();
        requestAnimationFrame(draw);
      });`,
  });
  // The worker waits for two frames in the second frame, and the others catch up in the next one. The page waits for one
  // in the third, at whose end the fourth begins.
  expect(found).toEqual({
    frames: [17, 33, 67, 83, 100, 117],
    waited: 17,
    below: [17, 33, 67, 83, 100, 117],
    worker: [52],
  });
  expect(finish.notices.map(({ code, where }) => `${code} ${String(where)}`)).toEqual([
    expect.stringMatching(/^clock-wait draw \(http.*page\.html:/),
    expect.stringMatching(/^clock-wait .*worker\.js:1:/),
  ]);
});

it("gives a game that waits between two frames as many of them as a browser", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    files: {
      "below.html": `<script>
        setTimeout(() => parent.found.below.push(performance.now() >= parent.seen), 3);
        requestAnimationFrame(() => parent.found.below.push(performance.now() >= parent.seen));
      </script>`,
    },
    body: `<iframe src="below.html"></iframe>`,
    script: `
      found.waits = 0; found.frames = []; found.late = []; found.below = [];
      let seen = 0;
      const read = () => { seen = window.seen = performance.now(); return seen; };
      setInterval(() => { found.waits += 1; const start = read(); while (read() - start < 16); }, 1);
      requestAnimationFrame(function draw(time) {
        found.frames.push(Math.round(time));
        found.late.push(performance.now() >= seen && performance.now() >= time);
        requestAnimationFrame(draw);
      });`,
  });
  expect(found).toEqual({
    waits: 5,
    frames: [17, 33, 50, 67, 83],
    late: [true, true, true, true, true],
    below: [true, true],
  });
});

it("lets a search with few reads of the clock end, in a page and in a worker", async () => {
  const { found, finish } = await runPreludePage({
    frames: 6,
    files: {
      "worker.js": `onmessage = () => { const start = performance.now(); let reads = 1; for (; performance.now() - start < 1000; reads += 1); postMessage(reads); };`,
    },
    script: `
      const worker = new Worker("worker.js");
      worker.onmessage = ({ data }) => { found.worker = data; };
      let frame = 0;
      requestAnimationFrame(function draw() {
        frame += 1;
        if (frame === 2) { const start = Date.now(); let reads = 1; for (; Date.now() - start < 500; reads += 1); found.page = reads; }
        if (frame === 3) worker.postMessage("search");
        requestAnimationFrame(draw);
      });`,
  });
  // 30 and 60 frames: the first after 10,000 and 500 reads.
  expect(found).toEqual({ page: 10_000 + 29 * 100 - 1, worker: 500 + 59 * 5 - 1 });
  expect(finish.notices.map(({ message }) => message)).toEqual([
    expect.stringContaining("read the clock 10000 times"),
    expect.stringContaining("read the clock 500 times"),
  ]);
});

it("lets the time of a worker that sleeps pass on all clocks, and on none while other threads may wake it", async () => {
  const page = {
    frames: 6,
    files: {
      "worker.js": `
        const sleep = (cells, ms) => { const startMs = performance.now(); Atomics.wait(cells, 0, 0, ms); return Math.round(performance.now() - startMs); };
        onmessage = ({ data }) => postMessage([sleep(new Int32Array(new SharedArrayBuffer(4)), 10), data === null ? sleep(new Int32Array(new SharedArrayBuffer(4)), 20_000) : sleep(data, 10)]);`,
    },
    script: `
      found.frames = [];
      const worker = new Worker("worker.js");
      worker.onmessage = ({ data }) => { found.slept = data; };
      let frame = 0;
      requestAnimationFrame(function draw(time) {
        found.frames.push(Math.round(time));
        frame += 1;
        if (frame === 2) worker.postMessage(found.memory ?? null);
        requestAnimationFrame(draw);
      });`,
  };
  const alone = await runPreludePage(page);
  expect(alone.found).toEqual({ frames: [17, 33, 20_050, 20_067, 20_083, 20_100], slept: [10, 20_000] });
  expect(alone.finish.notices).toEqual([
    expect.objectContaining({ code: "clock-wait", severity: "warning", where: expect.stringMatching(/worker\.js:/) }),
  ]);
  const shared = await runPreludePage({
    ...page,
    script: `found.memory = new Int32Array(new SharedArrayBuffer(4)); ${page.script}`,
  });
  expect(shared.found).toMatchObject({ frames: [17, 33, 50, 67, 83, 100], slept: [10, 0] });
});

it("begins the clocks of new workers and frames at the time to which a loop has moved the page's", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    files: {
      "worker.js": "postMessage(Date.now());",
      "frame.html": "<!doctype html><script>parent.found.frame = Date.now() - parent.found.pageMs;</script>",
    },
    script: `
      let frame = 0;
      requestAnimationFrame(function draw() {
        frame += 1;
        if (frame === 2) for (let index = 0; index < 50; index += 1) { const startMs = performance.now(); while (performance.now() === startMs); }
        if (frame === 3) {
          found.pageMs = Date.now();
          new Worker("worker.js").onmessage = ({ data }) => { found.worker = data - found.pageMs; };
          const inner = document.createElement("iframe");
          inner.src = "frame.html";
          document.body.append(inner);
        }
        requestAnimationFrame(draw);
      });`,
  });
  expect(found).toMatchObject({ worker: 0, frame: 0 });
});

it("refuses to tell the time of an object that has none", async () => {
  const { found } = await runPreludePage({
    frames: 1,
    script: `
      const { prototype } = Performance;
      found.thrown = [() => prototype.now.call({}), () => prototype.timeOrigin, () => PerformanceTiming.prototype.navigationStart].map((read) => {
        try { return read(); } catch ({ name }) { return name; }
      });
      found.isSame = prototype.now.call(performance) === performance.now();`,
  });
  expect(found).toEqual({ thrown: ["TypeError", "TypeError", "TypeError"], isSame: true });
});

it("gives a frame that is made later a time origin of its own, in every clock that counts from it", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    files: {
      "below.html": `<script>
        const first = [performance.timeOrigin - 1735689600000, performance.now(), performance.timing.navigationStart - performance.timeOrigin];
        requestAnimationFrame((time) => {
          const { currentTime } = document.timeline;
          parent.found.below.push([...first, ...[time, currentTime, performance.now(), new Event("x").timeStamp, performance.mark("m").startTime].map(Math.round),
            Date.now() - 1735689600000]);
        });
      </script>`,
    },
    script: `
      found.below = [];
      const add = () => document.body.append(Object.assign(document.createElement("iframe"), { src: "below.html" }));
      add();
      setTimeout(add, 100);`,
  });
  expect(found).toEqual({
    below: [
      [0, 1, 0, 17, 17, 17, 17, 17, 16],
      [101, 1, 0, 16, 16, 16, 16, 16, 116],
    ],
  });
});
