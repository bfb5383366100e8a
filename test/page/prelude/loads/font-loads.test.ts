import { expect, it } from "vitest";
import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";

const page: PreludePage = {
  frames: 6,
  // Broken, so that only its arrival is visible.
  files: { "slow.woff2": "no font" },
  body: `<style>@font-face { font-family: slow; src: url(slow.woff2) }</style><canvas></canvas>`,
  script: `
    found.statuses = [];
    const context = document.querySelector("canvas").getContext("2d");
    requestAnimationFrame(function draw() {
      found.statuses.push(document.fonts.status);
      if (found.statuses.length === 2) { context.font = "20px slow"; found.width = context.measureText("text").width > 0; }
      if (found.statuses.length === 2) found.statuses.push(document.fonts.status);
      requestAnimationFrame(draw);
    });`,
};

it("waits for a font that text asked for, however long it takes", async () => {
  const slow = await runPreludePage({ ...page, delaysMs: { "slow.woff2": 700 } });
  const quick = await runPreludePage(page);
  expect(slow.found).toEqual({
    statuses: ["loaded", "loaded", "loading", "loaded", "loaded", "loaded", "loaded"],
    width: true,
  });
  expect(quick.found).toEqual(slow.found);
});

it("shows no script of the document a font that arrived between two scripts", async () => {
  const measuring: PreludePage = {
    frames: 1,
    files: { "slow.woff2": "no font", "later.js": "found.status = document.fonts.status;" },
    body: `<style>@font-face { font-family: slow; src: url(slow.woff2) }</style><p style="font-family: slow">text</p>`,
    script: `
      found.isShown = document.querySelector("p").offsetWidth > 0;
      document.write('<script src="later.js"></' + 'script>');`,
  };
  const quickFont = await runPreludePage({ ...measuring, delaysMs: { "later.js": 500 } });
  const slowFont = await runPreludePage({ ...measuring, delaysMs: { "slow.woff2": 500 } });
  expect(quickFont.found).toEqual({ isShown: true, status: "loading" });
  expect(slowFont.found).toEqual(quickFont.found);
});

it("asks for a font while the page loads when text needs it, whenever the browser lays the page out", async () => {
  const loading: PreludePage = {
    frames: 1,
    files: { "slow.woff2": "no font", "first.txt": "first", "second.txt": "second" },
    body: `<style>@font-face { font-family: slow; src: url(slow.woff2) }</style><p>text</p>`,
    script: `
      found.log = [];
      const [face] = document.fonts;
      const note = (what) => found.log.push(what + " " + face.status);
      document.fonts.onloadingdone = () => note("done");
      document.fonts.onloadingerror = () => note("error");
      addEventListener("load", async () => {
        await fetch("first.txt");
        document.querySelector("p").style.fontFamily = "slow";
        await fetch("second.txt");
        note("second");
        await fetch("first.txt?again");
        note("again");
      });`,
  };
  const slowFont = await runPreludePage({ ...loading, delaysMs: { "slow.woff2": 700 } });
  const slowText = await runPreludePage({ ...loading, delaysMs: { "second.txt": 700 } });
  const quick = await runPreludePage(loading);
  expect([slowFont.found, slowText.found, quick.found]).toEqual([quick.found, quick.found, quick.found]);
  expect(quick.found).toEqual({ log: ["second error", "done error", "error error", "again error"] });
});

it("does not wait for the fonts of a worker, whose promise the browser leaves open", async () => {
  const files = { "worker.js": `self.fonts.ready.then(() => postMessage("ready")); postMessage("asked");` };
  const script = `found.told = []; new Worker("worker.js").onmessage = ({ data }) => found.told.push(data);`;
  expect((await runPreludePage({ files, script, frames: 4 })).found).toEqual({ told: ["asked"] });
});
