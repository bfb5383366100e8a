import { expect, it } from "vitest";
import { recordVideo } from "../media/record-video.ts";
import type { PreludePage } from "../open-prelude-page.ts";
import { logsOf, picture } from "./late-files.ts";

it("shows code that runs after parsing all pictures and styles that it has asked for", async () => {
  const page: PreludePage = {
    frames: 3,
    files: { "a.svg": picture, "b.svg": picture, "c.css": "p { width: 33px }", "text.txt": "text" },
    body: "<p>text</p>",
    script: `
      found.log = [];
      const [first, second] = [new Image(), new Image()];
      const note = (what) => {
        const widths = [first, second, document.querySelector("p")].map((element) => element.offsetWidth);
        found.log.push([what, ...widths, second.naturalWidth, document.styleSheets.length].join(" "));
      };
      addEventListener("load", () => {
        document.body.append(first, second);
        first.onload = () => note("first");
        second.onload = () => note("second");
        first.src = "a.svg";
        fetch("text.txt").then(() => note("text"));
        second.src = "b.svg";
        const link = document.createElement("link");
        link.onload = () => note("styles");
        link.rel = "stylesheet";
        link.href = "c.css";
        document.head.append(link);
      });`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "b.svg", "c.css", "text.txt"]);
  expect(log).toEqual({ log: ["first", "text", "second", "styles"].map((what) => `${what} 70 70 33 70 1`) });
  for (const other of others) expect(other).toEqual(log);
});

it("shows the scripts of the markup no picture, and the load event all of them", async () => {
  const page: PreludePage = {
    frames: 1,
    files: { "a.svg": picture, "later.js": "note('script');", "deferred.js": "note('deferred');" },
    body: `<img src="a.svg"><script src="deferred.js" defer></script>`,
    script: `
      found.log = [];
      const note = (what) => found.log.push(what + " " + document.querySelector("img").offsetWidth);
      for (const type of ["DOMContentLoaded", "load"]) addEventListener(type, () => note(type));
      document.write('<script src="later.js"></' + 'script>');`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "later.js", "deferred.js"]);
  expect(log).toEqual({ log: ["script 0", "deferred 0", "DOMContentLoaded 0", "load 70"] });
  for (const other of others) expect(other).toEqual(log);
});

it("shows what a frame has done while it loaded to all code that runs after it was made", async () => {
  const page: PreludePage = {
    frames: 3,
    files: {
      "frame.html": `<p>frame</p><img src="a.svg"><script src="frame.js"></script>`,
      "frame.js": "parent.seen = 'script ran';",
      "a.svg": picture,
      "text.txt": "text",
    },
    script: `
      found.log = [];
      globalThis.seen = "nothing";
      addEventListener("load", () => {
        fetch("text.txt").then(() => {
          const { contentDocument } = frame;
          found.log.push([seen, contentDocument.readyState, contentDocument.querySelector("img")?.offsetWidth].join(" "));
        });
        const frame = document.createElement("iframe");
        frame.src = "frame.html";
        document.body.append(frame);
      });`,
  };
  const [log, ...others] = await logsOf(page, ["frame.html", "frame.js", "a.svg", "text.txt"]);
  expect(log).toEqual({ log: ["script ran interactive 70"] });
  for (const other of others) expect(other).toEqual(log);
});

it("shows the size of a video to the answer of a request that was made before", async () => {
  const page: PreludePage = {
    frames: 3,
    files: { "video.webm": await recordVideo(), "text.txt": "text" },
    body: "<video></video>",
    script: `
      found.log = [];
      const video = document.querySelector("video");
      video.onloadedmetadata = () => found.log.push("metadata");
      addEventListener("load", () => {
        fetch("text.txt").then(() => found.log.push([video.videoWidth > 0, video.offsetWidth === video.videoWidth].join(" ")));
        video.src = "video.webm";
      });`,
  };
  const [log, ...others] = await logsOf(page, ["video.webm", "text.txt"]);
  expect(log).toEqual({ log: ["true true", "metadata"] });
  for (const other of others) expect(other).toEqual(log);
});
