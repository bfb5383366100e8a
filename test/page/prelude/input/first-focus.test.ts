import { expect, it } from "vitest";
import type { Tape } from "../../../../src/formats/tape.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const events: Tape["events"] = [
  { step: 3, type: "key", code: "Enter", pressed: true },
  { step: 5, type: "key", code: "Enter", pressed: false },
];
const canvas = "<canvas tabindex=0></canvas>";
const start = `
  window.found = [];
  const tell = (what) => { found.push(what); };
  const target = document.querySelector("[tabindex]");
  for (const type of ["focus", "blur", "keydown"]) target?.addEventListener(type, () => { tell(type); });
  addEventListener("focus", () => { tell("focus of the window"); });
  requestAnimationFrame(() => { tell(document.activeElement.localName); });`;

it.each([
  ["a script's", { body: canvas, script: `${start} target.focus();` }],
  ["a script's at load", { body: canvas, script: `${start} addEventListener("load", () => { target.focus(); });` }],
  ["that of the markup", { body: "<canvas tabindex=0 autofocus></canvas>", script: start }],
  [
    "that of an element which a script inserts",
    {
      body: "<div></div>",
      script: `${start}
        const made = document.createElement("canvas");
        made.tabIndex = 0;
        made.autofocus = true;
        for (const type of ["focus", "blur", "keydown"]) made.addEventListener(type, () => { tell(type); });
        document.body.append(made);`,
    },
  ],
])("the focus that a page takes before its first frame is kept: %s", async (_, page) => {
  const { found } = await runPreludePage({ ...page, frames: 8, events });
  expect(found).toEqual(["focus", "canvas", "keydown"]);
});

const later = `setTimeout(() => {
  const made = document.createElement("input");
  made.autofocus = true;
  made.onfocus = () => { tell("input"); };
  document.body.append(made);
}, 40);`;

it.each([
  [
    "beside an element that has it",
    "<canvas tabindex=0 autofocus></canvas><button></button>",
    "document.querySelector('button').focus();",
    ["button"],
  ],
  ["in a later frame", canvas, later, ["body", "input"]],
  ["after another has got it", "<canvas tabindex=0 autofocus></canvas>", later, ["focus", "canvas", "keydown"]],
  [
    "for the first that can take it",
    "<canvas autofocus></canvas><p tabindex=0 autofocus></p>",
    "",
    ["focus", "p", "keydown"],
  ],
])("an element asks for the focus as in a window of its own: %s", async (_, body, script, expected) => {
  const { found } = await runPreludePage({ body, script: `${start} ${script}`, frames: 8, events });
  expect(found).toEqual(expected);
});
