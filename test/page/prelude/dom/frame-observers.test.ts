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

it("reports deeper elements in the same frame, others in the next one with an error", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    body: `<div id="outer" style="width:10px"><div id="inner" style="width:5px"></div></div>`,
    script: `
      found.calls = [];
      let frame = 0;
      const [outer, inner] = ["outer", "inner"].map((id) => document.getElementById(id));
      addEventListener("error", (event) => { found.calls.push([frame, event.message]); event.preventDefault(); });
      const observer = new ResizeObserver((entries) => {
        found.calls.push([frame, ...entries.map(({ target }) => target.id)]);
        if (found.calls.length === 1) { outer.style.width = "20px"; inner.style.width = "6px"; }
      });
      observer.observe(outer);
      observer.observe(inner);
      requestAnimationFrame(function next() { frame += 1; requestAnimationFrame(next); });`,
  });
  expect(found).toEqual({
    calls: [
      [1, "outer", "inner"],
      [1, "inner"],
      [1, "ResizeObserver loop completed with undelivered notifications."],
      [2, "outer"],
    ],
  });
});

it("reports sizes along the lines of text, and none for elements without a box", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    body: `<div id="box" style="width:10px;height:20px"></div><span id="span" style="width:30px">text</span>`,
    script: `
      found.sizes = [];
      const [box, span] = ["box", "span"].map((id) => document.getElementById(id));
      const observer = new ResizeObserver((entries) => {
        for (const { target, contentBoxSize: [{ inlineSize, blockSize }] } of entries) found.sizes.push([target.id, inlineSize, blockSize]);
      });
      observer.observe(box);
      observer.observe(span);
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 2) { box.style.writingMode = "vertical-rl"; span.style.width = "40px"; }
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({
    sizes: [
      ["box", 10, 20],
      ["span", 0, 0],
      ["box", 20, 10],
    ],
  });
});

it("measures an IntersectionObserver's root within its borders, with margins, and only around what it holds", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    body: `<div id="root" style="overflow:hidden;width:100px;height:50px;border:3px solid;position:absolute;left:20px;top:10px">
      <div id="inside" style="width:10px;height:10px;margin:5px"></div>
      <div id="below" style="width:10px;height:10px;margin-top:60px"></div>
      <div id="fixed" style="width:10px;height:10px;position:fixed;left:30px;top:20px"></div></div><div id="apart">x</div>`,
    script: `
      found.entries = {};
      const byId = (id) => document.getElementById(id);
      const observer = new IntersectionObserver((entries) => {
        for (const { target, rootBounds, intersectionRect, isIntersecting, isVisible } of entries) {
          found.entries[target.id] = [isIntersecting, isVisible, intersectionRect.left, intersectionRect.bottom, rootBounds.left, rootBounds.bottom];
        }
      }, { root: byId("root"), rootMargin: "0px 0px 10% 1px" });
      for (const id of ["inside", "below", "fixed", "apart"]) observer.observe(byId(id));`,
  });
  const outside = [false, false, 0, 0, 22, 68];
  expect(found).toEqual({
    entries: { inside: [true, false, 28, 28, 22, 68], below: outside, fixed: outside, apart: outside },
  });
});

it("observes elements in frames, clipped by them, and keeps the browser's names and errors", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    body: `<iframe id="frame" style="border:0;width:50px;height:40px;margin:7px" srcdoc="<body style='margin:0'><div id='box' style='width:200px;height:20px'></div>"></iframe>`,
    script: `
      found.names = [new ResizeObserver(() => 0), new IntersectionObserver(() => 0)].map(String);
      found.errors = [
        () => new ResizeObserver(),
        () => new IntersectionObserver(() => 0, { threshold: 2 }),
        () => new IntersectionObserver(() => 0, { rootMargin: "1em" }),
        () => new ResizeObserver(() => 0).observe(document),
      ].map((make) => { try { make(); return "none"; } catch (error) { return error.name; } });
      found.margin = new IntersectionObserver(() => 0, { rootMargin: "1px 2%" }).rootMargin;
      const frame = document.getElementById("frame");
      frame.addEventListener("load", () => {
        const box = frame.contentDocument.getElementById("box");
        new ResizeObserver(([{ contentRect }]) => { found.size = contentRect.width; }).observe(box);
        new IntersectionObserver(([{ intersectionRect, intersectionRatio, rootBounds }]) => {
          found.seen = [intersectionRect.left, intersectionRect.right, intersectionRatio, rootBounds.right === document.documentElement.clientWidth];
        }).observe(box);
      });`,
  });
  expect(found).toEqual({
    names: ["[object ResizeObserver]", "[object IntersectionObserver]"],
    errors: ["TypeError", "RangeError", "SyntaxError", "TypeError"],
    margin: "1px 2% 1px 2%",
    size: 200,
    seen: [0, 50, 0.25, true],
  });
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

it("tells observers of visibility what covers or changes a target, at most once in their delay", async () => {
  const { found } = await runPreludePage({
    frames: 40,
    body: `<style>body { margin: 0 } div { width: 100px; height: 100px } #lid { margin-top: 20px } </style>
      <div id="box"></div><div id="lid"></div>
      <iframe id="inside" style="display:block;border:0;width:100px;height:40px" srcdoc="<p>inside"></iframe>`,
    script: `
      const at = (id) => document.getElementById(id);
      found.box = []; found.inside = [];
      const watch = (name, target) => new IntersectionObserver((entries) => {
        for (const { isVisible } of entries) found[name].push([frame, isVisible]);
      }, { trackVisibility: true, delay: 100 }).observe(target);
      let frame = 0;
      const steps = {
        1() { watch("box", at("box")); watch("inside", at("inside").contentDocument.querySelector("p")); },
        2() { at("lid").style.marginTop = "-5px"; },
        10() { at("lid").style.opacity = "0"; at("inside").style.opacity = "0.5"; },
        18() { at("box").style.transform = "translate(5px, 0) scale(1.5)"; at("inside").style.opacity = ""; },
        26() { at("box").style.transform = "rotate(5deg)"; },
      };
      requestAnimationFrame(function next() { frame += 1; steps[frame]?.(); requestAnimationFrame(next); });`,
  });
  expect(found).toEqual({
    box: [
      [1, true],
      [7, false],
      [14, true],
      [27, false],
    ],
    inside: [[1, true]],
  });
});
