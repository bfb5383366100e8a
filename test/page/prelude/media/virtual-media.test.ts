import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";
import { silence } from "./silence.ts";

it("loads and plays an audio element on the virtual clock", async () => {
  const { found } = await runPreludePage({
    files: { "silence.wav": silence() },
    script: `
      const audio = new Audio("silence.wav");
      found.events = [];
      for (const type of ["canplaythrough", "play", "playing", "pause", "ended", "error"]) audio.addEventListener(type, () => found.events.push(type + "@" + Math.round(performance.now())));
      audio.play().then(() => { found.playing = !audio.paused; });
      setTimeout(() => { found.position = audio.currentTime; }, 250);
      new Audio("missing.wav").onerror = () => { found.failed = true; };
      new Audio().load();`,
  });
  expect(found).toEqual({
    events: ["play@1", "playing@1", "canplaythrough@1", "pause@500", "ended@500"],
    playing: true,
    position: 0.25,
    failed: true,
  });
});

it("shows only metadata until the data is delivered, and seeks with it", async () => {
  const { found } = await runPreludePage({
    files: { "silence.wav": silence() },
    frames: 5,
    script: `
      const audio = new Audio();
      found.events = [];
      for (const type of ["durationchange", "loadedmetadata", "seeking", "seeked", "loadeddata", "canplay", "canplaythrough"])
        audio.addEventListener(type, () => found.events.push(type + " " + audio.readyState + " " + audio.seeking));
      audio.onloadedmetadata = () => { audio.currentTime = 0.25; found.at = [audio.networkState, audio.currentTime]; };
      audio.src = "silence.wav";`,
  });
  expect(found).toEqual({
    events: [
      ...["durationchange 1 false", "loadedmetadata 1 false", "seeking 1 true", "seeked 4 false"],
      ...["loadeddata 4 false", "canplay 4 false", "canplaythrough 4 false"],
    ],
    at: [2, 0.25],
  });
});

it("does not wait for an element without a source", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      const audio = new Audio();
      audio.load();
      audio.play().then(() => { found.played = true; });
      // If the order waited for the load, one of its events would come before the answer.
      found.order = [];
      for (const type of ["error", "abort", "suspend"]) audio.addEventListener(type, () => found.order.push(type));
      fetch("page.html").then(() => found.order.push("answer"));`,
  });
  expect(found).toEqual({ order: ["answer"] });
});
