import { expect, it } from "vitest";
import type { PreludePage } from "../open-prelude-page.ts";
import { logsOf } from "./late-files.ts";

/** Notes messages of a page to itself, each of which takes some milliseconds of real time. */
const helpers = `
  const spend = () => {
    let sum = 0;
    for (let index = 0; index < 2e7; index += 1) sum = (sum * 31 + index) | 0;
    return sum;
  };
  const post = (name, count, onMessage = () => {}) => {
    const { port1, port2 } = new MessageChannel();
    let number = 0;
    port1.onmessage = () => {
      number += 1;
      note(name + " " + number);
      onMessage(number);
      spend();
      if (number < count) port2.postMessage(0);
    };
    port2.postMessage(0);
  };
  const load = () => {
    const script = document.createElement("script");
    script.src = "late.js";
    document.head.append(script);
  };`;

const start = `found.log = []; const note = (text) => found.log.push(text); ${helpers}`;
const late = "note('script');";

interface Held {
  readonly name: string;
  readonly page: PreludePage;
  readonly log: readonly string[];
}

const ofScripts: readonly Held[] = [
  {
    name: "that a message inserts",
    page: {
      frames: 3,
      files: { "late.js": late },
      script: `${start} requestAnimationFrame(() => post("message", 4, (number) => number === 2 && load()));`,
    },
    log: ["message 1", "message 2", "script", "message 3", "message 4"],
  },
  {
    name: "that a timer of a frame inserts",
    page: {
      frames: 6,
      files: {
        "late.js": late,
        "frame.html": `<script>const { note } = parent; ${helpers}
          setTimeout(() => { load(); for (let count = 0; count < 3; count += 1) setTimeout(() => { note("timer"); spend(); }); }, 50);
          </script>`,
      },
      body: `<iframe src="frame.html"></iframe>`,
      script: `${start} for (let count = 0; count < 3; count += 1) setTimeout(() => { note("page"); spend(); }, 51);`,
    },
    log: ["script", "timer", "timer", "timer", "page", "page", "page"],
  },
  {
    name: "that a message of a frame inserts, beside those of the page",
    page: {
      frames: 6,
      files: {
        "late.js": late,
        "frame.html": `<script>const { note } = parent; ${helpers}
          setTimeout(() => { post("frame", 3, (number) => number === 2 && load()); parent.post("page", 3); }, 50);</script>`,
      },
      body: `<iframe src="frame.html"></iframe>`,
      script: `${start} globalThis.post = post;`,
    },
    log: ["frame 1", "page 1", "frame 2", "script", "page 2", "frame 3", "page 3"],
  },
];

it.each(ofScripts)("runs a script before any later task: one $name", async ({ page, log }) => {
  const [first, ...others] = await logsOf({ ...page, script: `${page.script} globalThis.note = note;` }, ["late.js"]);
  expect(first).toEqual({ log });
  for (const other of others) expect(other).toEqual(first);
});

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"></svg>';

it("shows a picture and a frame that need no network to every later task", async () => {
  const page: PreludePage = {
    frames: 3,
    files: { "late.svg": image },
    script: `${start}
      const blobOf = (text, type) => URL.createObjectURL(new Blob([text], { type }));
      const ofBlob = new Image();
      const ofData = new Image();
      const written = document.createElement("iframe");
      const ofFile = document.createElement("iframe");
      const look = () => {
        const texts = [written, ofFile].map((frame) => frame.contentDocument?.querySelector("p")?.textContent);
        note([ofBlob.naturalWidth, ofData.naturalWidth, ...texts].join(" "));
      };
      setTimeout(() => {
        ofBlob.src = blobOf(${JSON.stringify(image)}, "image/svg+xml");
        ofData.src = "data:image/svg+xml," + encodeURIComponent(${JSON.stringify(image)});
        // The document of a frame may need the network.
        written.srcdoc = "<p>written</p><img src='late.svg'>";
        ofFile.src = blobOf("<p>of a file</p>", "text/html");
        document.body.append(written, ofFile);
        post("message", 2, look);
        for (let count = 0; count < 2; count += 1) setTimeout(() => { note("timer"); look(); spend(); });
      }, 5);`,
  };
  const [first, ...others] = await logsOf(page, ["late.svg"]);
  const all = "70 70 written of a file";
  expect(first).toEqual({ log: ["message 1", all, "timer", all, "timer", all, "message 2", all] });
  for (const other of others) expect(other).toEqual(first);
});

it("shows a picture that a page puts into its frame's document to every later answer of the page", async () => {
  const page: PreludePage = {
    frames: 8,
    files: { "late.svg": image, "data.txt": "data", "frame.html": "<p>frame</p>" },
    body: `<iframe src="frame.html"></iframe>`,
    script: `${start}
      setTimeout(() => {
        const picture = frames[0].document.createElement("img");
        fetch("data.txt").then(() => note("answer " + picture.offsetWidth));
        picture.onload = () => note("load " + picture.offsetWidth);
        frames[0].document.body.append(picture);
        picture.src = "late.svg";
      }, 50);`,
  };
  const [first, ...others] = await logsOf(page, ["late.svg", "data.txt"]);
  expect(first).toEqual({ log: ["answer 70", "load 70"] });
  for (const other of others) expect(other).toEqual(first);
});
