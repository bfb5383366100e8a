import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("sends the events of a request in the browser's order, with their data", async () => {
  const { found } = await runPreludePage({
    files: { "level.json": `{"level":3}` },
    script: `
      found.events = [];
      const request = new XMLHttpRequest();
      for (const type of ["loadstart", "readystatechange", "progress", "load", "error", "loadend"]) {
        request.addEventListener(type, () => { if (type !== "readystatechange" || request.readyState === 4) found.events.push(type); });
      }
      request.open("GET", "level.json");
      request.responseType = "json";
      request.onload = function (event) {
        found.load = [this === request, event.target === request, event instanceof ProgressEvent, event.loaded, request.status, request.response];
      };
      request.send();
      found.before = [request.readyState, request.response];`,
  });
  expect(found).toEqual({
    events: ["loadstart", "progress", "readystatechange", "load", "loadend"],
    load: [true, true, true, 11, 200, { level: 3 }],
    before: [1, null],
  });
});

it("lets a page abort and reopen requests, wait for them and see them fail", async () => {
  const { found } = await runPreludePage({
    files: { "a.txt": "aa", "b.txt": "b" },
    script: `
      found.aborted = [];
      const aborted = new XMLHttpRequest();
      aborted.open("GET", "a.txt");
      for (const type of ["abort", "loadend", "load"]) aborted["on" + type] = () => found.aborted.push(type);
      aborted.send();
      aborted.abort();
      found.atOnce = found.aborted.length;
      const reused = new XMLHttpRequest();
      reused.open("GET", "a.txt"); reused.send();
      reused.open("GET", "b.txt");
      reused.onload = () => { found.reused = reused.responseText; };
      reused.send();
      const waiting = new XMLHttpRequest();
      waiting.open("GET", "a.txt", false); waiting.send();
      found.waited = waiting.responseText;
      const unsent = new XMLHttpRequest();
      try { unsent.send(); } catch (error) { found.unsent = error.name; }
      const failed = new XMLHttpRequest();
      failed.open("GET", "http://nowhere.invalid/"); failed.onerror = () => { found.failed = failed.status; }; failed.send();`,
  });
  expect(found).toEqual({
    aborted: ["abort", "loadend"],
    atOnce: 2,
    reused: "b",
    waited: "aa",
    unsent: "InvalidStateError",
    failed: 0,
  });
});
