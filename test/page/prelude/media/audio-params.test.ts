import fc from "fast-check";
import { expect, it } from "vitest";
import { scheduling } from "../../../../src/page/prelude/media/audio-params.ts";
import { ParamTimeline } from "../../../../src/page/prelude/media/param-timeline.ts";
import { runPreludePage } from "../open-prelude-page.ts";

type Call = readonly [method: string, ...parameters: unknown[]];

const sampleRate = 8000;
const seconds = 2;
const value = fc.double({ min: 0.1, max: 4, noNaN: true }).map(Math.fround);
// A multiple of a sample's length, so that the browser and the timeline round no time.
const time = fc.integer({ min: 0, max: sampleRate * seconds }).map((sample) => sample / sampleRate);
const length = fc.integer({ min: 100, max: 3000 }).map((sample) => sample / sampleRate);
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(fc.constantFrom("setValueAtTime", "linearRampToValueAtTime", "exponentialRampToValueAtTime"), value, time),
  fc.tuple(fc.constant("setTargetAtTime"), value, time, length),
  fc.tuple(fc.constant("setValueCurveAtTime"), fc.array(value, { minLength: 2, maxLength: 5 }), time, length),
  fc.tuple(fc.constant("cancelScheduledValues"), time),
);
// In Chromium, events that are added later change a held value, and an approach to a target goes on until it. The timeline
// fixes the value when it is held, so the schedules here hold last, and without a target.
const held = fc.option(fc.tuple(fc.constant("cancelAndHoldAtTime"), time), { nil: null, freq: 3 });
const schedules = fc
  .sample(fc.tuple(fc.array(call, { minLength: 1, maxLength: 6 }), held), { seed: 7, numRuns: 500 })
  .map(([calls, last]) =>
    last === null || calls.some(([method]) => method === "setTargetAtTime") ? calls : [...calls, last],
  );
const samples = Array.from({ length: 100 }, (_, index) => index * 160);

/** The values that the timeline gives, with null for each call that it refuses. */
function modelled(calls: readonly Call[]): readonly (number | null)[] {
  const timeline = new ParamTimeline(1);
  const refusals = calls.map(([method, ...parameters]) => {
    const eventOf = scheduling[method];
    if (eventOf !== undefined) return timeline.schedule(eventOf(parameters, 0), 0) ? 0 : null;
    const at = Number(parameters[0]);
    if (method === "cancelScheduledValues") timeline.cancelFrom(at, 0);
    else timeline.holdAt(at);
    return 0;
  });
  return [...refusals, ...samples.map((sample) => timeline.valueAt(sample / sampleRate))];
}

it("gives parameters the values that Chromium renders", async () => {
  const { found } = await runPreludePage({
    frames: 800,
    script: `
      (async () => {
        found.values = [];
        for (const calls of ${JSON.stringify(schedules)}) {
          const context = new OfflineAudioContext(1, ${String(sampleRate * seconds)}, ${String(sampleRate)});
          const source = new ConstantSourceNode(context);
          source.connect(context.destination);
          source.start();
          const refusals = calls.map(([method, ...parameters]) => {
            try { source.offset[method](...parameters); return 0; } catch (error) { return error.name === "NotSupportedError" ? null : String(error); }
          });
          const rendered = (await context.startRendering()).getChannelData(0);
          found.values.push([...refusals, ...${JSON.stringify(samples)}.map((sample) => rendered[sample])]);
        }
      })();`,
  });
  const values = (found as { values: readonly (readonly (number | null)[])[] }).values;
  expect(values.length).toBe(schedules.length);
  for (const [index, calls] of schedules.entries()) {
    const expected = modelled(calls);
    const far = (values[index] ?? []).findIndex((seen, at) => {
      const wanted = expected[at] ?? null;
      return seen === null || wanted === null ? seen !== wanted : !(Math.abs(seen - wanted) <= 0.01 * Math.abs(wanted));
    });
    const shown = { calls, at: far - calls.length, chromium: values[index]?.[far], ours: expected[far] };
    expect(far, JSON.stringify(shown)).toBe(-1);
  }
});
