import { describe, expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const countFrames =
  "let frame = -1; requestAnimationFrame(function count() { frame += 1; requestAnimationFrame(count); });";

describe("the devices of a tape", () => {
  it("arrive before the animation frame of their step, at its virtual time, and not as trusted events", async () => {
    const { found } = await runPreludePage({
      frames: 6,
      script: `addEventListener("keydown", (event) => { found.key = [event.timeStamp, performance.now(), event.isTrusted]; });
        requestAnimationFrame(function count(time) { found.frameMs ??= "key" in found ? time : undefined; requestAnimationFrame(count); });`,
      events: [{ step: 3, type: "key", code: "Space", pressed: true }],
    });
    const ms = (4 * 1000) / 60;
    expect(found).toEqual({ key: [ms, ms, false], frameMs: ms });
  });

  it("lock the pointer when the page requests it, and only move it until the lock ends", async () => {
    const { found } = await runPreludePage({
      frames: 12,
      body: "<canvas id=game style='position:absolute;inset:0'></canvas>",
      script: `found.log = [];
        game.onclick = () => { game.requestPointerLock().then(() => { found.log.push("granted"); }); };
        document.onpointerlockchange = () => { found.log.push("change " + (document.pointerLockElement?.id ?? "none")); };
        game.onmousemove = (event) => { found.log.push([event.clientX, event.movementX, event.movementY].join(" ")); };`,
      events: [
        { step: 1, type: "mouse_button", button: 0, pressed: true, x: 5, y: 5 },
        { step: 1, type: "mouse_button", button: 0, pressed: false },
        { step: 3, type: "mouse_move", dx: 4000, dy: -7 },
        { step: 4, type: "pointer_lock", locked: false },
        { step: 5, type: "mouse_move", dx: 3, dy: 0 },
      ],
    });
    expect(found).toEqual({ log: ["5 -315 -175", "change game", "granted", "5 4000 -7", "change none", "8 3 0"] });
  });

  it("connect and disconnect gamepads, whose state a page polls", async () => {
    const { found } = await runPreludePage({
      frames: 8,
      script: `found.log = [];
        for (const type of ["gamepadconnected", "gamepaddisconnected"]) addEventListener(type, ({ gamepad }) => { found.log.push(type + gamepad.index); });
        requestAnimationFrame(function poll() {
          const pad = navigator.getGamepads()[1];
          const state = pad && [pad instanceof Gamepad, pad.mapping, pad.axes.join(","), pad.buttons.length, pad.buttons[0].pressed, pad.buttons[7].value].join(" ");
          if (state !== found.log.at(-1)) found.log.push(state);
          requestAnimationFrame(poll);
        });`,
      events: [
        { step: 1, type: "gamepad", index: 1, axes: [0.5, -1] },
        { step: 2, type: "gamepad", index: 1, buttons: [{ pressed: true, value: 1 }, 0, 0, 0, 0, 0, 0, 0.25] },
        { step: 3, type: "gamepad", index: 1, connected: false },
      ],
    });
    expect(found).toEqual({
      log: [
        null,
        "gamepadconnected1",
        "true standard 0.5,-1,0,0 17 false 0",
        "true standard 0.5,-1,0,0 17 true 0.25",
        "gamepaddisconnected1",
        null,
      ],
    });
  });

  it("count as gestures for as long as a person's would, but do not allow full screen, which a replay does not have", async () => {
    const { found } = await runPreludePage({
      frames: 330,
      body: "<button id=full style='position:absolute;inset:0'></button>",
      script: `found.log = [];
        const { userActivation } = navigator;
        const say = (what) => { found.log.push([what, userActivation.hasBeenActive, userActivation.isActive].join(" ")); };
        say("start");
        full.onfullscreenerror = () => { say("refused"); };
        full.onclick = () => {
          say("click");
          full.requestFullscreen().catch((error) => { say(error.name); });
          setTimeout(() => { say("later"); }, 5000);
        };
        addEventListener("keydown", (event) => { say(event.code); });`,
      events: [
        { step: 1, type: "key", code: "Escape", pressed: true },
        { step: 2, type: "mouse_button", button: 0, pressed: true, x: 5, y: 5 },
        { step: 3, type: "mouse_button", button: 0, pressed: false },
      ],
    });
    expect(found).toEqual({
      log: [
        "start false false",
        "Escape false false",
        "click true true",
        "TypeError true true",
        "refused true true",
        "later true false",
      ],
    });
  });

  it("are gestures without which a device does not vibrate", async () => {
    const { found } = await runPreludePage({
      frames: 6,
      body: "<button style='position:absolute;inset:0'></button>",
      script: `found.log = [navigator.vibrate(10)];
        for (const type of ["keydown", "pointerdown"]) addEventListener(type, () => { found.log.push(type, navigator.vibrate(10)); });
        try { navigator.vibrate(Symbol()); } catch ({ name }) { found.log.push(name); }`,
      events: [
        { step: 1, type: "key", code: "Escape", pressed: true },
        { step: 2, type: "mouse_button", button: 0, pressed: true, x: 5, y: 5 },
      ],
    });
    expect(found).toEqual({ log: [false, "TypeError", "keydown", false, "pointerdown", true] });
  });

  it("tell of a refused full screen before the animation frames, at the document if the element has left it", async () => {
    const { found } = await runPreludePage({
      frames: 6,
      body: "<p id=first></p><p id=second></p>",
      script: `found.log = [];
        const say = (what) => { found.log.push(what); };
        for (const type of ["fullscreenerror", "webkitfullscreenerror"]) addEventListener(type, ({ target }) => { say(type + " " + target.nodeName); });
        addEventListener("keydown", () => {
          requestAnimationFrame(() => { say("frame"); });
          first.requestFullscreen().catch(({ message }) => { say(message); });
          second.webkitRequestFullscreen();
          second.remove();
        });`,
      events: [{ step: 2, type: "key", code: "KeyA", pressed: true }],
    });
    expect(found).toEqual({
      log: ["Permissions check failed", "fullscreenerror P", "webkitfullscreenerror #document", "frame"],
    });
  });

  it("change the window's focus and visibility", async () => {
    const { found } = await runPreludePage({
      frames: 6,
      script: `found.log = [];
        const note = (event) => { found.log.push([event.type, document.hidden, document.hasFocus()].join(" ")); };
        for (const type of ["blur", "focus"]) addEventListener(type, note);
        document.addEventListener("visibilitychange", note);
        found.other = document.implementation.createHTMLDocument().visibilityState;`,
      events: [
        { step: 1, type: "blur" },
        { step: 2, type: "focus" },
      ],
    });
    expect(found).toEqual({
      log: ["blur true false", "visibilitychange true false", "visibilitychange false true", "focus false true"],
      other: "hidden",
    });
  });

  it("reach the iframe that has the focus or is under the mouse, in its own coordinates", async () => {
    const inner = `<body style="margin:0"><script>
      addEventListener("mousedown", (event) => { parent.postMessage(["mousedown", event.clientX, event.clientY].join(" "), "*"); });
      addEventListener("keydown", (event) => { parent.postMessage("keydown " + event.key, "*"); });</script>`;
    const { found, finish } = await runPreludePage({
      frames: 8,
      body: '<iframe src="inner.html" style="position:absolute;left:100px;top:40px;border:3px solid"></iframe>',
      files: { "inner.html": inner },
      script:
        'found.log = []; addEventListener("message", ({ data }) => { if (typeof data === "string") found.log.push(data); });',
      events: [
        { step: 1, type: "mouse_button", button: 0, pressed: true, x: 123, y: 53 },
        { step: 1, type: "mouse_button", button: 0, pressed: false, x: 123, y: 53 },
        { step: 3, type: "key", code: "KeyQ", pressed: true },
      ],
    });
    expect(found).toEqual({ log: ["mousedown 20 10", "keydown q"] });
    expect(finish.notices).toEqual([]);
  });

  it("are reported if the page does not listen for them", async () => {
    const { finish } = await runPreludePage({
      frames: 6,
      script: `${countFrames} document.onclick = () => undefined; addEventListener("keyup", () => undefined);`,
      events: [
        { step: 1, type: "key", code: "KeyW", pressed: true },
        { step: 1, type: "wheel", dx: 0, dy: 1 },
        { step: 1, type: "gamepad", index: 0, axes: [1] },
        { step: 2, type: "key", code: "KeyW", pressed: false },
        { step: 2, type: "key", code: "KeyE", pressed: true },
        { step: 3, type: "touch_button", sourceId: "A", pressed: true },
        { step: 4, type: "mouse_button", button: 0, pressed: true },
        { step: 4, type: "mouse_button", button: 0, pressed: false },
      ],
    });
    const unmatched = finish.notices
      .filter(({ code }) => code === "tape-unmatched")
      .map(({ message }) => /tape's (.*) reached nothing/u.exec(message)?.[1]);
    expect(unmatched).toEqual(["wheel at step 1", "gamepad at step 1", 'touch_button "A" at step 3']);
  });
});
