import { expect, it } from "vitest";
import type { Tape } from "../../../../src/formats/tape.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const body = `
  <style>body { margin: 0 } div div { position: absolute; width: 100px; height: 100px; top: 20px }</style>
  <div><div id="a" style="left: 20px"><b id="t" draggable="true" style="position: absolute; inset: 10px"></b></div>
  <div id="z" style="left: 160px"></div><div id="q" style="left: 300px"></div></div>`;

const listen = `
  found = [];
  const facts = ({ buttons, dataTransfer, relatedTarget, clientX }) =>
    "b" + buttons + " " + dataTransfer.dropEffect + " " + (relatedTarget?.id ?? "-") + " " + clientX;
  for (const type of ["pointermove", "mousemove", "pointercancel", "mouseup", "click", "dragstart", "drag", "dragenter", "dragleave", "dragover", "drop", "dragend"]) {
    document.addEventListener(type, (event) => {
      found.push(type + "#" + event.target.id + (event.dataTransfer ? " " + facts(event) : ""));
    }, true);
  }
  addEventListener("load", () => {
    t.ondragstart = ({ dataTransfer }) => dataTransfer.setData("text/plain", "tile");
    z.ondragover = (event) => event.preventDefault();
    z.ondrop = ({ dataTransfer }) => { found.push(dataTransfer.getData("text/plain")); z.append(t); };
  });`;

/** Presses at 60, moves to each place in a frame of its own, and releases there. */
function dragOver(...places: readonly number[]): Tape["events"] {
  const moves = places.map((x, index) => ({ step: index + 2, type: "mouse_move", x, y: 60 }) as const);
  const button = { type: "mouse_button", button: 0, y: 60 } as const;
  return [
    { ...button, step: 1, pressed: true, x: 60 },
    ...moves,
    { ...button, step: places.length + 2, pressed: false, x: places.at(-1) ?? 60 },
  ];
}

async function logOf(script: string, ...places: readonly number[]): Promise<unknown> {
  return (await runPreludePage({ frames: 10, body, script: `${listen} ${script}`, events: dragOver(...places) })).found;
}

const begun = [
  ...["pointermove#t", "mousemove#t", "pointermove#t", "mousemove#t"],
  ...["dragstart#t b1 none - 60", "pointercancel#t"],
  ...["drag#t b1 none - 70", "dragenter#t b1 none - 70", "dragover#t b1 none - 70"],
];

// The logs are those of Chromium for the same mouse, moved by its debugger.
it("drops an element where it is taken", async () => {
  expect(await logOf("", 62, 70, 200, 210)).toEqual([
    ...["pointermove#t", "mousemove#t", ...begun],
    ...["drag#t b1 none - 200", "dragenter#z b1 none t 200", "dragleave#t b1 none z 200"],
    ...["drag#t b1 none - 210", "dragover#z b1 none - 210"],
    ...["drop#z b1 copy - 210", "tile", "dragend#t b0 copy - 210"],
  ]);
});

it("drops nothing where it is not taken", async () => {
  expect(await logOf("", 70, 350)).toEqual([
    ...begun,
    ...["drag#t b1 none - 350", "dragenter#q b1 none t 350", "dragleave#t b1 none q 350"],
    // Chromium repeats it with time.
    "dragover#q b1 none - 350",
    ...["drag#t b0 none - 350", "dragleave#q b0 none - 350", "dragend#t b0 none - 350"],
  ]);
});

it("drags nothing if the page prevents the start or the press", async () => {
  const prevented = await logOf(`addEventListener("dragstart", (event) => event.preventDefault());`, 70, 200);
  expect(prevented).toEqual([
    ...begun.slice(0, 5),
    ...["pointermove#z", "mousemove#z", "mouseup#z", expect.stringMatching(/^click#/)],
  ]);
  const pressed = await logOf(`addEventListener("mousedown", (event) => event.preventDefault());`, 70, 200);
  expect(pressed).not.toContainEqual(expect.stringMatching(/^drag/));
});

it("lets the target choose what a drop does", async () => {
  const choice = `addEventListener("load", () => {
    t.addEventListener("dragstart", ({ dataTransfer }) => { dataTransfer.effectAllowed = "copyMove"; });
    z.addEventListener("dragover", ({ dataTransfer }) => { dataTransfer.dropEffect = effect; });
  });`;
  expect(await logOf(`const effect = "move"; ${choice}`, 70, 200, 210)).toContain("dragend#t b0 move - 210");
  expect(await logOf(`const effect = "link"; ${choice}`, 70, 200, 210)).toContain("dragend#t b0 none - 210");
});
