import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

/** Each step is a frame. The listeners that remain are the level at the end of that frame. */
const script = `
  const element = document.body.appendChild(document.createElement("div"));
  const other = () => {};
  const same = () => { found.heard = (found.heard ?? 0) + 1; };
  const ending = new AbortController();
  const steps = [
    () => { addEventListener("resize", same); document.addEventListener("click", same); },
    () => { addEventListener("resize", same); addEventListener("resize", same, true); addEventListener("resize", other); },
    () => { removeEventListener("resize", same); removeEventListener("resize", same); element.onclick = same; },
    () => { element.addEventListener("ping", same, { once: true }); element.addEventListener("ping", null); },
    () => { element.dispatchEvent(new Event("ping")); element.dispatchEvent(new Event("ping")); },
    () => { for (const type of ["a", "b"]) element.addEventListener(type, same, { signal: ending.signal }); },
    () => { ending.abort(); element.addEventListener("c", same, { signal: ending.signal }); },
    () => { try { element.addEventListener("d", 5); } catch { found.threw = true; } new EventTarget().addEventListener("e", same); },
    () => { element.addEventListener("f", { handleEvent: same }, { once: true }); element.removeEventListener("ping", same); },
    () => { setTimeout(same, 20); setTimeout(same, 1000); setInterval(same, 500); clearTimeout(setTimeout(same, 900)); },
    () => {},
    () => {},
  ];
  requestAnimationFrame(function frame() { steps.shift()?.(); requestAnimationFrame(frame); });`;

it("listeners and timers are those that were added, less those that were removed or have run", async () => {
  const { counts, found } = await runPreludePage({ script, frames: 12 });
  expect(counts.listeners).toEqual([2, 4, 3, 4, 3, 5, 3, 3, 4, 4, 4, 4]);
  expect(counts.timers).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 2]);
  expect(found).toMatchObject({ threw: true });
});

it("counts listeners that the methods of a frame add to the page and remove, even when the frame is gone", async () => {
  const { counts } = await runPreludePage({
    frames: 3,
    body: "<iframe id=other></iframe>",
    script: `
      const { addEventListener: add, removeEventListener: remove } = other.contentWindow.EventTarget.prototype;
      const heard = () => {};
      const steps = [
        () => { for (const type of ["a", "b", "c"]) add.call(window, type, heard); add.call(document, "d", heard); },
        () => { remove.call(window, "a", heard); removeEventListener("b", heard); },
        () => { other.remove(); add.call(document.body, "e", heard); },
      ];
      requestAnimationFrame(function frame() { steps.shift()?.(); requestAnimationFrame(frame); });`,
  });
  expect(counts.listeners).toEqual([4, 2, 3]);
});
