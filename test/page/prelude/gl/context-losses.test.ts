import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

/** Loses the context of a canvas in its third frame. */
function losingPage({ isShown = true, after = "" } = {}): string {
  return `
    const canvas = document.createElement("canvas");
    ${isShown ? "document.body.append(canvas);" : ""}
    const gl = canvas.getContext("webgl");
    const lose = gl.getExtension("WEBGL_lose_context");
    let frame = 0;
    let isLost = false;
    function draw() {
      frame += 1;
      if (!isLost) gl.drawArrays(gl.POINTS, 0, 1);
      if (frame === 3) {
        isLost = true;
        lose.loseContext();
        ${after}
      }
      requestAnimationFrame(draw);
    }
    draw();`;
}

it("reports the frame in which a visible context was lost, and that the game did it", async () => {
  const { finish } = await runPreludePage({ script: losingPage(), frames: 6 });
  expect(finish.contextLosses).toEqual([{ step: 1, drawnAgainStep: null, byGame: true }]);
});

it("does not report a context that the game discards", async () => {
  const { finish } = await runPreludePage({ script: losingPage({ isShown: false }), frames: 6 });
  expect(finish.contextLosses).toEqual([]);
});

it("reports when the game draws again, after the browser has restored the context", async () => {
  const after = `
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      setTimeout(() => lose.restoreContext(), 20);
    });
    canvas.addEventListener("webglcontextrestored", () => { isLost = false; });`;
  const { finish } = await runPreludePage({ script: losingPage({ after }), frames: 60 });
  expect(finish.contextLosses).toEqual([{ step: 1, drawnAgainStep: expect.any(Number), byGame: true }]);
});
