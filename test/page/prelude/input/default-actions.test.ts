import { expect, it } from "vitest";
import { z } from "zod";
import type { Tape } from "../../../../src/formats/tape.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const body = `
  <style>
    body { margin: 0 } input { position: absolute; left: 100px; width: 216px; margin: 0 }
    #box { position: absolute; left: 400px; top: 10px; width: 100px; height: 100px; overflow: scroll }
  </style>
  <input id="r" type="range" style="top: 10px"><input id="st" type="range" step="25" style="top: 50px">
  <input id="rtl" dir="rtl" type="range" style="top: 90px"><input id="any" step="any" type="range" style="top: 130px">
  <input id="pad" type="range" style="top: 170px; padding: 0 20px; border: 2px solid; box-sizing: border-box">
  <input id="v" type="range" style="left: 350px; top: 10px; width: 16px; height: 216px; writing-mode: vertical-lr; direction: rtl">
  <input id="off" type="range" disabled style="top: 210px">
  <div id="box"><div id="inner" style="width: 300px; height: 130px"></div></div>
  <div style="position: absolute; top: 2000px">end</div>
  <dialog id="d">a<dialog id="e">b</dialog></dialog><div id="pop" popover>c</div><div id="manual" popover="manual">d</div>`;

const types = [
  ...["focus", "pointerdown", "mousedown", "pointermove", "pointerup", "mouseup", "click", "input", "change"],
  ...["gotpointercapture", "lostpointercapture", "keydown", "keyup", "cancel", "close", "beforetoggle"],
];

async function logOf(events: Tape["events"], script = ""): Promise<readonly string[]> {
  const listen = `found = [];
    const stateOf = ({ type, target }) => (type === "input" || type === "change" ? " " + target.value : "");
    for (const type of ${JSON.stringify(types)})
      document.addEventListener(type, (event) => found.push(type + "#" + event.target.id + stateOf(event)), true);
    addEventListener("load", () => { ${script} });`;
  return z.array(z.string()).parse((await runPreludePage({ frames: 12, body, script: listen, events })).found);
}

const button = { type: "mouse_button", button: 0 } as const;
const drag = (from: number, to: number, y: number): Tape["events"] => [
  { step: 1, type: "mouse_move", x: from, y },
  { step: 2, ...button, pressed: true, x: from, y },
  { step: 3, type: "mouse_move", x: to, y },
  { step: 4, ...button, pressed: false, x: to, y },
];

// The logs are those of Chromium for the same input by its debugger.
it("moves the thumb of a slider, with the events and the capture of a browser", async () => {
  expect(await logOf(drag(258, 158, 18))).toEqual([
    ...["pointermove#r", "pointerdown#r", "mousedown#r", "input#r 75", "focus#r", "gotpointercapture#r"],
    ...["pointermove#r", "input#r 25", "pointerup#r", "mouseup#r", "change#r 25", "lostpointercapture#r", "click#r"],
  ]);
  // A press on the thumb leaves it where it is.
  expect(await logOf(drag(210, 260, 18))).toEqual([
    ...["pointermove#r", "pointerdown#r", "mousedown#r", "focus#r", "gotpointercapture#r"],
    ...["pointermove#r", "input#r 76", "pointerup#r", "mouseup#r", "change#r 76", "lostpointercapture#r", "click#r"],
  ]);
});

it.each([
  ["by its steps", drag(150, 172, 58), ["input#st 25", "change#st 25"]],
  ["from right to left", drag(130, 258, 98), ["input#rtl 89", "input#rtl 25", "change#rtl 25"]],
  ["without steps", drag(130, 251, 138), ["input#any 11", "input#any 71.5", "change#any 71.5"]],
  ["within its padding", drag(130, 251, 178), ["input#pad 0", "input#pad 78", "change#pad 78"]],
  ["upwards", drag(358, 358, 60), ["input#v 79", "change#v 79"]],
  ["unless it is disabled", drag(150, 200, 218), []],
])("moves a slider %s", async (_how, events, expected) => {
  const log = await logOf(events);
  expect(log.filter((line) => /^(?:input|change)/u.test(line))).toEqual(expected);
});

it("moves no slider whose press the page prevents", async () => {
  const script = `r.addEventListener("mousedown", (event) => event.preventDefault());`;
  expect(await logOf(drag(150, 258, 18), script)).not.toContain("input#r 21");
});

it("scrolls with the wheel what is under it, and the document where that has come to its end", async () => {
  const wheel = (step: number, [x, y]: readonly [number, number], dx: number, dy: number): Tape["events"] => [
    { step, type: "mouse_move", x, y },
    { step: step + 1, type: "wheel", dx, dy },
  ];
  const box = [450, 50] as const;
  const places = `const say = () => found.push([box.scrollLeft, box.scrollTop, scrollY].join(" "));
    addEventListener("scroll", say, true);`;
  const events = [...wheel(1, box, 50, 20), ...wheel(3, box, 0, 120), ...wheel(5, box, 0, 100)];
  const log = await logOf(events, places);
  expect(log.filter((line) => /^\d/u.test(line))).toEqual(["50 20 0", "50 30 0", "50 30 100"]);
  const prevent = `addEventListener("wheel", (event) => event.preventDefault(), { passive: false });`;
  const prevented = await logOf(events, places + prevent);
  expect(prevented.filter((line) => /^\d/u.test(line))).toEqual([]);
  const hidden = await logOf(wheel(1, [20, 400], 0, 100), `${places} document.body.style.overflow = "hidden";`);
  expect(hidden.filter((line) => /^\d/u.test(line))).toEqual([]);
});

const escape = (step: number): Tape["events"] => [
  { step, type: "key", code: "Escape", pressed: true },
  { step: step + 1, type: "key", code: "Escape", pressed: false },
];

it("closes with Escape the dialog or popover that was opened last", async () => {
  const open = `d.showModal(); e.showModal(); manual.showPopover(); found.length = 0;`;
  expect(await logOf([...escape(2), ...escape(6)], open)).toEqual([
    ...["keydown#e", "cancel#e", "beforetoggle#e", "focus#d", "close#e", "keyup#d"],
    ...["keydown#d", "cancel#d", "beforetoggle#d", "close#d", "keyup#"],
  ]);
  expect(await logOf(escape(2), `d.showModal(); pop.showPopover(); found.length = 0;`)).toEqual([
    ...["keydown#d", "beforetoggle#pop", "keyup#d"],
  ]);
});

it("closes nothing with Escape that does not want it", async () => {
  expect(await logOf(escape(2), `d.show(); found.length = 0;`)).toEqual(["keydown#d", "keyup#d"]);
  const kept = `d.oncancel = (event) => event.preventDefault(); d.showModal(); found.length = 0;`;
  expect(await logOf(escape(2), kept)).toEqual(["keydown#d", "cancel#d", "keyup#d"]);
  const prevented = `d.showModal(); found.length = 0; onkeydown = (event) => event.preventDefault();`;
  expect(await logOf(escape(2), prevented)).toEqual(["keydown#d", "keyup#d"]);
});

const press = (step: number, x: number, y: number, to = { x, y }): Tape["events"] => [
  { step, ...button, pressed: true, x, y },
  { step: step + 1, ...button, pressed: false, ...to },
];
const popovers = `
  for (const [one, x] of [[pop, 0], [manual, 200], [d, 400]])
    one.style.cssText = "position:fixed;inset:auto;margin:0;border:0;width:100px;height:60px;top:200px;left:" + x + "px";
  const sub = document.createElement("div");
  sub.popover = "auto"; sub.id = "sub"; sub.style.cssText = pop.style.cssText + ";left:100px";
  pop.append(sub);
  const opener = document.createElement("button");
  opener.id = "opener"; opener.style.cssText = "position:fixed;left:0;top:300px;width:50px;height:20px";
  opener.popoverTargetElement = pop;
  document.body.append(opener);`;

it.each([
  ["a press outside of it", "pop.showPopover()", press(2, 600, 150), ["beforetoggle#pop"]],
  [
    "one outside of all of them",
    "pop.showPopover(); sub.showPopover()",
    press(2, 600, 150),
    ["beforetoggle#sub", "beforetoggle#pop"],
  ],
  ["one in the popover around it", "pop.showPopover(); sub.showPopover()", press(2, 50, 230), ["beforetoggle#sub"]],
  ["a press in it: no", "pop.showPopover(); sub.showPopover()", press(2, 150, 230), []],
  ["a press that ends outside: no", "pop.showPopover()", press(2, 50, 230, { x: 600, y: 150 }), []],
  ["its button, by its click alone", "pop.showPopover()", press(2, 20, 310), ["click#opener", "beforetoggle#pop"]],
  ["the press if it is manual: no", "manual.showPopover()", press(2, 600, 150), []],
  [
    "a press outside of a dialog",
    "d.closedBy = 'any'; d.showModal()",
    press(2, 600, 150),
    ["cancel#d", "beforetoggle#d"],
  ],
  ["a press outside of other dialogs: no", "d.showModal()", press(2, 600, 150), []],
  ["a press in a dialog: no", "d.closedBy = 'any'; d.showModal()", press(2, 450, 230), []],
])("closes a popover by %s", async (_how, open, events, expected) => {
  const log = await logOf(events, `${popovers} ${open}; found.length = 0;`);
  const told = log.filter((line) => /^(?:beforetoggle|cancel|click#opener)/u.test(line));
  expect(told).toEqual(expected);
  const [first] = told;
  if (first !== undefined && !first.startsWith("click"))
    expect(log.indexOf(first)).toBeLessThan(log.findIndex((line) => line.startsWith("pointerup")));
});

it("counts a popover that opens as a change of the page", async () => {
  const run = async (events: Tape["events"]): Promise<readonly number[]> => {
    const { parts } = await runPreludePage({
      frames: 6,
      body,
      script: `addEventListener("load", () => { ${popovers} });`,
      events,
    });
    return parts
      .filter(({ part }) => part === "dom")
      .flatMap(({ steps }) => steps)
      .filter((step) => step >= 0);
  };
  expect(await run([])).toEqual([]);
  expect(await run(press(2, 20, 310))).toEqual([3]);
});

it("ends a pointer lock with Escape, which the page does not hear", async () => {
  const { found } = await runPreludePage({
    frames: 10,
    body,
    script: `found = [];
      document.onpointerlockchange = () => found.push("lock " + (document.pointerLockElement?.id ?? "none"));
      for (const type of ["keydown", "keyup"]) addEventListener(type, ({ code }) => found.push(type + " " + code));
      onclick = () => inner.requestPointerLock();`,
    events: [...press(1, 450, 50), ...escape(5), ...escape(7)],
  });
  expect(found).toEqual(["lock inner", "lock none", "keyup Escape", "keydown Escape", "keyup Escape"]);
});

it("gives a move of the pointer the places that it is made of", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `found.points = [];
      onpointermove = (event) => { for (const { clientX, clientY, pointerType } of event.getCoalescedEvents()) found.points.push([clientX, clientY, pointerType]); };`,
    events: [
      { step: 1, type: "mouse_move", x: 20, y: 30 },
      { step: 2, type: "mouse_move", x: 25, y: 35 },
    ],
  });
  expect(found).toEqual({
    points: [
      [20, 30, "mouse"],
      [25, 35, "mouse"],
    ],
  });
});

it.each(["canvas.onclick", "canvas.onpointerdown", "document.body.onclick"])(
  "hears that a page waits: %s",
  async (handler) => {
    const script = `const canvas = document.querySelector("canvas"); ${handler} = () => undefined;`;
    const { finish } = await runPreludePage({ frames: 1, body: "<canvas></canvas>", script });
    expect(finish.listensFor).toEqual(["click"]);
  },
);
