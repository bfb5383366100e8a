import { expect, it } from "vitest";
import type { Tape } from "../../../../src/formats/tape.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const button = { type: "mouse_button", button: 0 } as const;
const moveTo = (step: number, x: number, y: number): Tape["events"][number] => ({ step, type: "mouse_move", x, y });

const body = `
  <style>
    body { margin: 0; height: 3000px } body > * { position: absolute; width: 100px; height: 40px; margin: 0 }
    nav ul { display: none; margin: 0 } nav:hover ul { display: block }
    #b { left: 200px; opacity: 1; transition: opacity 100ms linear } #b:active { opacity: 0 }
    #low { top: 1000px } li:hover, :is(label:hover), #field:hover, iframe:hover, #low:hover { color: red }
    div { &#host:hover { color: red } }
  </style>
  <nav id="menu">menu<ul><li id="item">item</li></ul></nav>
  <div id="b">press</div><label id="l" style="left: 400px">label <input id="field" type="checkbox"></label>
  <div id="host" style="left: 600px"></div><div id="low">low</div>
  <iframe id="inner" style="top: 100px; border: 0"
    srcdoc="<style>body{margin:0}p{margin:0;height:40px}p:hover{color:rgb(1,2,3)}</style><p id='p'>inside</p>"></iframe>`;

const follow = `
  found = [];
  const shadow = host.attachShadow({ mode: "closed" });
  shadow.innerHTML = "<style>i:hover { font-size: 30px }</style><i>shadow</i>";
  const within = (root, selector) => root?.querySelector(selector)?.matches(":hover") === true;
  const styles = () => ({
    inside: [[inner.contentDocument, "p"], [shadow, "i"]].map((place) => Number(within(...place))).join(""),
    menu: getComputedStyle(document.querySelector("ul")).display === "block",
    hover: [...document.querySelectorAll(":hover")].map(({ id }) => id).filter((id) => id !== "").join(),
    active: [...document.querySelectorAll(":active")].map(({ id }) => id).filter((id) => id !== "").join(),
  });
  let frame = 0;
  let last = "";
  for (const type of ["transitionrun", "transitionend"]) addEventListener(type, () => found.push(frame + " " + type));
  for (const type of ["mouseover", "click"])
    addEventListener(type, ({ target }) => found.push(frame + " " + type + "#" + target.id));
  requestAnimationFrame(function look() {
    const now = JSON.stringify(styles());
    if (now !== last) found.push({ frame, ...styles() });
    last = now;
    frame += 1;
    requestAnimationFrame(look);
  });`;

const logOf = async (events: Tape["events"], frames = 20): Promise<unknown> =>
  (await runPreludePage({ frames, body, script: follow, events })).found;

const none = { inside: "00", menu: false, hover: "", active: "" };

it("opens a menu of style sheets alone, in which a click then lands", async () => {
  const events = [
    moveTo(1, 50, 5),
    { step: 3, ...button, pressed: true, x: 50, y: 25 },
    { step: 4, ...button, pressed: false, x: 50, y: 25 },
    moveTo(6, 700, 500),
  ];
  expect(await logOf(events)).toEqual([
    { frame: 0, ...none },
    "1 mouseover#menu",
    { frame: 2, ...none, menu: true, hover: "menu" },
    "3 mouseover#item",
    "4 click#item",
    { frame: 4, ...none, menu: true, hover: "menu,item", active: "menu,item" },
    { frame: 5, ...none, menu: true, hover: "menu,item" },
    { frame: 7, ...none },
  ]);
});

it("keeps what a button holds active wherever the mouse goes, and hovers over nothing else", async () => {
  const events = [
    { step: 1, ...button, pressed: true, x: 250, y: 20 },
    moveTo(3, 50, 5),
    { step: 5, ...button, pressed: false, x: 50, y: 5 },
  ];
  expect(await logOf(events)).toEqual([
    { frame: 0, ...none },
    "1 mouseover#b",
    "2 transitionrun",
    { frame: 2, ...none, hover: "b", active: "b" },
    "3 mouseover#menu",
    { frame: 4, ...none, active: "b" },
    "5 click#",
    "6 transitionrun",
    { frame: 6, ...none, menu: true, hover: "menu" },
    "9 transitionend",
  ]);
});

it("hovers in frames, shadow trees and scrolled pages, and over the field of a label", async () => {
  const events = [
    moveTo(1, 50, 120),
    moveTo(3, 610, 10),
    moveTo(5, 410, 10),
    { step: 7, type: "wheel", dx: 0, dy: 1000 } as const,
    moveTo(9, 10, 10),
  ];
  expect(await logOf(events)).toEqual([
    { frame: 0, ...none },
    "1 mouseover#inner",
    { frame: 2, ...none, inside: "10", hover: "inner" },
    "3 mouseover#host",
    { frame: 4, ...none, inside: "01", hover: "host" },
    "5 mouseover#l",
    { frame: 6, ...none, hover: "l,field" },
    { frame: 8, ...none },
    "9 mouseover#low",
    { frame: 10, ...none, hover: "low" },
  ]);
});

it("leaves alone what no style asks for", async () => {
  const { found } = await runPreludePage({
    frames: 8,
    body: "<style>p:hover { color: red } div.on:hover { color: red } a:hover-not { color: red }</style><div>div</div>",
    script: `found = [];
      requestAnimationFrame(function look() { found.push(document.querySelectorAll(":hover").length); requestAnimationFrame(look); });`,
    events: [moveTo(1, 20, 20)],
  });
  expect(found).toEqual(Array.from({ length: 8 }, () => 0));
});

it("shows a ring around what a press has focused only where a person writes or chooses", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    body: `<style>body { margin: 0 } body > * { position: absolute; top: 0; width: 50px; height: 20px; margin: 0 }</style>
      <button style="left: 0"></button><input style="left: 100px"><input type="range" style="left: 200px">
      <select style="left: 300px"></select>`,
    script: `found = [];
      addEventListener("focus", ({ target }) => found.push(target.localName + " " + target.matches(":focus-visible")), true);`,
    events: [0, 1, 2, 3].flatMap((index): Tape["events"] => {
      const place = { x: index * 100 + 10, y: 10 };
      return [true, false].map((pressed) => ({ step: index * 2 + (pressed ? 1 : 2), ...button, pressed, ...place }));
    }),
  });
  expect(found).toEqual(["button false", "input true", "input false", "select true"]);
});

it("waits for no load of the inspector, which asks for all sheets of the page again", async () => {
  const { found, finish } = await runPreludePage({
    frames: 12,
    files: { "late.css": "p { margin: 0; height: 40px } p:hover { color: rgb(1, 2, 3) }" },
    body: `<style>body { margin: 0 }</style><p>text</p>`,
    script: `
      found.colours = [];
      requestAnimationFrame(() => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = "late.css";
        document.head.append(link);
      });
      requestAnimationFrame(function look() {
        const { color } = getComputedStyle(document.querySelector("p"));
        if (found.colours.at(-1) !== color) found.colours.push(color);
        requestAnimationFrame(look);
      });`,
    events: [moveTo(5, 50, 5)],
  });
  expect(found).toEqual({ colours: ["rgb(0, 0, 0)", "rgb(1, 2, 3)"] });
  // The page has no listener, but its style has followed.
  expect(finish.notices.map(({ code }) => code)).not.toContain("tape-unmatched");
});
