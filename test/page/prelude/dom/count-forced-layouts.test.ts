import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

/** Each step is a frame, with its number of forced layouts. */
const script = `
  const box = document.body.appendChild(document.createElement("div"));
  const range = document.createRange();
  const steps = [
    // Nothing has changed.
    [0, () => { box.offsetWidth; box.getBoundingClientRect(); getComputedStyle(box).width; }],
    // The second read finds the layout as the first one left it.
    [1, () => { box.style.width = "10px"; box.offsetWidth; box.offsetHeight; }],
    [3, () => { for (const width of ["1px", "2px", "3px"]) { box.style.width = width; box.getBoundingClientRect(); } }],
    // All changes come first, so that one layout is enough.
    [1, () => { for (const width of ["4px", "5px", "6px"]) box.style.width = width; for (let i = 0; i < 3; i += 1) box.clientWidth; }],
    // Changed and not read: the browser lays it out at the end of the frame.
    [0, () => { box.textContent = "text"; }],
    [0, () => { box.scrollTop; window.scrollY; }],
    [5, () => {
      for (const read of [() => box.innerText, () => scrollX, () => document.elementFromPoint(1, 1), () => range.getClientRects(), () => box.scrollIntoView()]) {
        box.textContent += "x";
        read();
      }
    }],
    // A tree outside of the document has no layout.
    [0, () => { document.createElement("p").append("text"); box.offsetWidth; }],
    // Observers come after the browser's own layout, and so do Framegate's reads for them.
    [0, () => { new ResizeObserver(() => { found.observed = box.offsetWidth; }).observe(box); box.style.width = "70px"; }],
    [0, () => {}],
  ];
  found.expected = steps.map(([count]) => count);
  requestAnimationFrame(function frame() { steps.shift()?.[1](); requestAnimationFrame(frame); });`;

it("forced layouts are reads of the layout after a change of the document in the same frame", async () => {
  const { counts, found } = await runPreludePage({ script, frames: 10 });
  expect(found).toMatchObject({ observed: 70 });
  expect({ expected: counts.forcedLayouts }).toEqual({ expected: (found as { expected: unknown }).expected });
});
