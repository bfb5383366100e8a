import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputManager } from "../../../src/core/input/manager.ts";
import { createTapePlayer } from "../../../src/core/input/tape-player.ts";
import { isElementMissed, type LookFor } from "../../../src/core/input/tape-waits.ts";
import type { ElementLook } from "../../../src/formats/element-look.ts";
import type { PlayedEvent, Tape, TapeEvent } from "../../../src/formats/tape.ts";

const nobody: ElementLook = { sighting: null, others: ['button#start "Play"'], badSelector: null };

function seen(changes: Partial<NonNullable<ElementLook["sighting"]>> = {}): ElementLook {
  const sighting = { x: 30, y: 40, name: "button#start", hiddenBy: null, blockedBy: null, ...changes };
  return { sighting, others: [], badSelector: null };
}

function tapeOf(events: readonly TapeEvent[]): Tape {
  return { version: 1, stepHz: 60, events };
}

interface PlayedStep {
  readonly step: number;
  readonly event: PlayedEvent;
}

/** Plays a tape against a page that may change from step to step. */
async function play(tape: Tape, steps: number, lookAt: (step: number) => LookFor): Promise<readonly PlayedStep[]> {
  let step = 0;
  const player = createTapePlayer(tape, new InputManager(), async (target) => await lookAt(step)(target));
  const played: PlayedStep[] = [];
  for (; step < steps; step += 1) for (const event of await player.playStep(step)) played.push({ step, event });
  return played;
}

const from =
  (visibleStep: number) =>
  (step: number): LookFor =>
  async () =>
    await Promise.resolve(step >= visibleStep ? seen() : nobody);

const down = { type: "mouse_button", button: 0, pressed: true, x: 30, y: 40 } as const;
const up = { ...down, pressed: false } as const;
const when = { selector: "#start" } as const;

describe("a click on an element", () => {
  it("presses its middle in its step and releases it in the next one", async () => {
    const played = await play(tapeOf([{ step: 3, type: "click", selector: "#start" }]), 10, from(0));
    expect(played).toEqual([
      { step: 3, event: { step: 3, ...down } },
      { step: 4, event: { step: 3, ...up } },
    ]);
  });

  it("releases the button before the next click of the same step", async () => {
    const click = { step: 0, type: "click", text: "Play" } as const;
    const played = await play(tapeOf([click, click]), 3, from(0));
    expect(played.map(({ step, event }) => [step, "pressed" in event && event.pressed])).toEqual([
      [0, true],
      [0, false],
      [0, true],
      [1, false],
    ]);
  });

  it("fails by name if the element is not there, and lists the elements that are", async () => {
    const playing = play(tapeOf([{ step: 3, type: "click", selector: "#strat" }]), 10, from(99));
    await expect(playing).rejects.toSatisfy(isElementMissed);
    await expect(playing).rejects.toThrow(
      'Event 1 of the tape (step 3) clicks on "#strat", and there is no such element. There are: button#start "Play". Give it a "when" if it comes later.',
    );
  });

  it("fails by name if the element is covered, hidden or disabled", async () => {
    const tape = tapeOf([{ step: 0, type: "click", selector: "#start" }]);
    const covered = play(
      tape,
      1,
      () => async () => await Promise.resolve(seen({ blockedBy: "is covered by div#sky" })),
    );
    await expect(covered).rejects.toThrow("button#start is covered by div#sky.");
    const hidden = play(tape, 1, () => async () => await Promise.resolve(seen({ hiddenBy: "has no size" })));
    await expect(hidden).rejects.toThrow("button#start has no size.");
  });

  it("waits for whatever covers its element to go away, if it waits at all", async () => {
    const lookAt = (step: number): LookFor => {
      return async () => await Promise.resolve(step < 5 ? seen({ blockedBy: "is covered by div#sky" }) : seen());
    };
    const played = await play(tapeOf([{ step: 0, type: "click", selector: "#start", when }]), 9, lookAt);
    expect(played.map(({ step }) => step)).toEqual([5, 6]);
  });
});

describe("a condition", () => {
  const key = { type: "key", code: "Enter", pressed: true } as const;

  it("may wait until an element is gone", async () => {
    const lookAt = (step: number): LookFor => {
      return async () => await Promise.resolve(step < 4 ? seen() : nobody);
    };
    const wait = { step: 1, type: "wait", when: { selector: "#loading", visible: false } } as const;
    const played = await play(tapeOf([wait, { step: 2, ...key }]), 9, lookAt);
    expect(played.map(({ step }) => step)).toEqual([5]);
  });

  it("fails at its limit, which counts the steps for which the tape was paused", async () => {
    const tape = tapeOf([{ step: 2, ...key, when: { ...when, stepsMax: 3 } }]);
    await expect(play(tape, 6, from(5))).resolves.toHaveLength(1);
    await expect(play(tape, 9, from(6))).rejects.toThrow(
      'Event 1 of the tape (step 2) waits for "#start", and there is no such element. There are: button#start "Play". The tape has waited for 3 steps.',
    );
  });

  it("reports its condition for as long as it waits", async () => {
    const manager = new InputManager();
    const player = createTapePlayer(tapeOf([{ step: 0, ...key, when }]), manager, from(1)(0));
    expect(player.waitsFor()).toBeNull();
    await player.playStep(0);
    expect(player.waitsFor()).toContain('waits for "#start"');
  });

  it("fails at once for an invalid selector", async () => {
    const bad: ElementLook = { sighting: null, others: [], badSelector: "'##' is not a valid selector." };
    const playing = play(tapeOf([{ step: 0, ...key, when }]), 9, () => async () => await Promise.resolve(bad));
    await expect(playing).rejects.toThrow("has an invalid selector: '##' is not a valid selector.");
  });
});

describe("any tape", () => {
  const anyKey = fc.record({
    type: fc.constant("key" as const),
    code: fc.constantFrom("KeyA", "KeyB"),
    pressed: fc.boolean(),
  });
  const anyEvent = fc.tuple(fc.nat(30), anyKey, fc.option(fc.nat(3)));

  it("plays every event at its step, delayed by the steps for which the tape was paused before it", async () => {
    const anyTape = fc.array(anyEvent, { maxLength: 12 }).map((all) => all.toSorted(([left], [right]) => left - right));
    // The element numbered n is visible from this step on.
    const visibleFrom = fc.array(fc.nat(60), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(anyTape, visibleFrom, async (entries, firstSteps) => {
        const events = entries.map(([step, key, element]): TapeEvent => {
          return { step, ...key, ...(element === null ? {} : { when: { selector: `#e${String(element)}` } }) };
        });
        const played = await play(tapeOf(events), 200, (step) => async ({ selector = "" }) => {
          return await Promise.resolve(step >= (firstSteps[Number(selector.slice(2))] ?? 0) ? seen() : nobody);
        });
        let delay = 0;
        const expected = entries.map(([step, , element]) => {
          delay = Math.max(delay, element === null ? 0 : (firstSteps[element] ?? 0) - step);
          return step + delay;
        });
        expect(played.map(({ step }) => step)).toEqual(expected);
        expect(played.map(({ event }) => event)).toEqual(events);
      }),
    );
  });

  it("is played without a promise if it never looks at the page", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (entries) => {
        const events = entries
          .map(([step, key]): TapeEvent => ({ step, ...key }))
          .toSorted((left, right) => left.step - right.step);
        const player = createTapePlayer(tapeOf(events), new InputManager());
        const played = Array.from({ length: 31 }, (_, step) => player.playStep(step));
        expect(played.flatMap((one) => (one instanceof Promise ? [] : one))).toEqual(events);
      }),
    );
  });
});
