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
      "animationstart@0 0.0",
      "transitionrun@17 0.0",
      "animationiteration@100 0.1",
      "animationend@200 0.2",
      "transitionend@217 0.2",
    ],
    lefts: [80],
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
    finished: 200,
    event: ["finish", false, "finished"],
    fast: [250, 4],
    turned: 200,
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
  expect(first.found).toEqual({ events: ["1@100", "0@100"], lefts: [80, 80] });
  expect((await run("frame")).stateHash).toBe(first.stateHash);
  expect((await run("frame * 2")).stateHash).not.toBe(first.stateHash);
});
