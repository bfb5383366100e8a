import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";
import { recordVideo } from "./record-video.ts";

it("calls back for the frames of a video on the virtual clock, before the animation frames", async () => {
  const { found } = await runPreludePage({
    files: { "video.webm": await recordVideo() },
    frames: 20,
    script: `
      const video = document.createElement("video");
      video.style.display = "none";
      video.muted = true;
      document.body.append(video);
      found.calls = [];
      const at = (ms) => Math.round(ms * 3 / 50);
      const onFrame = (now, { width, height, mediaTime, presentedFrames }) => {
        requestAnimationFrame((later) => { found.calls.push([at(now), at(later), width, height, Math.round(mediaTime * 30), presentedFrames]); });
        if (presentedFrames < 4) video.requestVideoFrameCallback(onFrame);
      };
      video.requestVideoFrameCallback(onFrame);
      const never = video.requestVideoFrameCallback(() => { found.never = true; });
      video.cancelVideoFrameCallback(never);
      video.src = "video.webm";
      video.play();`,
  });
  expect(found).toEqual({
    calls: [
      [1, 1, 16, 16, 0, 1],
      [2, 2, 16, 16, 1, 2],
      [4, 4, 16, 16, 2, 3],
      [6, 6, 16, 16, 3, 4],
    ],
  });
});

it("calls back for a video at rest only once for each place", async () => {
  const { found } = await runPreludePage({
    files: { "video.webm": await recordVideo() },
    frames: 30,
    script: `
      const video = document.createElement("video");
      found.calls = [];
      const onFrame = (now, { mediaTime }) => {
        found.calls.push(Math.round(mediaTime * 30));
        video.requestVideoFrameCallback(onFrame);
      };
      video.requestVideoFrameCallback(onFrame);
      video.preload = "auto";
      video.src = "video.webm";
      setTimeout(() => { video.currentTime = 0.5; }, 200);`,
  });
  expect(found).toEqual({ calls: [0, 15] });
});
