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

it("tells a link that starts the game in another page of it, last", async () => {
  const { finish } = await runPreludePage({
    frames: 2,
    body: `
      <a href="https://example.com/play.html">Play on our site</a>
      <a href="about.html">About</a>
      <a href="levels/game.html?fast">Play the game</a>
      <button>Start</button>`,
    script: "",
  });
  expect(finish.clickPrompts.map(({ name, kind }) => [name, kind])).toEqual([
    ['button "Start"', "button"],
    ["levels/game.html", "link"],
  ]);
});

it("offers the button inside of an element that listens too, or for it", async () => {
  const { finish } = await runPreludePage({
    frames: 2,
    body: `
      <style>b { cursor: pointer }</style>
      <div id="story"><p>It was night.</p><a href="#">Open the door</a> <b>Look <i>around</i></b> <u tabindex="0">Wait</u></div>
      <div id="title">Click to start<button>Credits</button></div>`,
    script: `
      addEventListener("DOMContentLoaded", () => {
        for (const element of document.querySelectorAll("div")) element.addEventListener("click", () => {});
      });`,
  });
  expect(finish.clickPrompts.map(({ target }) => target)).toEqual([
    { selector: "#title" },
    { text: "Open the door" },
    { text: "Look around" },
    { text: "Wait" },
  ]);
});

it("finds the longest piece of a link that wraps, where its whole has nothing in its middle", async () => {
  const { finish } = await runPreludePage({
    frames: 2,
    body: `
      <p style="width: 220px; font: 20px/60px Cousine">You may <a href="#" style="line-height: 20px">go back home tonight</a></p>`,
    script: ``,
  });
  expect(finish.clickPrompts.map(({ target }) => target)).toEqual([{ text: "go back home tonight" }]);
});
