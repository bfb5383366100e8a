import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const style = `<style>@keyframes move { from { left: 0 } to { left: 120px } } .box { position: absolute }</style>`;

it("moves CSS animations and transitions by the virtual clock, and sends their events then", async () => {
  const { found } = await runPreludePage({
    frames: 30,
    body: `${style}<div id="box" class="box" style="animation:move 100ms linear 2"></div><div id="fade" style="opacity:0;transition:opacity 200ms linear"></div>`,
    script: `
      found.events = []; found.lefts = [];
      for (const type of ["animationstart", "animationiteration", "animationend", "transitionrun", "transitionend"]) {
        addEventListener(type, (event) => found.events.push(type + "@" + Math.round(performance.now()) + " " + event.elapsedTime.toFixed(1)));
      }
      const [box, fade] = ["box", "fade"].map((id) => document.getElementById(id));
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 1) { getComputedStyle(fade).opacity; fade.style.opacity = "1"; }
        if (frame === 4) found.lefts.push(Math.round(parseFloat(getComputedStyle(box).left)));
        if (frame === 7) found.opacity = Number(getComputedStyle(fade).opacity).toFixed(2);
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({
    events: [
      "transitionrun@33 0.0",
      "animationstart@33 0.0",
      "animationiteration@117 0.1",
      "transitionend@217 0.2",
      "animationend@217 0.2",
    ],
    lefts: [60],
    opacity: "0.50",
  });
});

it("lets a page play, pause, seek, reverse and await its own animations", async () => {
  const { found } = await runPreludePage({
    frames: 40,
    body: `<div id="box"></div>`,
    script: `
      const box = document.getElementById("box");
      const keyframes = [{ opacity: 0 }, { opacity: 1 }];
      const played = box.animate(keyframes, { duration: 200, fill: "forwards" });
      played.finished.then(() => { found.finished = Math.round(performance.now()); });
      played.onfinish = ({ type, isTrusted }) => { found.event = [type, isTrusted, played.playState]; };
      const paused = box.animate(keyframes, 1000);
      paused.currentTime = 500; paused.pause();
      const fast = box.animate(keyframes, 1000);
      fast.playbackRate = 4;
      fast.finished.then(() => { found.fast = [Math.round(performance.now()), fast.playbackRate]; });
      const turned = box.animate(keyframes, 300);
      setTimeout(() => { turned.reverse(); }, 100);
      turned.finished.then(() => { found.turned = Math.round(performance.now()); });
      setTimeout(() => { found.paused = [paused.playState, paused.currentTime]; paused.cancel(); found.cancelled = paused.playState; }, 300);
      paused.finished.catch((error) => { found.rejected = error.name; });`,
  });
  expect(found).toEqual({
    finished: 217,
    event: ["finish", false, "finished"],
    fast: [267, 4],
    turned: 183,
    paused: ["paused", 500],
    cancelled: "idle",
    rejected: "AbortError",
  });
});

it("does not restart a finished animation, however often the browser paints", async () => {
  const page = {
    frames: 200,
    body: `${style}<div id="box" class="box" style="animation:move 100ms"></div>`,
    script: `found.ends = 0; addEventListener("animationend", () => { found.ends += 1; }); requestAnimationFrame(function next() { requestAnimationFrame(next); });`,
  };
  expect((await runPreludePage(page)).found).toEqual({ ends: 1 });
});

it("moves the animations of shadow trees, even closed and declared ones, and hashes their changes", async () => {
  const run = async (count: string): Promise<Awaited<ReturnType<typeof runPreludePage>>> =>
    await runPreludePage({
      frames: 14,
      body: `<div id="declared"><template shadowrootmode="open">${style}<p class="box" style="animation:move 100ms linear 2">x</p></template></div><div id="closed"></div>`,
      script: `
        found.events = [];
        const roots = [document.getElementById("declared").shadowRoot, document.getElementById("closed").attachShadow({ mode: "closed" })];
        roots[1].innerHTML = ${JSON.stringify(`${style}<p class="box" style="animation:move 100ms linear 2">x</p>`)};
        for (const [index, root] of roots.entries()) {
          root.addEventListener("animationiteration", () => found.events.push(index + "@" + Math.round(performance.now())));
        }
        let frame = 0;
        requestAnimationFrame(function next() {
          frame += 1;
          roots[1].querySelector("p").textContent = ${count};
          if (frame === 4) found.lefts = roots.map((root) => Math.round(parseFloat(getComputedStyle(root.querySelector("p")).left)));
          requestAnimationFrame(next);
        });`,
    });
  const first = await run("frame");
  expect(first.found).toEqual({ events: ["0@117", "1@117"], lefts: [60, 60] });
  expect((await run("frame")).stateHash).toBe(first.stateHash);
  expect((await run("frame * 2")).stateHash).not.toBe(first.stateHash);
});

it("shows the state of an animation as the standard has it, from its start to its end", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    body: `<div id="box"></div>`,
    script: `
      found.states = [];
      const box = document.getElementById("box");
      let animation;
      const note = (when) => { const { playState, pending, startTime, currentTime } = animation; found.states.push([when, playState, pending, Math.round(startTime), Math.round(currentTime)]); };
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 2) {
          animation = box.animate({ opacity: [0, 1] }, { duration: 50, fill: "forwards" });
          note("new");
          animation.ready.then(() => note("ready"));
          animation.finished.then(() => note("finished"));
          animation.onfinish = ({ currentTime, timelineTime }) => found.states.push(["event", currentTime, Math.round(timelineTime)]);
        }
        if (frame === 3) note("frame");
        if (frame === 7) { animation.effect.updateTiming({ duration: 200 }); note("longer"); animation.cancel(); found.idle = [animation.playState, animation.currentTime]; }
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({
    states: [
      ["new", "running", true, 0, 0],
      ["ready", "running", false, 33, 0],
      ["frame", "running", false, 33, 17],
      ["finished", "finished", false, 33, 50],
      ["event", 50, 83],
      ["longer", "running", false, 33, 83],
    ],
    idle: ["idle", null],
  });
});

it("makes animations and timelines by their constructors", async () => {
  const { found } = await runPreludePage({
    frames: 6,
    body: `<div id="box"></div>`,
    script: `
      const box = document.getElementById("box");
      const late = new DocumentTimeline({ originTime: 20 });
      const effect = new KeyframeEffect(box, { opacity: [0, 1] }, 100);
      const animation = new Animation(effect, late);
      found.made = [animation.playState, animation.timeline === late, animation instanceof Animation, animation.constructor === Animation];
      animation.play();
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 4) found.times = [document.timeline.currentTime, late.currentTime, animation.startTime, animation.currentTime].map(Math.round);
        if (frame === 4) found.opacity = Number(getComputedStyle(box).opacity);
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ made: ["idle", true, true, true], times: [67, 47, -3, 50], opacity: 0.5 });
});

it("sends the events of one frame in the order of the tree, whenever they were due", async () => {
  const { found } = await runPreludePage({
    frames: 14,
    body: `${style}<div id="one" class="box"></div><div id="two" class="box"></div>`,
    script: `
      found.order = [];
      const [one, two] = ["one", "two"].map((id) => document.getElementById(id));
      for (const type of ["animationstart", "animationend", "animationcancel"]) {
        addEventListener(type, ({ target, elapsedTime }) => found.order.push([target.id, type, Number(elapsedTime.toFixed(3))]));
      }
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 1) { two.style.animation = "move 39ms"; one.style.animation = "move 40ms"; }
        if (frame === 5) two.style.animation = one.style.animation = "";
        if (frame === 6) { two.style.animation = "move 1s"; one.style.animation = "move 1s reverse"; getComputedStyle(two).left; }
        if (frame === 10) { two.style.display = "none"; one.style.animation = ""; }
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({
    order: [
      ...[
        ["one", "animationstart", 0],
        ["two", "animationstart", 0],
        ["one", "animationend", 0.04],
        ["two", "animationend", 0.039],
        ["one", "animationstart", 0],
        ["two", "animationstart", 0],
      ],
      ["one", "animationcancel", 0.067],
      ["two", "animationcancel", 0.067],
    ],
  });
});

it("follows animations that CSS pauses, and those that the page plays in spite of it", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    body: `${style}<div id="box" class="box" style="animation:move 1s linear"></div>`,
    script: `
      found.seen = [];
      const box = document.getElementById("box");
      const note = () => { const [{ playState, currentTime }] = box.getAnimations(); found.seen.push([playState, Math.round(currentTime)]); };
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 4) { box.style.animationPlayState = "paused"; note(); }
        if (frame === 6) { note(); box.style.animationPlayState = "running"; note(); }
        if (frame === 8) { note(); box.getAnimations()[0].pause(); box.style.animationPlayState = "paused"; note(); box.style.animationPlayState = "running"; note(); }
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({
    seen: [
      ...[
        ["paused", 50],
        ["paused", 50],
        ["running", 50],
      ],
      ...[
        ["running", 83],
        ["paused", 83],
        ["paused", 83],
      ],
    ],
  });
});

it("removes an animation that later ones cover, unless the page persists it", async () => {
  const { found } = await runPreludePage({
    frames: 8,
    body: `<div id="box"></div>`,
    script: `
      found.removed = [];
      const box = document.getElementById("box");
      const fill = { duration: 10, fill: "forwards" };
      const all = [{ marginLeft: "1px" }, { marginLeft: "2px" }, { paddingLeft: "3px" }, { margin: "4px" }].map((keyframe) => box.animate(keyframe, fill));
      all[1].persist();
      all.forEach((animation, index) => { animation.onremove = () => found.removed.push(index); });
      setTimeout(() => {
        found.states = all.map(({ replaceState }) => replaceState);
        found.count = box.getAnimations().length;
        all[3].cancel();
        found.margin = getComputedStyle(box).marginLeft;
        all[0].commitStyles();
        found.committed = box.style.marginLeft;
      }, 100);`,
  });
  expect(found).toEqual({
    removed: [0],
    states: ["removed", "persisted", "active", "active"],
    count: 3,
    margin: "2px",
    committed: "1px",
  });
});

it("neither loses nor repeats the end of a transition that is over sooner than the page has loaded", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    body: `<div id="box" style="padding-left:1px;transition:padding-left 10ms"></div>`,
    // Reading it takes longer than the transition.
    files: { "slow.js": " ".repeat(3_000_000) },
    script: `
      found.events = [];
      for (const type of ["transitionrun", "transitionstart", "transitionend"]) addEventListener(type, () => found.events.push(type));
      const box = document.getElementById("box");
      getComputedStyle(box).paddingLeft;
      box.style.paddingLeft = "10px";
      getComputedStyle(box).paddingLeft;
      fetch("slow.js").then((response) => response.text()).then(() => { found.loaded = true; });`,
  });
  expect(found).toEqual({ events: ["transitionrun", "transitionstart", "transitionend"], loaded: true });
});

it("calls listeners of the old names with the prefix, but where something listens by the standard one", async () => {
  const { found } = await runPreludePage({
    frames: 6,
    body: `${style}<div id="outer"><div id="box" class="box"></div></div>`,
    script: `
      found.heard = [];
      const [outer, box] = ["outer", "box"].map((id) => document.getElementById(id));
      const hear = (place) => ({ type }) => { found.heard.push(place + " " + type); };
      box.addEventListener("webkitAnimationStart", hear("box"));
      box.addEventListener("animationstart", hear("box"), { once: true });
      outer.addEventListener("webkitAnimationStart", hear("outer"));
      const removed = hear("removed");
      outer.addEventListener("webkitAnimationEnd", removed);
      outer.removeEventListener("webkitAnimationEnd", removed);
      window.onwebkitanimationend = hear("window");
      document.onwebkitanimationend = hear("document");
      document.onanimationend = hear("document");
      document.addEventListener("webkitAnimationStart", { handleEvent: hear("object") });
      box.style.animation = "move 20ms";
      box.dispatchEvent(new AnimationEvent("animationstart", { bubbles: true }));
      found.heard.push("-");`,
  });
  expect(found).toEqual({
    heard: [
      ...["box animationstart", "-"],
      ...["box webkitAnimationStart", "outer webkitAnimationStart", "object webkitAnimationStart"],
      ...["document animationend", "window webkitAnimationEnd"],
    ],
  });
});

it("keeps a timeline's time within a frame, even if the page waits in a loop", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      const start = document.timeline.currentTime;
      const since = performance.now();
      while (performance.now() - since < 20);
      found.same = document.timeline.currentTime === start;
      found.waited = performance.now() - since >= 20;`,
  });
  expect(found).toEqual({ same: true, waited: true });
});

it("shows the start of a transition even if the browser renders before the page's next frame", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    body: '<style>#box { left: 1px; position: absolute; transition: left 2s linear }</style><div id="box"></div>',
    script: `
      setTimeout(() => {
        const box = document.getElementById("box");
        getComputedStyle(box).left;
        box.style.left = "10px";
        getComputedStyle(box).left;
        found.shown = [];
        let sum = 0;
        // Long enough for the browser to be late for a picture.
        for (let k = 0; k < 1e8; k += 1) sum += k % 7;
        requestAnimationFrame(function next() {
          found.shown.push(getComputedStyle(box).left);
          if (found.shown.length < 3) requestAnimationFrame(next);
        });
      }, 50);`,
  });
  expect(found).toEqual({ shown: ["1px", "1.075px", "1.15px"] });
});

it("names a CSS animation that follows a scroll position, whose events come with a picture", async () => {
  const namedFor = async (timeline: string): Promise<readonly string[]> => {
    const { finish } = await runPreludePage({
      frames: 10,
      body: `<style>@keyframes flash { from { opacity: 0 } } #box { height: 50px; overflow: auto }
        #inner { height: 90px; animation: flash 1s, other 1s; animation-timeline: ${timeline} }</style>
        <div id="box"><div id="inner"></div></div>`,
      script: `setTimeout(() => { let sum = 0; for (let k = 0; k < 1e8; k += 1) sum += k % 7; found.sum = sum; }, 100);`,
    });
    return finish.namedUses.map(({ api }) => api);
  };
  expect(await namedFor("scroll()")).toEqual(["CSS animation flash of a scroll timeline"]);
  expect(await namedFor("auto")).toEqual([]);
});

it("names a CSS animation without a duration, because its events come with a picture", async () => {
  const run = async (duration: string): Promise<readonly (readonly [string, string])[]> => {
    const { finish } = await runPreludePage({
      frames: 20,
      body: `<style>@keyframes flash { from { opacity: 0 } } .on { animation: ${duration} flash }</style><div id="box"></div>`,
      script: `
        requestAnimationFrame(() => { document.getElementById("box").className = "on"; });
        // Long enough for the browser to be late for a picture.
        setTimeout(() => { let sum = 0; for (let k = 0; k < 1e8; k += 1) sum += k % 7; found.sum = sum; }, 100);`,
    });
    return finish.notices.map(({ code, message }) => [code, message.slice(0, 46)]);
  };
  expect(await run("0s")).toEqual([["undriven-api", "The CSS animation flash has no duration. Its e"]]);
  expect(await run("1ms")).toEqual([]);
});

it.each([
  ["a transition", "#box { left: 0; transition: left 100ms linear } .on #box { left: 120px }", "transition"],
  ["an animation", "#box { left: 0 } .on #box { animation: move 100ms linear }", "animation"],
] as const)("keeps %s off the real clock that begins with a picture between two busy tasks", async (_, css, kind) => {
  const { found } = await runPreludePage({
    frames: 30,
    body: `${style}<style>${css}</style><div id="box" class="box"></div>`,
    script: `
      found.events = [];
      for (const type of ["${kind}start", "${kind}end", "${kind}cancel"])
        addEventListener(type, () => found.events.push(type + "@" + Math.round(performance.now())));
      let sum = 0;
      // Real time that the page's clocks do not show: far more than the duration.
      const work = () => { for (let count = 0; count < 1e8; count += 1) sum = (sum * 31 + count) | 0; document.title = String(sum); };
      setTimeout(() => {
        document.body.className = "on";
        for (let task = 0; task < 5; task += 1) setTimeout(work, 0);
      }, 50);`,
  });
  expect(found).toEqual({ events: [`${kind}start@67`, `${kind}end@150`] });
});

it("counts as something that was shown, even once it is over", async () => {
  const keyframes = "<style>@keyframes fade { from { opacity: 0 } }</style>";
  const { finish } = await runPreludePage({
    body: `${keyframes}<div style="animation: fade 100ms">Hello</div>`,
    script: "",
    frames: 12,
  });
  expect(finish.anythingRendered).toBe(true);
  const still = await runPreludePage({ body: `${keyframes}<div>Hello</div>`, script: "", frames: 12 });
  expect(still.finish.anythingRendered).toBe(false);
});
