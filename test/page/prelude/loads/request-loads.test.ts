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

it("shows the states on the way, and lets a page act in them as if the rest had not come yet", async () => {
  const page = {
    frames: 2,
    files: { "level.json": `{"level":3}`, "other.txt": "other" },
    script: `
      found.states = [];
      const request = new XMLHttpRequest();
      const note = (event) => found.states.push([event.type, request.readyState, request.status, request.responseText.length, event.isTrusted].join(" "));
      for (const type of ["readystatechange", "progress", "load", "loadend"]) request.addEventListener(type, note);
      request.open("GET", "level.json");
      request.timeout = 1;
      request.send();
      fetch("other.txt").then(() => found.states.push("between " + request.readyState));
      const typed = new XMLHttpRequest();
      typed.open("GET", "level.json");
      typed.onreadystatechange = () => {
        if (typed.readyState === 2) { typed.responseType = "json"; found.type = typed.getResponseHeader("content-type"); }
        if (typed.readyState === 3) { try { typed.responseType = "text"; } catch (error) { found.late = error.name; } }
        if (typed.readyState === 4) found.level = [typed.response, typed.responseType, typed.response === typed.response];
      };
      typed.send();
      found.aborted = [];
      const aborted = new XMLHttpRequest();
      for (const type of ["readystatechange", "load", "abort", "loadend"]) aborted.addEventListener(type, () => {
        found.aborted.push(type + aborted.readyState + aborted.status);
        if (aborted.readyState === 3) { aborted.abort(); found.after = [aborted.readyState, aborted.status]; }
      });
      aborted.open("GET", "level.json"); aborted.send();`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "level.json": 100 } });
  expect(first.found).toEqual({
    states: [
      "readystatechange 1 0 0 true",
      "readystatechange 2 200 0 true",
      "readystatechange 3 200 11 true",
      "progress 3 200 11 true",
      "readystatechange 4 200 11 true",
      "load 4 200 11 true",
      "loadend 4 200 11 true",
      "between 4",
    ],
    type: "application/json",
    late: "InvalidStateError",
    level: [{ level: 3 }, "json", true],
    aborted: [
      "readystatechange10",
      "readystatechange2200",
      "readystatechange3200",
      "readystatechange40",
      "abort40",
      "loadend40",
    ],
    after: [0, 0],
  });
  expect((await runPreludePage({ ...page, delaysMs: { "other.txt": 100 } })).found).toEqual(first.found);
});

it("sends no event after a page has aborted a request whose end it has seen", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    files: { "text.txt": "text" },
    script: `
      found.heard = [];
      const request = new XMLHttpRequest();
      for (const type of ["abort", "load", "loadend"]) request.addEventListener(type, () => found.heard.push(type));
      request.onreadystatechange = () => {
        found.heard.push(request.readyState + " " + request.status);
        if (request.readyState !== 4) return;
        request.abort();
        found.heard.push(request.readyState + " " + request.status);
      };
      request.open("GET", "text.txt");
      request.send();`,
  });
  expect(found).toEqual({ heard: ["1 0", "2 200", "3 200", "4 200", "0 0"] });
});

it("sends a request again from a listener of its upload", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    files: { "text.txt": "text" },
    script: `
      const request = new XMLHttpRequest();
      request.upload.onloadstart = () => {
        request.open("GET", "text.txt");
        request.send();
      };
      request.onload = () => { found.text = request.responseText; };
      request.open("POST", "text.txt");
      request.send("body");`,
  });
  expect(found).toEqual({ text: "text" });
});

it("tells of an upload in the order of the requests, however long it takes", async () => {
  const page = {
    frames: 5,
    files: { "slow.txt": "slow", "data.txt": "data" },
    script: `
      found.order = [];
      addEventListener("load", () => found.order.push("page"));
      const request = new XMLHttpRequest();
      for (const type of ["loadstart", "progress", "load", "loadend"])
        request.upload["on" + type] = ({ loaded }) => found.order.push("upload " + type + " " + loaded + " " + request.readyState);
      request.onreadystatechange = () => found.order.push("state " + request.readyState);
      request.onload = () => found.order.push("request");
      fetch("slow.txt").then(() => found.order.push("answer"));
      request.open("POST", "data.txt");
      request.send("x".repeat(1000));`,
  };
  const { found } = await runPreludePage(page);
  expect(found).toEqual({
    order: [
      ...["state 1", "upload loadstart 0 1", "page", "answer"],
      ...["upload progress 1000 1", "upload load 1000 1", "upload loadend 1000 1"],
      ...["state 2", "state 4", "request"],
    ],
  });
  const late = await runPreludePage({ ...page, delaysMs: { "slow.txt": 400 } });
  expect(late.found).toEqual(found);
});
