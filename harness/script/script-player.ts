import { isElementMissed, lookForEvent, stepsMaxOf, waitedInVain } from "../../src/core/input/tape-waits.ts";
import type { ElementLook, ElementTarget } from "../../src/formats/element-look.ts";
import { keyCodes } from "../../src/formats/key-codes.ts";
import { nearestName } from "../../src/formats/nearest-name.ts";
import { type TapeEvent, validateTape } from "../../src/formats/tape.ts";
import { ScriptFault } from "./play-script.ts";
import type { ScriptCall } from "./script-messages.ts";

/** The mounted game that a script plays. */
export interface SteppedGame {
  /** Appends events for the game to play. Their steps lie in the future. */
  append(events: readonly TapeEvent[]): Promise<void>;
  lookFor(target: ElementTarget): Promise<ElementLook>;
  /** Runs frames. Rejects if the game fails. */
  step(count: number): Promise<void>;
}

// Ten minutes at 60 Hz. A script that plays longer is in an endless loop.
const stepsMost = 36_000;

/** Executes a script's calls, and records them as tape events. */
export class ScriptPlayer {
  readonly #game: SteppedGame;
  readonly #stepsMax: number;
  readonly #isLimited: boolean;
  readonly #events: TapeEvent[] = [];
  #steps = 0;

  /** `stepsMax` ends the recording; null if only the script does. */
  constructor(game: SteppedGame, stepsMax: number | null) {
    this.#game = game;
    this.#stepsMax = stepsMax ?? stepsMost;
    this.#isLimited = stepsMax !== null;
  }

  /** The tape so far. A replay of it has the same frames. */
  events(): readonly TapeEvent[] {
    return this.#events;
  }

  steps(): number {
    return this.#steps;
  }

  /** Whether the recording has reached its maximum length. */
  isFull(): boolean {
    return this.#isLimited && this.#steps >= this.#stepsMax;
  }

  /** Runs the frame that plays the last events, if it is still to come. */
  async finish(): Promise<void> {
    if ((this.#events.at(-1)?.step ?? -1) >= this.#steps) await this.#run(1);
  }

  /** Executes one call. Throws `ScriptFault` if it is invalid, or finds no element. */
  async perform({ name, parameters: [first] }: Pick<ScriptCall, "name" | "parameters">): Promise<void> {
    if (this.isFull()) return;
    switch (name) {
      case "press":
        await this.#play({ step: this.#steps, type: "key", code: keyCode(first), pressed: true });
        return;
      case "release":
        await this.#play({ step: this.#steps, type: "key", code: keyCode(first), pressed: false });
        return;
      case "click":
        await this.#click(first);
        return;
      case "waitFrames":
        if (typeof first !== "number" || !Number.isSafeInteger(first) || first < 1)
          throw new ScriptFault(`waitFrames() takes a number of frames above 0, not ${shown(first)}.`);
        await this.#run(first);
        return;
      case "waitFor":
        await this.#waitFor(first);
    }
  }

  async #click(target: unknown): Promise<void> {
    const given = typeof target === "string" ? { selector: target } : target;
    if (typeof given === "object" && given !== null && "x" in given) {
      const place = { type: "mouse_button", button: 0, ...given };
      const down = eventOf({ step: this.#steps, ...place, pressed: true }, "click()");
      await this.#play(down);
      await this.#run(1);
      await this.#play(eventOf({ step: this.#steps, ...place, pressed: false }, "click()"));
      return;
    }
    const element = asObject(given, "click()");
    const event = await this.#await((step) => eventOf({ step, type: "click", ...element, when: element }, "click()"));
    if (event === null) return;
    await this.#play(event);
    await this.#run(1);
  }

  async #waitFor(condition: unknown): Promise<void> {
    const when = typeof condition === "string" ? { selector: condition } : asObject(condition, "waitFor()");
    const event = await this.#await((step) => eventOf({ step, type: "wait", when }, "waitFor()"));
    // A wait only goes on the tape: the game itself has nothing to play.
    if (event !== null) this.#events.push(event);
  }

  /** Runs the game until an event may be played, and returns it for that step; null if the recording is full. */
  async #await(eventAt: (step: number) => TapeEvent): Promise<TapeEvent | null> {
    const limit = stepsMaxOf(eventAt(0));
    for (let waited = 0; !this.isFull(); waited += 1) {
      const event = eventAt(this.#steps);
      const unmet = await this.#look(event);
      if (unmet === null) return event;
      if (waited >= limit) throw new ScriptFault(waitedInVain(unmet, waited).message);
      await this.#run(1);
    }
    return null;
  }

  /** Reason why an event cannot be played yet; null if it can. */
  async #look(event: TapeEvent): Promise<string | null> {
    try {
      const ready = await lookForEvent(event, "The script", async (target) => await this.#game.lookFor(target));
      return ready.state === "ready" ? null : ready.why;
    } catch (thrown) {
      if (isElementMissed(thrown) && thrown instanceof Error) return thrown.message;
      throw thrown;
    }
  }

  async #play(event: TapeEvent): Promise<void> {
    this.#events.push(event);
    await this.#game.append([event]);
  }

  async #run(count: number): Promise<void> {
    const left = this.#stepsMax - this.#steps;
    if (left < count && !this.#isLimited)
      throw new ScriptFault(
        `It has played ${String(this.#stepsMax)} frames and does not end. Set a limit by --frames.`,
      );
    const steps = Math.min(count, left);
    if (steps === 0) return;
    await this.#game.step(steps);
    this.#steps += steps;
  }
}

function keyCode(code: unknown): string {
  if (typeof code !== "string")
    throw new ScriptFault(`A key is a KeyboardEvent.code such as "Space", not ${shown(code)}.`);
  if (keyCodes.has(code)) return code;
  const nearest = nearestName(code, [...keyCodes]);
  throw new ScriptFault(
    `${JSON.stringify(code)} is no KeyboardEvent.code.${nearest === null ? "" : ` Did you mean ${JSON.stringify(nearest)}?`}`,
  );
}

/** Validates an event like the file format does. */
function eventOf(event: object, call: string): TapeEvent {
  const validation = validateTape(JSON.stringify({ version: 1, stepHz: 60, events: [event] }));
  const [checked] = validation.ok ? validation.value.events : [];
  if (checked !== undefined) return checked;
  const [first] = validation.ok ? [] : validation.errors;
  throw new ScriptFault(`${call} got what it cannot use: ${first?.message ?? ""}`);
}

function asObject(value: unknown, call: string): object {
  if (typeof value === "object" && value !== null) return value;
  throw new ScriptFault(`${call} takes a selector, or an object with a selector or a text, not ${shown(value)}.`);
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
