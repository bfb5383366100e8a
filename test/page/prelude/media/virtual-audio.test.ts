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

it("moves parameters on the virtual clock, and keeps the browser's errors", async () => {
  const { found } = await runPreludePage({
    script: `
      const context = new AudioContext();
      const { gain } = context.createGain();
      const nameOf = (call) => { try { return String(call() === gain); } catch (error) { return error.name; } };
      found.answers = [
        nameOf(() => gain.setValueAtTime(0, 0)),
        nameOf(() => gain.linearRampToValueAtTime(1, 0.5)),
        nameOf(() => gain.setValueAtTime(NaN, 0)),
        nameOf(() => gain.exponentialRampToValueAtTime(0, 1)),
        nameOf(() => gain.setValueCurveAtTime([0, 2], 0.7, 0.1)),
      ];
      setTimeout(() => { found.answers.push(nameOf(() => gain.setValueAtTime(1, 0.75))); }, 600);
      found.values = [];
      const read = () => { found.values.push(Number(gain.value.toFixed(3))); };
      for (const atMs of [0, 250, 500, 750, 800]) setTimeout(read, atMs);
      setTimeout(() => { gain.value = 0.25; read(); }, 900);`,
  });
  expect(found).toEqual({
    answers: ["true", "true", "TypeError", "RangeError", "true", "NotSupportedError"],
    values: [0, 0.5, 1, 1, 2, 0.25],
  });
});

it("asks script processors for sound on the virtual clock while they are connected and their context runs", async () => {
  const { found } = await runPreludePage({
    script: `
      const context = new AudioContext({ sampleRate: 8000 });
      const processor = context.createScriptProcessor(1024, 1, 2);
      found.asked = [];
      processor.onaudioprocess = ({ playbackTime, inputBuffer, outputBuffer, target }) => {
        const zeros = [...outputBuffer.getChannelData(1), ...inputBuffer.getChannelData(0)].every((sample) => sample === 0);
        outputBuffer.getChannelData(1).fill(1);
        found.asked.push([Math.round(performance.now()), Math.round(playbackTime * 1000), outputBuffer.length, zeros, target === processor].join(" "));
      };
      setTimeout(() => processor.connect(context.destination), 100);
      setTimeout(() => context.suspend(), 400);
      setTimeout(() => context.resume(), 600);
      setTimeout(() => processor.disconnect(context.destination), 800);`,
  });
  // The time of the context stands for 200 ms.
  const asked = [
    [228, 356],
    [356, 484],
    [612, 540],
    [740, 668],
  ];
  expect(found).toEqual({ asked: asked.map(([atMs, playbackMs]) => `${atMs} ${playbackMs} 1024 true true`) });
});
