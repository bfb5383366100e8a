import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";
import { silence } from "./silence.ts";

const files = { "silence.wav": silence() };
// All events of a load, and none that depend on real time.
const loadOf = (source: string): readonly string[] =>
  ["loadstart", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough"].map(
    (type) => `${source} ${type}`,
  );
// The time on the clock while the page loads.
const loadingMs = 1;
const record = `
  found.events = [];
  const types = "abort emptied loadstart durationchange loadedmetadata loadeddata canplay canplaythrough error " +
    "progress suspend stalled waiting play playing timeupdate pause ended seeking seeked";
  const hear = (target, name) => {
    for (const type of types.split(" ")) target.addEventListener(type, (event) => found.events.push(name + " " + event.type), true);
  };`;

it("holds the load of a detached element whose source is an attribute, with listeners that were there before", async () => {
  const { found } = await runPreludePage({
    files,
    frames: 3,
    delaysMs: { "silence.wav": 300 },
    script: `${record}
      const audio = document.createElement("audio");
      hear(audio, "audio");
      audio.addEventListener("canplaythrough", function (event) {
        found.heard = [performance.now(), event.isTrusted, event.target === audio, this === audio, audio.readyState];
      }, true);
      audio.oncanplaythrough = (event) => { found.handler = event.isTrusted; };
      audio.setAttribute("src", "silence.wav");
      fetch("page.html").then(() => found.events.push("answer"));`,
  });
  expect(found).toEqual({
    events: [...loadOf("audio"), "answer"],
    heard: [loadingMs, true, true, true, 4],
    handler: true,
  });
});

it.each([
  ["a copy", `const audio = original.cloneNode();`],
  [
    "markup",
    `const tree = document.createElement("div"); tree.innerHTML = original.outerHTML; const audio = tree.firstChild;`,
  ],
  [
    "a source within",
    `const audio = document.createElement("audio");
      hear(audio, "audio");
      const source = document.createElement("source");
      source.src = "silence.wav";
      audio.append(source);`,
  ],
])("holds the load of a detached element from %s", async (_name, make) => {
  const { found } = await runPreludePage({
    files,
    frames: 3,
    delaysMs: { "silence.wav": 300 },
    script: `${record}
      const original = document.createElement("audio");
      original.setAttribute("src", "silence.wav");
      ${make}
      if (audio.firstChild === null) hear(audio, "audio");
      found.at = [];
      audio.addEventListener("canplaythrough", () => found.at.push(performance.now()));`,
  });
  expect(found).toEqual({ events: loadOf("audio"), at: [loadingMs] });
});

it.each(["attached", "detached"])(
  "lets no event of real time reach the listeners at an element that is %s",
  async (place) => {
    const { found } = await runPreludePage({
      files,
      frames: 60,
      script: `${record}
      const audio = document.createElement("audio");
      if ("${place}" === "attached") document.body.append(audio);
      hear(audio, "audio");
      hear(window, "window");
      found.handlers = [];
      for (const type of types.split(" ")) audio["on" + type] = (event) => found.handlers.push(event.type);
      audio.autoplay = true;
      audio.setAttribute("src", "silence.wav");
      audio.addEventListener("timeupdate", (event) => { found.trusted = event.isTrusted; });
      const request = new XMLHttpRequest();
      request.onprogress = (event) => { found.progress = event.isTrusted; };
      request.open("GET", "page.html");
      request.send();`,
    });
    const { events, handlers, trusted, progress } = found as Record<string, unknown> & { events: readonly string[] };
    const ticks = ["timeupdate", "timeupdate"];
    const playback = ["play", "playing", "canplaythrough", ...ticks, "pause", "ended"].map((type) => `audio ${type}`);
    const all = [...loadOf("audio").slice(0, -1), ...playback];
    expect(events.filter((event) => event.startsWith("audio"))).toEqual(all);
    expect(events.filter((event) => event.startsWith("window")).length).toBe(place === "attached" ? all.length : 0);
    expect(handlers).toEqual(all.map((event) => event.replace("audio ", "")));
    expect([trusted, progress]).toEqual([false, true]);
  },
);

it("shows an element as loading until its load is delivered", async () => {
  const { found } = await runPreludePage({
    files: { ...files, "slow.txt": "" },
    frames: 3,
    delaysMs: { "slow.txt": 1000 },
    script: `
      const audio = document.createElement("audio");
      const state = () => [audio.readyState, audio.networkState, String(audio.duration), audio.error];
      found.empty = state();
      // The browser has loaded the sound long before this answer, which comes first.
      fetch("slow.txt").then(() => { found.loading = state(); });
      audio.setAttribute("src", "silence.wav");
      found.begun = state();
      audio.addEventListener("canplaythrough", () => { found.loaded = state(); });`,
  });
  const loading = [0, 2, "NaN", null];
  // In the same task the browser has not chosen a source.
  const begun = [0, 3, "NaN", null];
  expect(found).toEqual({ empty: [0, 0, "NaN", null], begun, loading, loaded: [4, 1, "0.5", null] });
});

it("delivers only the load of the last source", async () => {
  const { found } = await runPreludePage({
    files: { ...files, "other.wav": silence() },
    frames: 3,
    script: `${record}
      const audio = document.createElement("audio");
      hear(audio, "audio");
      audio.setAttribute("src", "silence.wav");
      audio.setAttribute("src", "other.wav");
      const missing = document.createElement("audio");
      hear(missing, "missing");
      missing.setAttribute("src", "");
      const lazy = document.createElement("audio");
      hear(lazy, "lazy");
      lazy.setAttribute("preload", "none");
      lazy.setAttribute("src", "silence.wav");`,
  });
  const replaced = ["audio emptied", "audio timeupdate", ...loadOf("audio")];
  expect(found).toEqual({ events: [...replaced, "missing loadstart", "missing error", "lazy loadstart"] });
});

it("loads on a call if it has not loaded before, and does not wait for a load that has failed", async () => {
  const { found } = await runPreludePage({
    files,
    frames: 6,
    settleMs: 5000,
    body: `<audio preload="none" src="silence.wav"></audio>`,
    script: `
      const [lazy] = document.getElementsByTagName("audio");
      const wrong = document.createElement("audio");
      wrong.setAttribute("src", "data:text/plain,none");
      wrong.addEventListener("error", () => wrong.play().catch((error) => { found.error = error.name; }));
      setTimeout(() => {
        found.before = lazy.readyState;
        lazy.oncanplaythrough = () => { found.after = lazy.readyState; };
        lazy.play().then(() => { found.isPlaying = !lazy.paused; });
      }, 20);`,
  });
  expect(found).toEqual({ error: "NotSupportedError", before: 0, after: 4, isPlaying: true });
});

it("ends the load of an element in the markup in its place among other loads", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    files: { "shape.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    body: `<script>globalThis.log = [];</script>
      <audio src="missing.wav" onerror="log.push('audio')"></audio><img src="shape.svg" onload="log.push('image')">`,
    script: "found.log = log;",
  });
  expect(found).toEqual({ log: ["audio", "image"] });
});
