import type { PlayedEvent, Tape, TapeEvent } from "../../formats/tape.ts";
import type { InputManager } from "./manager.ts";
import { pointerSourceId } from "./levels.ts";
import {
  type AimedPlace,
  ElementMissed,
  type LookFor,
  lookForEvent,
  seesNothing,
  stepsMaxOf,
  waitedInVain,
} from "./tape-waits.ts";

export interface TapePlayer {
  /**
   * Feeds all pending events up to and including this step, and returns them. Call it before `manager.step()`. Returns
   * a promise if an event looks for an element of the page; it rejects with `ElementMissed` if there is none.
   */
  playStep(step: number): readonly PlayedEvent[] | Promise<readonly PlayedEvent[]>;
  /**
   * The sources of the tape that match nothing in the map so far, each once, with the step of its first event.
   * @param heard Sources that reached a listener of the page, by `describeSource`; these are not listed.
   */
  unmatched(heard?: ReadonlySet<string>): readonly string[];
  /** The condition or element that the tape is still waiting for; null if it is not waiting. */
  waitsFor(): string | null;
}

/**
 * Plays a valid tape into a manager. A source that the map does not name is reported, not thrown.
 * @param lookFor Looks for the elements that the tape aims at; by default there are none.
 */
export function createTapePlayer(tape: Tape, manager: InputManager, lookFor: LookFor = seesNothing): TapePlayer {
  const reel = new Reel(tape.events, manager, lookFor);
  return {
    playStep: (step) => reel.playStep(step),
    unmatched: reel.feed.unmatched,
    waitsFor: () => reel.waitsFor(),
  };
}

// Shared, because most steps have no events.
const nothingPlayed: readonly PlayedEvent[] = [];

/** The events of a tape, the next one to be played, and the steps for which the tape has stood still. */
class Reel {
  readonly feed: TapeFeed;
  readonly #events: readonly TapeEvent[];
  readonly #lookFor: LookFor;
  #next = 0;
  /** Steps by which waiting has moved all further events. */
  #delay = 0;
  #waited = 0;
  #reason: string | null = null;
  /** The end of a click, which is due in the next step even if the tape is paused. */
  #release: PlayedEvent | null = null;

  constructor(events: readonly TapeEvent[], manager: InputManager, lookFor: LookFor) {
    this.#events = events;
    this.#lookFor = lookFor;
    this.feed = createTapeFeed(manager);
  }

  waitsFor(): string | null {
    return this.#reason;
  }

  playStep(step: number): readonly PlayedEvent[] | Promise<readonly PlayedEvent[]> {
    if (this.#release === null && !this.#isDue(step)) return nothingPlayed;
    const played: PlayedEvent[] = [];
    this.#letGo(played);
    for (let event = this.#takeDue(step); event !== undefined; event = this.#takeDue(step)) {
      if (event.type === "click" || event.type === "wait" || event.when !== undefined) {
        this.#next -= 1;
        return this.#playLooking(step, played);
      }
      this.#play(event, played);
    }
    return played;
  }

  /** Plays the rest of a step, up to an event that must wait. */
  async #playLooking(step: number, played: PlayedEvent[]): Promise<readonly PlayedEvent[]> {
    for (let event = this.#takeDue(step); event !== undefined; event = this.#takeDue(step)) {
      const place = await this.#awaitReady(event);
      if (place === "waiting") {
        this.#next -= 1;
        this.#delay += 1;
        return played;
      }
      if (event.type === "click") this.#click(event, place, played);
      else if (event.type !== "wait") this.#play(event, played);
    }
    return played;
  }

  async #awaitReady(event: TapeEvent): Promise<AimedPlace | null | "waiting"> {
    if (event.type !== "click" && event.when === undefined) return null;
    const name = `Event ${String(this.#next)} of the tape (step ${String(event.step)})`;
    const ready = await lookForEvent(event, name, this.#lookFor);
    if (ready.state === "missing") throw new ElementMissed(`${ready.why} Give it a "when" if it comes later.`);
    if (ready.state !== "ready") {
      if (this.#waited >= stepsMaxOf(event)) throw waitedInVain(ready.why, this.#waited);
      this.#waited += 1;
      this.#reason = ready.why;
      return "waiting";
    }
    this.#waited = 0;
    this.#reason = null;
    return ready.place;
  }

  /** A game may read the button once a frame, so it is down for one. */
  #click({ step }: TapeEvent, place: AimedPlace | null, played: PlayedEvent[]): void {
    this.#letGo(played);
    this.#play({ step, type: "mouse_button", button: 0, pressed: true, ...place }, played);
    this.#release = { step, type: "mouse_button", button: 0, pressed: false, ...place };
  }

  #letGo(played: PlayedEvent[]): void {
    if (this.#release !== null) this.#play(this.#release, played);
    this.#release = null;
  }

  #play(event: PlayedEvent, played: PlayedEvent[]): void {
    this.feed.take(event);
    played.push(event);
  }

  #takeDue(step: number): TapeEvent | undefined {
    if (!this.#isDue(step)) return undefined;
    this.#next += 1;
    return this.#events[this.#next - 1];
  }

  #isDue(step: number): boolean {
    const event = this.#events[this.#next];
    return event !== undefined && event.step + this.#delay <= step;
  }
}

/** Passes the events of a tape to a manager, in order. */
export interface TapeFeed {
  take(event: PlayedEvent): void;
  /** See `TapePlayer`. */
  unmatched(heard?: ReadonlySet<string>): readonly string[];
}

/** The common part of playing and recording, so that both give a manager the same input, event by event. */
export function createTapeFeed(manager: InputManager): TapeFeed {
  const unmatched = new Map<string, string>();
  return {
    take(event) {
      const fits = isBound(event, manager);
      if (!fits) {
        const source = describeSource(event);
        if (!unmatched.has(source)) unmatched.set(source, `${source} at step ${event.step}`);
      }
      if (!("sourceId" in event)) {
        // A device has its level whether or not the map reads it.
        manager.receive(event);
      } else if (fits) {
        inject(event, manager);
      }
    },
    unmatched(heard = new Set()) {
      // A recording moves the mouse to each place that it presses, and many pages listen for presses alone.
      const isPressHeard = [...heard].some((source) => source.startsWith("mouse_button"));
      const isExpected = (source: string): boolean => heard.has(source) || (source === "mouse_move" && isPressHeard);
      return [...unmatched].flatMap(([source, text]) => (isExpected(source) ? [] : [text]));
    },
  };
}

function inject(event: Extract<PlayedEvent, { readonly sourceId: string }>, manager: InputManager): void {
  switch (event.type) {
    case "test_axis":
      manager.injectAxis(event.sourceId, event.value);
      return;
    case "test_vector2":
      manager.injectVector2(event.sourceId, event);
      return;
    case "test_pointer_delta":
      manager.injectPointerDelta(event.sourceId, event);
      return;
    case "test_pointer_position":
      manager.injectPointerPosition(event.sourceId, event);
      return;
    case "touch_button":
      manager.setTouchButton(event.sourceId, event.pressed);
      return;
    case "touch_stick":
      manager.setTouchStick(event.sourceId, event);
      return;
  }
}

function isBound(event: PlayedEvent, manager: InputManager): boolean {
  switch (event.type) {
    case "key":
      return manager.isBound(event.type, event.code);
    case "mouse_button":
      return manager.isBound(event.type, event.button);
    case "mouse_move":
      return (
        manager.isBound(event.type, "") ||
        (event.x !== undefined && manager.isBound("test_pointer_position", pointerSourceId))
      );
    case "gamepad":
      return manager.isBound(event.type, event.index);
    case "wheel":
      return false;
    case "pointer_lock":
    case "blur":
    case "focus":
      return true;
    default:
      return manager.isBound(event.type, event.sourceId);
  }
}

/** Names the source of an event, the same for all events of one key, button or pad. */
export function describeSource(event: PlayedEvent): string {
  if ("sourceId" in event) return `${event.type} ${JSON.stringify(event.sourceId)}`;
  if (event.type === "key") return `${event.type} ${JSON.stringify(event.code)}`;
  if (event.type === "mouse_button") return `${event.type} ${event.button}`;
  return event.type;
}
