import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const svg = `const svg = (text) => "data:image/svg+xml," + encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><!--" + text + "--></svg>");
  const load = (source) => new Promise((go) => { const image = new Image(); image.onload = () => go(image); image.src = source; });`;

it("does not keep images with very long addresses of their own", async () => {
  const { found } = await runPreludePage({
    frames: 10,
    script: `${svg}
      const isAtHand = (source) => { const image = new Image(); image.src = source; return image.complete; };
      const all = [0, 1, 2, 3].map((index) => svg(String(index).repeat(index === 0 ? 1 : 900_000)));
      Promise.all(all.map(load)).then((kept) => { found.atHand = all.map(isAtHand); found.kept = kept.length; });`,
  });
  expect(found).toEqual({ atHand: [false, false, true, true], kept: 4 });
});

it("answers messages of a page that shows hundreds of loaded images in each frame", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    script: `${svg}
      found.answers = [];
      const sources = [svg("a"), svg("b")];
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => { found.answers.push(data.asked === frame ? "same frame" : frame - data.asked); };
      const images = Array.from({ length: 300 }, () => new Image());
      let frame = 0;
      Promise.all(sources.map(load)).then((kept) => requestAnimationFrame(function next() {
        frame += 1;
        found.isComplete = images.every((image) => { image.src = sources[frame % 2]; return image.complete; });
        port2.postMessage({ asked: frame });
        if (frame < 8) requestAnimationFrame(next);
        else found.kept = kept.length;
      }));`,
  });
  const answers = Array.from({ length: 8 }, () => "same frame");
  expect(found).toEqual({ answers, isComplete: true, kept: 2 });
});

// As in plain Chromium.
it("has a picture whose URL is its content after a microtask, and another of that URL at once", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `
      const dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
      found.order = [];
      const see = (name, image) => found.order.push(name + " " + image.complete + " " + image.naturalWidth);
      const show = (name, url) => {
        const image = new Image();
        image.onload = image.onerror = ({ type }) => see(name + " " + type, image);
        image.src = url;
        see(name, image);
        Promise.resolve().then(() => see(name + " later", image));
      };
      show("first", dot);
      show("broken", "data:image/gif;base64,AAAA");
      setTimeout(() => show("second", dot), 20);`,
  });
  expect(found).toEqual({
    order: [
      ...["first false 0", "broken false 0", "first later true 1", "broken later true 0"],
      ...["first load true 1", "broken error true 0", "second true 1", "second later true 1", "second load true 1"],
    ],
  });
});
