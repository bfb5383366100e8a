import { describeSource } from "../../../core/input/tape-player.ts";
import type { TapeEvent } from "../../../formats/tape.ts";
import type { HeardInput } from "../../realm-agent.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import { holdRealInput } from "./hold-real-input.ts";
import { createInputRouter, type InputRouter } from "./input-router.ts";
import { watchListeners } from "./listener-watch.ts";
import { moveFocus, type PageInput } from "./page-input.ts";
import { createHeldModifiers, createKeySender } from "./send-keys.ts";
import { createRealInput } from "./real-input.ts";
import { takeRealPointerLock } from "./real-pointer-lock.ts";
import { takeRealState } from "./real-state.ts";
import { createMouseSender } from "./send-mouse.ts";
import { installVirtualGamepads } from "./virtual-gamepads.ts";
import { installVirtualGesture } from "./virtual-gesture.ts";
import { installVirtualPointerLock } from "./virtual-pointer-lock.ts";
import { installWindowFocus } from "./window-focus.ts";

/** Gives a page what the devices of a tape do, as the browser would: by DOM events and by the gamepads that it reads. */
export interface InputDelivery {
  /** Sends the events of a frame, in order. What belongs into a frame of the page waits there for `takeFor`. */
  deliver(events: readonly TapeEvent[]): void;
  /** What has come up for the frame of this window since the last call. */
  takeFor(source: MessageEventSource): readonly TapeEvent[];
  /** Leaves the page to the real devices, which were held back until now; what the tape does is sent no more. */
  useReal(): void;
  /** What the real devices did in this window since the last call, of which the page has heard nothing; see `RealInput`. */
  takeReal(): readonly HeardInput[];
  /** What they did in a frame of the page, as this window would have seen it. */
  readonly comingFrom: (source: MessageEventSource, heard: readonly HeardInput[]) => readonly HeardInput[];
  /** Whether the pointer is locked here or below, which is told by `followBelow`. */
  isPointerLocked(): boolean;
  /** Takes note of whether a frame of the page holds the pointer: then the mouse stays where it is. */
  followBelow(isPointerLocked: boolean): void;
  /** The sources of which the page has heard at least one event, as `describeSource` names them. */
  heardSources(): readonly string[];
}

export interface InputDeliveryParts {
  readonly realm: Window & typeof globalThis;
  readonly clock: VirtualClock;
  /** See `PreludeConfig`. */
  readonly locksPointer: boolean;
  /** Real milliseconds since 1970. */
  readonly realTime: () => number;
  /** Told of what a person who plays may want to know. */
  readonly warn: (message: string) => void;
}

/**
 * Takes over the devices of `realm`. The events are not `isTrusted`, which only a browser's own are, and do what a script's
 * events do by default: a click follows its link, a key writes nothing into a text field.
 */
export function installInputDelivery({
  realm,
  clock,
  locksPointer,
  realTime,
  warn,
}: InputDeliveryParts): InputDelivery {
  const state = takeRealState(realm);
  const realLock = locksPointer ? takeRealPointerLock(realm, warn) : null;
  const held = createHeldModifiers();
  let isReal = false;
  const isLeftToReal = (): boolean => isReal;
  // Before the listeners are watched: these are not the page's.
  holdRealInput({ realm, isReal: isLeftToReal }, (event) => {
    real.hear(event);
  });
  const input: PageInput = {
    realm,
    clock,
    listeners: watchListeners(realm),
    isReal: isLeftToReal,
    modifiers: held.read,
  };
  const keys = createKeySender(input, held);
  const lock = installVirtualPointerLock(input, realLock);
  const real = createRealInput({ realm, state, realTime, lock, realLock, warn });
  const mouse = createMouseSender(input, lock);
  const pads = installVirtualGamepads(input);
  const focus = installWindowFocus(input);
  const gesture = installVirtualGesture(input);
  let isLockedBelow = false;
  const router = createInputRouter(realm, () => {
    if (lock.element() !== null) return "here";
    return isLockedBelow ? "below" : "nowhere";
  });
  const heard = new Set<string>();
  const padSources = new Set<string>();

  /** Sends what is for this realm. Returns whether somebody listened. */
  function send(event: TapeEvent): boolean {
    switch (event.type) {
      case "key":
        return router.toFocused(event) || keys.send(event.code, event.pressed);
      case "mouse_move":
      case "mouse_button":
      case "wheel":
        return sendMouse(event, router);
      case "gamepad":
        router.toAll(event);
        pads.receive(event);
        padSources.add(describeSource(event));
        return false;
      case "pointer_lock":
        router.toAll(event);
        // Locking is the page's to ask for; only the person can take it back.
        if (event.locked === false) lock.exit();
        return true;
      case "blur":
        router.toAll(event);
        held.letGo();
        mouse.letGo();
        focus.lose();
        return true;
      case "focus":
        router.toAll(event);
        focus.gain();
        return true;
      default:
        // Test sources and touch controls belong to an input map.
        return false;
    }
  }

  function sendMouse(
    event: Extract<TapeEvent, { readonly type: "mouse_move" | "mouse_button" | "wheel" }>,
    { aim }: InputRouter,
  ): boolean {
    const { place, hasMoved, frame } = aim(event);
    if (frame !== null) {
      mouse.passInto(frame, place);
      if (event.type === "mouse_button" && event.pressed) moveFocus(realm, frame);
      return false;
    }
    if (event.type === "wheel") return mouse.turnWheel(event.dx, event.dy, place);
    if (event.type === "mouse_move") return mouse.move(place);
    // A browser never presses where it has not moved to.
    if (hasMoved) mouse.move(place);
    const still = { ...place, movementX: 0, movementY: 0 };
    return event.pressed ? mouse.press(event.button, still) : mouse.release(event.button, still);
  }

  return {
    deliver(events) {
      if (isReal) return;
      for (const event of events) {
        gesture.follow(event);
        if (send(event)) heard.add(describeSource(event));
      }
    },
    takeFor: router.takeFor,
    takeReal: real.take,
    comingFrom: router.comingFrom,
    isPointerLocked: () => lock.element() !== null || isLockedBelow,
    followBelow(isPointerLocked) {
      isLockedBelow = isPointerLocked;
    },
    useReal() {
      isReal = true;
    },
    heardSources: () => (pads.wereRead() ? [...heard, ...padSources] : [...heard]),
  };
}
