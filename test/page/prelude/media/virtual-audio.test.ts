import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("runs a context at once, and ends sounds on the virtual clock", async () => {
  const { found } = await runPreludePage({
    script: `
      const context = new AudioContext();
      found.state = context.state;
      found.ends = [];
      const say = (name) => () => found.ends.push(name + "@" + Math.round(performance.now()));
      const buffer = context.createBuffer(1, 4800, 48000);
      function play(name, when, offset, configure) {
        const source = context.createBufferSource();
        source.buffer = buffer;
        configure?.(source);
        source.onended = say(name);
        source.connect(context.destination);
        source.start(when, offset);
        return source;
      }
      play("whole", 0, 0);
      play("rest", 0, 0.05);
      play("later", 0.2, 0);
      play("twice as fast", 0, 0, (source) => { source.playbackRate.value = 2; });
      const loop = play("loop", 0, 0, (source) => { source.loop = true; });
      setTimeout(() => loop.stop(), 400);
      const oscillator = new OscillatorNode(context);
      oscillator.onended = say("oscillator");
      oscillator.start(); oscillator.stop(0.25);
      setTimeout(async () => { await context.suspend(); found.suspended = context.state; await context.close(); found.closed = context.state; }, 500);`,
  });
  expect(found).toEqual({
    state: "running",
    ends: ["rest@50", "twice as fast@50", "whole@100", "oscillator@250", "later@300", "loop@400"],
    suspended: "suspended",
    closed: "closed",
  });
});
