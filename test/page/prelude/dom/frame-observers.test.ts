import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("calls a ResizeObserver in the frame in which the size changes", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    body: `<div id="box" style="width:10px;height:8px;padding:1px;border:2px solid"></div>`,
    script: `
      found.sizes = [];
      let frame = 0;
      const observer = new ResizeObserver(([entry], self) => {
        const { contentRect, contentBoxSize, borderBoxSize, target } = entry;
        found.sizes.push([frame, contentRect.width, contentRect.top, contentBoxSize[0].blockSize, borderBoxSize[0].inlineSize]);
        found.kinds = [entry instanceof ResizeObserverEntry, target === box, self === observer];
      });
      const box = document.getElementById("box");
      observer.observe(box);
      requestAnimationFrame(function next() { frame += 1; if (frame === 3) box.style.width = "20px"; requestAnimationFrame(next); });`,
  });
  expect(found).toEqual({
    sizes: [
      [1, 10, 1, 8, 16],
      [3, 20, 1, 8, 26],
    ],
    kinds: [true, true, true],
  });
});

it("checks again after an observer has changed a size, and gives up on one that never stops", async () => {
  const { found } = await runPreludePage({
    frames: 1,
    body: `<div id="box" style="width:10px"></div>`,
    script: `
      found.calls = 0;
      const box = document.getElementById("box");
      new ResizeObserver(() => { found.calls += 1; box.style.width = 10 + found.calls + "px"; }).observe(box);`,
  });
  expect(found).toEqual({ calls: 8 });
});

it("calls an IntersectionObserver in the frame in which a target enters or leaves the viewport", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    body: `<div id="clip" style="overflow:hidden;width:50px;height:50px;position:relative"><div id="box" style="position:absolute;left:0;top:0;width:20px;height:20px"></div></div>`,
    script: `
      found.seen = [];
      let frame = 0;
      const box = document.getElementById("box");
      new IntersectionObserver(([entry]) => {
        found.seen.push([frame, entry.isIntersecting, entry.intersectionRatio, entry instanceof IntersectionObserverEntry]);
      }, { threshold: [0, 0.5] }).observe(box);
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 2) box.style.left = "45px";
        if (frame === 4) box.style.left = "90px";
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({
    seen: [
      [1, true, 1, true],
      [2, true, 0.25, true],
      [4, false, 0, true],
    ],
  });
});
