import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("moves animated SVG by the virtual clock, and sends its events then", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    body: `<svg id="image"><rect id="box" width="10" height="10"><animate id="move" attributeName="x" from="0" to="100" dur="100ms" repeatCount="2"/></rect></svg>`,
    script: `
      found.events = []; found.places = [];
      const [image, box, move] = ["image", "box", "move"].map((id) => document.getElementById(id));
      for (const type of ["beginEvent", "repeatEvent", "endEvent"]) {
        move.addEventListener(type, () => found.events.push(type + "@" + Math.round(performance.now())));
      }
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 3) found.places.push(Math.round(box.x.animVal.value));
        if (frame === 3) image.pauseAnimations();
        if (frame === 6) found.places.push(Math.round(box.x.animVal.value), image.animationsPaused());
        if (frame === 6) image.unpauseAnimations();
        if (frame === 9) found.places.push(Math.round(image.getCurrentTime() * 1000), image.animationsPaused());
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({
    events: ["beginEvent@17", "repeatEvent@150", "endEvent@250"],
    places: [50, 50, true, 100, false],
  });
});

it("begins an image that comes later when it comes, and lets the page seek it", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    script: `
      found.times = [];
      let image;
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 3) {
          document.body.innerHTML = '<svg><rect><set attributeName="x" to="5" begin="1s"/></rect></svg>';
          image = document.body.firstElementChild;
        }
        if (frame === 6) { found.times.push(image.getCurrentTime()); image.setCurrentTime(0.99); }
        if (frame === 7) found.times.push(image.querySelector("rect").x.animVal.value);
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ times: [expect.closeTo(0.05, 5), 5] });
});
