import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("finds nothing under the mouse of the browser, which nobody has moved", async () => {
  const { found } = await runPreludePage({
    frames: 60,
    script: `
      found.hovered = []; found.heard = [];
      setTimeout(() => {
        const corner = document.createElement("div");
        corner.style.cssText = "position:fixed;left:0;top:0;width:64px;height:64px";
        for (const type of ["mouseenter", "mouseover", "mousemove", "pointerenter"])
          corner.addEventListener(type, () => found.heard.push(type));
        document.body.append(corner);
        let frame = 0;
        requestAnimationFrame(function look() {
          if (corner.matches(":hover")) found.hovered.push(frame);
          frame += 1;
          for (let turn = 0, sum = 0; turn < 3e6; turn += 1) sum += turn;
          requestAnimationFrame(look);
        });
      }, 10);`,
  });
  expect(found).toEqual({ hovered: [], heard: [] });
});
