import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("offers clicks in the order in which a player would try them, each with a target that leads to its element", async () => {
  const { finish } = await runPreludePage({
    frames: 2,
    body: `
      <style>div, canvas { width: 40px; height: 20px; }</style>
      <a href="https://example.com/">Made by us</a>
      <a href="#more">More</a>
      <button>Fullscreen</button>
      <div></div>
      <div class="board"></div>
      <div class="card"></div>
      <div class="card"></div>
      <canvas></canvas>
      <button>New game</button>`,
    script: `
      addEventListener("DOMContentLoaded", () => {
        for (const element of document.querySelectorAll("div.board, div.card")) element.addEventListener("click", () => {});
      });`,
  });
  expect(finish.clickPrompts.map(({ target }) => target)).toEqual([
    { text: "New game" },
    { text: "More" },
    { selector: "div.board" },
    { selector: "div.card" },
    { selector: "body > div:nth-of-type(4)" },
    { selector: "canvas" },
  ]);
});
