import { expect, it } from "vitest";
import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"><rect width="70" height="50"/></svg>';

/** Takes some milliseconds of real time, in which what is on its way arrives. */
const spend = `
  const spend = () => {
    let sum = 0;
    for (let index = 0; index < 3e7; index += 1) sum = (sum * 31 + index) | 0;
    return sum;
  };`;

/** The page's log, with each of the files late in turn. All must be equal. */
async function logsOf(page: PreludePage, late: readonly string[]): Promise<readonly unknown[]> {
  const logs = [(await runPreludePage(page)).found];
  for (const name of late) logs.push((await runPreludePage({ ...page, delaysMs: { [name]: 500 } })).found);
  return logs;
}

it("shows a picture or a style sheet to no later task of the frame that asks for it", async () => {
  const page: PreludePage = {
    frames: 4,
    files: { "a.svg": picture, "c.css": "p { width: 33px }" },
    body: "<p>text</p>",
    script: `
      ${spend}
      found.log = [];
      const image = new Image();
      const note = (what) =>
        found.log.push([what, image.offsetWidth, document.querySelector("p").offsetWidth === 33].join(" "));
      let frame = 0;
      requestAnimationFrame(function tick() {
        frame += 1;
        note("frame " + frame);
        if (frame < 4) requestAnimationFrame(tick);
        if (frame !== 2) return;
        document.body.append(image);
        image.onload = () => note("loaded");
        image.src = "a.svg";
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = "c.css";
        document.head.append(link);
        const { port1, port2 } = new MessageChannel();
        let left = 8;
        port1.onmessage = () => {
          spend();
          note("message");
          if ((left -= 1) > 0) port2.postMessage(0);
        };
        port2.postMessage(0);
      });`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "c.css"]);
  const messages = Array<string>(8).fill("message 0 false");
  const expected = ["frame 1 0 false", "frame 2 0 false", ...messages, "loaded 70 true", "frame 3 70 true"];
  expect(log).toEqual({ log: [...expected, "frame 4 70 true"] });
  for (const other of others) expect(other).toEqual(log);
});

it("shows no picture to the scripts that the page inserts", async () => {
  const page: PreludePage = {
    frames: 2,
    files: {
      "a.svg": picture,
      "b.svg": picture,
      "one.js": "note('one'); insert('two.js');",
      "two.js": "spend(); note('two');",
    },
    body: `<img src="a.svg">`,
    script: `
      ${spend}
      found.log = [];
      const note = (what) => found.log.push([what, ...Array.from(document.images, (image) => image.offsetWidth)].join(" "));
      const insert = (src) => document.head.append(Object.assign(document.createElement("script"), { src }));
      document.body.append(Object.assign(new Image(), { src: "b.svg" }));
      insert("one.js");
      addEventListener("load", () => note("load"));`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "b.svg", "one.js", "two.js"]);
  expect(log).toEqual({ log: ["one 0 0", "two 0 0", "load 70 70"] });
  for (const other of others) expect(other).toEqual(log);
});

it("loads the frames of a page one after the other, after the page's own scripts", async () => {
  const frame = (name: string): Record<string, string> => ({
    [`${name}.html`]: `<img src="a.svg"><script>parent.note("${name}")</script><script src="${name}.js"></script>`,
    [`${name}.js`]: `parent.note("script of ${name}"); parent.insertIn(document, "${name}-late.js");`,
    [`${name}-late.js`]: `parent.note("late script of ${name}");`,
  });
  const page: PreludePage = {
    frames: 2,
    files: { "a.svg": picture, "page.js": "note('script');", ...frame("one"), ...frame("two") },
    body: `<iframe src="one.html"></iframe><iframe src="two.html"></iframe>`,
    script: `
      found.log = [];
      globalThis.note = (what) => {
        const images = Array.from(frames, ({ document: { images } }) => images[0]?.offsetWidth ?? "none");
        found.log.push([what, ...images].join(" "));
      };
      globalThis.insertIn = (document, src) =>
        document.body.append(Object.assign(document.createElement("script"), { src }));
      insertIn(document, "page.js");
      document.querySelector("iframe").onload = () => note("loaded");
      addEventListener("load", () => note("load"));`,
  };
  const [log, ...others] = await logsOf(page, ["one.html", "one.js", "one-late.js", "two.html", "a.svg", "page.js"]);
  expect(log).toEqual({
    log: [
      "script none none",
      ...["one", "script of one", "late script of one"].map((what) => `${what} 0 none`),
      ...["two", "script of two", "late script of two"].map((what) => `${what} 70 0`),
      "loaded 70 70",
      "load 70 70",
    ],
  });
  for (const other of others) expect(other).toEqual(log);
});
