import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const listen = `
  found.log = [];
  let frame = -1;
  requestAnimationFrame(function count() { frame += 1; requestAnimationFrame(count); });
  const note = (event) => found.log.push([frame + 1, event.type, event.target.id || event.target.nodeName || "window", event.key, event.code, event.keyCode, event.which, event.charCode, event.location].join(" "));
  for (const type of ["keydown", "keypress", "keyup"]) addEventListener(type, note);`;

it("sends the events of a US keyboard, with a keypress for characters, before the animation frame", async () => {
  const { found, finish } = await runPreludePage({
    frames: 6,
    script: `${listen} addEventListener("keydown", (event) => { if (event.code === "KeyB") event.preventDefault(); });`,
    events: [
      { step: 1, type: "key", code: "ShiftLeft", pressed: true },
      { step: 1, type: "key", code: "KeyA", pressed: true },
      { step: 2, type: "key", code: "KeyA", pressed: false },
      { step: 2, type: "key", code: "ShiftLeft", pressed: false },
      { step: 3, type: "key", code: "ArrowLeft", pressed: true },
      { step: 3, type: "key", code: "Enter", pressed: true },
      { step: 4, type: "key", code: "KeyB", pressed: true },
      { step: 4, type: "key", code: "Numpad5", pressed: true },
    ],
  });
  expect(found).toEqual({
    log: [
      "1 keydown BODY Shift ShiftLeft 16 16 0 1",
      "1 keydown BODY A KeyA 65 65 0 0",
      "1 keypress BODY A KeyA 65 65 65 0",
      "2 keyup BODY A KeyA 65 65 0 0",
      "2 keyup BODY Shift ShiftLeft 16 16 0 1",
      "3 keydown BODY ArrowLeft ArrowLeft 37 37 0 0",
      "3 keydown BODY Enter Enter 13 13 0 0",
      "3 keypress BODY Enter Enter 13 13 13 0",
      "4 keydown BODY b KeyB 66 66 0 0",
      "4 keydown BODY 5 Numpad5 101 101 0 3",
      "4 keypress BODY 5 Numpad5 53 53 53 3",
    ],
  });
  expect(finish.notices).toEqual([]);
});
