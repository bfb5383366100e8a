import { expect, it } from "vitest";
import type { Tape } from "../../../../src/formats/tape.ts";
import { type PreludeRun, runPreludePage } from "../open-prelude-page.ts";

const body = `
  <form id="f" onsubmit="log('submit ' + (event.submitter?.id ?? '-')); event.preventDefault()">
    <input id="t" value="ab" maxlength="4"><input id="n" type="number" value="3"><input id="r" type="range">
    <button id="b">go</button>
  </form>
  <form onsubmit="log('submit alone'); event.preventDefault()"><input id="o" readonly value="alone"></form>
  <button id="outside" form="g">go</button>
  <form id="g" onsubmit="log('submit ' + event.submitter.id); event.preventDefault()"><input id="i"><input></form>
  <form onsubmit="log('submit ' + event.submitter.id); event.preventDefault()">
    <input id="p" name="elements"><input><input id="picture" type="image">
  </form>
  <form onsubmit="log('submit two'); event.preventDefault()"><input id="w"><input></form>
  <textarea id="a">one\ntwo</textarea>
  <select id="s"><option>x<option disabled>y<option>z</select>
  <input id="c" type="checkbox"><input type="radio" name="q" id="q1"><input type="radio" name="q" id="q2">
  <div id="e" contenteditable>hey</div><a id="l" href="#x">link</a><details id="d"><summary id="u">more</summary>x</details>`;

const listen = `
  found = { log: {} };
  let group = "start";
  const log = (text) => (found.log[group] ??= []).push(text);
  for (const type of ["keypress", "beforeinput", "input", "change", "click", "toggle"]) {
    document.addEventListener(type, (event) => {
      const { target, inputType, data } = event;
      const value = /input|change/.test(type) ? " =" + (target.checked || (target.value ?? target.textContent)) : "";
      log(type + (target.id === group ? "" : "#" + target.id) + (inputType ? " " + inputType + " " + data : "") + value);
    }, true);
  }`;

/** Presses and releases a key; one after "Control+" or "Shift+" with that key held. */
function press(name: string, step: number): Tape["events"] {
  const [code = "", held] = name.split("+").toReversed();
  const key = (each: string, pressed: boolean): Tape["events"][number] => ({ step, type: "key", code: each, pressed });
  const both = [key(code, true), key(code, false)];
  return held === undefined ? both : [key(`${held}Left`, true), ...both, key(`${held}Left`, false)];
}

/** Focuses each element, by its id, and presses the keys there, one in a frame. */
async function typeInto(keysById: Readonly<Record<string, string>>, script = ""): Promise<PreludeRun> {
  const events: Tape["events"][number][] = [];
  const focusAt: Record<number, string> = {};
  let step = 1;
  for (const [id, keys] of Object.entries(keysById)) {
    focusAt[step] = id;
    for (const name of keys.split(" ")) {
      step += 1;
      events.push(...press(name, step));
    }
  }
  const focus = `
    const focusAt = ${JSON.stringify(focusAt)};
    let frame = 0;
    requestAnimationFrame(function next() {
      if (focusAt[frame]) document.getElementById(group = focusAt[frame]).focus();
      found.editable = e.innerHTML;
      frame += 1;
      requestAnimationFrame(next);
    });`;
  return await runPreludePage({ frames: step + 2, body, events, script: `${listen} ${focus} ${script}` });
}

// The logs are those of Chromium for the same keys, sent by its debugger.
it("writes, deletes, moves the caret and uses fields, with the events of a browser", async () => {
  const run = await typeInto({
    t: "KeyX Backspace End Shift+KeyY Digit1 KeyZ Control+KeyA KeyQ Enter",
    a: "Enter ArrowDown KeyY Delete",
    e: "KeyX Enter",
    ...{ o: "KeyX Enter", w: "Enter", i: "Enter", p: "Enter" },
    n: "KeyA Digit5 ArrowUp",
    r: "ArrowRight PageUp Home ArrowDown",
    s: "ArrowDown ArrowDown Home",
    q1: "ArrowDown ArrowRight",
    ...{ b: "Space Enter", l: "Enter Space", u: "Enter Space", c: "Enter Space" },
  });
  expect(run.found).toEqual({
    log: {
      t: [
        ...["keypress", "beforeinput insertText x =ab", "input insertText x =xab"],
        ...["beforeinput deleteContentBackward null =xab", "input deleteContentBackward null =ab"],
        ...["keypress", "beforeinput insertText Y =ab", "input insertText Y =abY"],
        ...["keypress", "beforeinput insertText 1 =abY", "input insertText 1 =abY1"],
        ...["keypress", "beforeinput insertText z =abY1"],
        ...["keypress", "beforeinput insertText q =abY1", "input insertText q =q"],
        ...["keypress", "beforeinput insertLineBreak null =q", "change =q", "click#b", "submit b"],
      ],
      a: [
        ...["keypress", "beforeinput insertLineBreak null =one\ntwo", "input insertLineBreak null =\none\ntwo"],
        ...["keypress", "beforeinput insertText y =\none\ntwo", "input insertText y =\none\nytwo"],
        ...["beforeinput deleteContentForward null =\none\nytwo", "input deleteContentForward null =\none\nywo"],
      ],
      e: [
        "change#a =\none\nywo",
        ...["keypress", "beforeinput insertText x =hey", "input insertText x =xhey"],
        ...["keypress", "beforeinput insertParagraph null =xhey", "input insertParagraph null =xhey"],
      ],
      o: ["keypress", "keypress", "submit alone"],
      w: ["keypress", "beforeinput insertLineBreak null ="],
      i: ["keypress", "beforeinput insertLineBreak null =", "click#outside", "submit outside"],
      p: ["keypress", "beforeinput insertLineBreak null =", "click#picture", "submit picture"],
      n: [
        ...["keypress", "beforeinput insertText a =3"],
        ...["keypress", "beforeinput insertText 5 =3", "input insertText 5 =53"],
        ...["input =54", "change =54"],
      ],
      r: ["51", "61", "0"].flatMap((value) => [`input =${value}`, `change =${value}`]),
      s: ["z", "x"].flatMap((value) => [`input =${value}`, `change =${value}`]),
      q1: [...["click#q2", "input#q2 =true", "change#q2 =true"], ...["click", "input =true", "change =true"]],
      b: ["keypress", "click", "submit b", "keypress", "click", "submit b"],
      l: ["click", "keypress"],
      u: ["keypress", "click", "toggle#d", "keypress", "click"],
      c: ["toggle#d", "keypress", "keypress", "click", "input =true", "change =true"],
    },
    editable: "x<div>hey</div>",
  });
});

it("chooses in a list by pages", async () => {
  const options = [..."abcdefgh"].map((name) => `<option${name === "c" ? " disabled" : ""}>${name}`).join("");
  const fill = `addEventListener("load", () => { s.innerHTML = "${options}"; });`;
  const { found } = await typeInto({ s: "PageDown PageDown PageUp PageUp PageDown End PageUp" }, fill);
  const chosen = ["d", "g", "d", "a", "d", "h", "e"].flatMap((value) => [`input =${value}`, `change =${value}`]);
  expect(found).toMatchObject({ log: { s: chosen } });
});

it("does nothing with a key that the page prevents", async () => {
  const { found } = await typeInto(
    { t: "KeyX KeyY KeyZ Control+Backspace", b: "Space" },
    `onkeydown = (event) => { if (group === "b" || event.key === "x") event.preventDefault(); };
    onbeforeinput = (event) => { if (event.data === "y") event.preventDefault(); };`,
  );
  expect(found).toMatchObject({
    log: {
      t: [
        ...["keypress", "beforeinput insertText y =ab"],
        ...["keypress", "beforeinput insertText z =ab", "input insertText z =zab"],
        // Chromium's own says deleteWordBackward both times, but a command deletes what is selected.
        ...["beforeinput deleteWordBackward null =zab", "input deleteContentBackward null =ab"],
      ],
    },
  });
  expect(found).not.toMatchObject({ log: { b: expect.anything() } });
});

it("changes what a person sees, so the frames differ", async () => {
  const { parts, finish } = await runPreludePage({
    ...{ frames: 8, body: `<input id="c" type="checkbox">` },
    script: `addEventListener("load", () => c.focus());`,
    events: press("Space", 3),
  });
  const dom = parts.find(({ part, realm }) => part === "dom" && realm === "/page.html");
  expect(dom?.steps).toContain(3);
  expect(finish.anythingRendered).toBe(true);
});

it("puts the caret where a text is clicked", async () => {
  const { found } = await runPreludePage({
    frames: 8,
    body: `<style>body { margin: 0 } input { font: 20px Cousine; padding: 0; border: 0 }</style><input id="t" value="hello">`,
    script: `found = {}; requestAnimationFrame(function read() { found.value = t.value; requestAnimationFrame(read); });`,
    events: [
      { step: 2, type: "mouse_button", button: 0, pressed: true, x: 25, y: 10 },
      { step: 2, type: "mouse_button", button: 0, pressed: false, x: 25, y: 10 },
      ...press("KeyX", 3),
    ],
  });
  expect(found).toEqual({ value: "hexllo" });
});

const tabBody = `
  <a id="a" href="#">a</a><a>no</a><input id="t" value="hello"><input disabled><button id="b">b</button>
  <div id="d0" tabindex="0">d</div><div tabindex="-1">d</div><select id="s"><option>1</select>
  <input type="radio" name="r" id="r1"><input type="radio" name="r" id="r2" checked>
  <input type="radio" name="q" id="q1"><input type="radio" name="q" id="q2">
  <details><summary id="sum">s</summary><button>x</button></details><div id="ce" contenteditable>edit</div>
  <div style="display: none"><button>x</button></div><div style="visibility: hidden"><button>x</button></div>
  <div id="h"></div><textarea id="ta">text</textarea><button id="p2" tabindex="2">2</button>
  <button id="p1" tabindex="1">1</button><button id="last">l</button><div inert><button>i</button></div>`;

// The orders and the log are those of Chromium for the same keys by its debugger.
it.each([
  ["Tab", "p1 p2 a t b d0 s r2 q1 sum ce sh ta last BODY p1 p2"],
  ["Shift+Tab", "last ta sh ce sum q1 r2 s d0 b t a p2 p1 BODY last ta"],
])("moves the focus by %s in the order of a browser", async (name, expected) => {
  const count = expected.split(" ").length;
  const { found } = await runPreludePage({
    frames: count + 3,
    body: tabBody,
    script: `found = [];
      h.attachShadow({ mode: "open" }).innerHTML = "<button id=sh>s</button>";
      addEventListener("keyup", ({ key }) => {
        const { activeElement } = document;
        if (key === "Tab") found.push((activeElement.shadowRoot?.activeElement ?? activeElement).id || "BODY");
      }, true);`,
    events: Array.from({ length: count }, (_, index) => press(name, index + 1)).flat(),
  });
  expect(found).toEqual(expected.split(" "));
});

it("selects the text of a field that Tab reaches, and shows where the focus is", async () => {
  const { found } = await runPreludePage({
    frames: 6,
    body: tabBody,
    script: `found = [];
      a.focus();
      for (const type of ["keydown", "keyup", "focus", "blur", "focusin", "focusout", "select", "change"])
        addEventListener(type, ({ target }) => found.push(type + "#" + (target.id ?? "")), true);
      setTimeout(() => found.push([t.selectionStart, t.selectionEnd, t.matches(":focus-visible")].join()), 60);`,
    events: press("Tab", 1),
  });
  expect(found).toEqual(["keydown#a", "blur#a", "focusout#a", "focus#t", "focusin#t", "keyup#t", "0,5,true"]);
});

it("leaves the focus where the page prevents Tab, or another key is held with it", async () => {
  const script = `found = []; a.focus(); addEventListener("focus", ({ target }) => found.push(target.id), true);`;
  const events = press("Control+Tab", 1);
  expect((await runPreludePage({ frames: 4, body: tabBody, script, events })).found).toEqual([]);
  const prevented = `${script} onkeydown = (event) => event.preventDefault();`;
  expect(
    (await runPreludePage({ frames: 4, body: tabBody, script: prevented, events: press("Tab", 1) })).found,
  ).toEqual([]);
});
