import { describe, expect, it } from "vitest";
import type { Tape } from "../../../../src/formats/tape.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const types = [
  "pointerover",
  "pointerenter",
  "pointerdown",
  "pointermove",
  "pointerup",
  "pointerout",
  "pointerleave",
  "gotpointercapture",
  "lostpointercapture",
  "mouseover",
  "mouseenter",
  "mousedown",
  "mousemove",
  "mouseup",
  "mouseout",
  "mouseleave",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "wheel",
  "touchstart",
  "touchmove",
  "touchend",
];

const body = `
  <style>body { margin: 0 } #left, #right { position: absolute; top: 0; width: 100px; height: 100px } #right { left: 100px }</style>
  <div id="left" tabindex="0"></div><div id="right"></div>`;

/** Records the events of the given types at two boxes, with the fields of `facts`. */
function listenTo(heard: readonly string[], facts = "[]"): string {
  return `
    found.log = [];
    for (const box of [left, right]) for (const type of ${JSON.stringify(heard)}) {
      box.addEventListener(type, (event) => { found.log.push([event.type, event.target.id, ...${facts}].join(" ")); });
    }`;
}

function press(step: number, button: number, x?: number): readonly Tape["events"][number][] {
  const place = x === undefined ? {} : { x, y: 50 };
  return [
    { step, type: "mouse_button", button, pressed: true, ...place },
    { step, type: "mouse_button", button, pressed: false, ...place },
  ];
}

async function logOf(page: Parameters<typeof runPreludePage>[0]): Promise<unknown> {
  const { found } = await runPreludePage({ frames: 12, body, ...page });
  return (found as { readonly log: unknown }).log;
}

describe("the mouse of a tape", () => {
  it("enters, presses and clicks in the order of a browser", async () => {
    const log = await logOf({ script: listenTo(types), events: press(1, 0, 50) });
    expect(log).toEqual([
      "pointerover left",
      "pointerenter left",
      "pointermove left",
      "mouseover left",
      "mouseenter left",
      "mousemove left",
      "pointerdown left",
      "mousedown left",
      "pointerup left",
      "mouseup left",
      "click left",
    ]);
  });

  it("moves from one element to another, and reports its movement and held buttons", async () => {
    const log = await logOf({
      script: listenTo(
        ["pointerout", "pointerleave", "pointerover", "mousemove"],
        "[event.clientX, event.movementX, event.buttons]",
      ),
      events: [
        { step: 1, type: "mouse_move", x: 90, y: 50 },
        { step: 2, type: "mouse_button", button: 2, pressed: true },
        { step: 3, type: "mouse_move", dx: 20, dy: 5 },
      ],
    });
    expect(log).toEqual([
      "pointerover left 90 0 0",
      "mousemove left 90 -230 0",
      "pointerout left 110 0 2",
      "pointerleave left 110 0 2",
      "pointerover right 110 0 2",
      "mousemove right 110 20 2",
    ]);
  });

  it("counts quick clicks, and opens a menu with the right button", async () => {
    const log = await logOf({
      script: listenTo(["mousedown", "click", "dblclick", "contextmenu", "auxclick"], "[event.button, event.detail]"),
      events: [...press(1, 0, 50), ...press(2, 0, 50), ...press(3, 2, 50)],
    });
    expect(log).toEqual([
      "mousedown left 0 1",
      "click left 0 1",
      "mousedown left 0 2",
      "click left 0 2",
      "dblclick left 0 2",
      "mousedown left 2 1",
      "contextmenu left 2 0",
      "auxclick left 2 1",
    ]);
  });

  it("sends only pointer events if the page prevents the others, and one press while two buttons are held", async () => {
    const log = await logOf({
      script: `${listenTo(types)} left.addEventListener("pointerdown", (event) => { event.preventDefault(); });`,
      events: [
        { step: 1, type: "mouse_move", x: 50, y: 50 },
        { step: 2, type: "mouse_button", button: 0, pressed: true },
        { step: 2, type: "mouse_button", button: 2, pressed: true },
        { step: 3, type: "mouse_button", button: 2, pressed: false },
        { step: 3, type: "mouse_button", button: 0, pressed: false },
      ],
    });
    expect((log as readonly string[]).slice(6)).toEqual([
      "pointerdown left",
      "pointermove left",
      "pointermove left",
      "auxclick left",
      "pointerup left",
      "click left",
    ]);
  });

  it("targets the element that has captured it until the release", async () => {
    const log = await logOf({
      script: `${listenTo(["pointermove", "gotpointercapture", "lostpointercapture", "pointerup"])}
        left.addEventListener("pointerdown", (event) => { left.setPointerCapture(event.pointerId); });`,
      events: [
        { step: 1, type: "mouse_button", button: 0, pressed: true, x: 50, y: 50 },
        { step: 2, type: "mouse_move", x: 150, y: 50 },
        { step: 3, type: "mouse_button", button: 0, pressed: false, x: 150, y: 50 },
        { step: 4, type: "mouse_move", x: 151, y: 50 },
      ],
    });
    expect(log).toEqual([
      "pointermove left",
      "gotpointercapture left",
      "pointermove left",
      "pointerup left",
      "lostpointercapture left",
      "pointermove right",
    ]);
  });

  // As a real mouse does in Chromium.
  it("tells of a capture before its next event, of the end before the click, and of none without a button", async () => {
    const heard = ["pointerdown", "mousedown", "pointermove", "pointerup", "mouseup", "click"];
    const log = await logOf({
      script: `${listenTo([...heard, "gotpointercapture", "lostpointercapture"])}
        const capture = () => { left.setPointerCapture(1); found.log.push("has " + left.hasPointerCapture(1)); };
        for (const type of ["pointermove", "pointerdown"]) left.addEventListener(type, capture, { once: true });`,
      events: [
        { step: 1, type: "mouse_move", x: 50, y: 50 },
        { step: 2, type: "mouse_move", x: 51, y: 50 },
        ...press(3, 0, 51),
      ],
    });
    expect(log).toEqual([
      ...["pointermove left", "has false", "pointermove left", "pointerdown left", "has true", "mousedown left"],
      ...["gotpointercapture left", "pointerup left", "mouseup left", "lostpointercapture left", "click left"],
    ]);
  });

  it("focuses the element that it presses, and removes the focus elsewhere", async () => {
    const { found } = await runPreludePage({
      frames: 8,
      body,
      script: `found.log = [];
        addEventListener("keydown", (event) => { found.log.push(event.target.id || event.target.nodeName); });`,
      events: [
        ...press(1, 0, 50),
        { step: 2, type: "key", code: "KeyA", pressed: true },
        ...press(3, 0, 150),
        { step: 4, type: "key", code: "KeyB", pressed: true },
      ],
    });
    expect(found).toEqual({ log: ["left", "BODY"] });
  });

  it("leaves the focus to a field whose label is pressed, and where the page prevents the press", async () => {
    const { found } = await runPreludePage({
      frames: 12,
      body: `<style>body > * { position: absolute; left: 0; width: 100px; height: 30px; margin: 0 }</style>
        <label for="box" style="top: 0">l</label><input id="box" type="checkbox" style="top: 50px">
        <button id="kept" style="top: 100px">b</button>`,
      script: `found.log = [];
        box.focus();
        kept.onmousedown = (event) => event.preventDefault();
        for (const type of ["focus", "blur"]) box.addEventListener(type, () => found.log.push(type));`,
      events: [...press(1, 0, 110), ...press(5, 0, 10)].map((event) => ({ ...event, x: 20 })),
    });
    expect(found).toEqual({ log: [] });
  });

  it("turns the wheel over the element under it", async () => {
    const log = await logOf({
      script: listenTo(["wheel"], "[event.deltaX, event.deltaY, event.deltaMode]"),
      events: [
        { step: 1, type: "mouse_move", x: 150, y: 10 },
        { step: 2, type: "wheel", dx: 3, dy: -120 },
      ],
    });
    expect(log).toEqual(["wheel right 3 -120 0"]);
  });

  it("touches a page that listens only for touches", async () => {
    const drag: Tape["events"] = [
      { step: 1, type: "mouse_button", button: 0, pressed: true, x: 50, y: 50 },
      { step: 2, type: "mouse_move", x: 150, y: 50 },
      { step: 3, type: "mouse_button", button: 0, pressed: false },
    ];
    const touches = ["touchstart", "touchmove", "touchend"];
    const facts = "[event.touches?.length, event.changedTouches?.[0].clientX]";
    expect(await logOf({ script: listenTo(touches, facts), events: drag })).toEqual([
      "touchstart left 1 50",
      "touchmove left 1 150",
      "touchend left 0 150",
    ]);
    const both = await logOf({ script: listenTo([...touches, "mousedown"]), events: drag });
    expect(both).toEqual(["mousedown left"]);
    const clicked = `document.getElementById("left").setAttribute("onclick", "");`;
    expect(
      await logOf({ script: `${listenTo(touches)} addEventListener("load", () => { ${clicked} });`, events: drag }),
    ).toEqual([]);
  });
});
