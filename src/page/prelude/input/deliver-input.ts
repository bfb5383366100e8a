import { describeSource } from "../../../core/input/tape-player.ts";
import type { AwaitedInput } from "../../../formats/liveness.ts";
import type { MouseState } from "../../../formats/page-port.ts";
import type { PlayedEvent } from "../../../formats/tape.ts";
import type { HeardInput } from "../../realm-agent.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import type { VirtualTimers } from "../time/virtual-timers.ts";
import { followCloseRequests } from "./close-requests.ts";
import { createElementFinder, type ElementFinder } from "./find-element.ts";
import { holdRealInput } from "./hold-real-input.ts";
import { type Aim, InputRouter, type MouseTapeEvent } from "./input-router.ts";
import { KeyActions } from "./key-actions.ts";
import { clickTypes, type ListenerWatch, watchListeners } from "./listener-watch.ts";
import type { PageInput } from "./page-input.ts";
import { createRealInput, type RealInput } from "./real-input.ts";
import { takeRealPointerLock } from "./real-pointer-lock.ts";
import { takeRealState } from "./real-state.ts";
import { createHeldModifiers, createKeySender, type HeldModifiers, type KeySender } from "./send-keys.ts";
import { MouseSender } from "./send-mouse.ts";
import { installVirtualGamepads, type VirtualGamepads } from "./virtual-gamepads.ts";
import { installVirtualGesture, type VirtualGesture } from "./virtual-gesture.ts";
import { installVirtualPointerLock, type VirtualPointerLock } from "./virtual-pointer-lock.ts";
import { installWindowFocus, type WindowFocus } from "./window-focus.ts";

export interface InputDeliveryParts {
  readonly realm: Window & typeof globalThis;
  readonly clock: VirtualClock;
  readonly timers: Pick<VirtualTimers, "runEarly">;
  /** See `PreludeConfig`. */
  readonly locksPointer: boolean;
  /** Real milliseconds since 1970. */
  readonly realTime: () => number;
  /** Shows a warning to the person who plays. */
  readonly warn: (message: string) => void;
}

const awaitedKinds = ["key", "click"] as const;

const awaitedTypes: Readonly<Record<AwaitedInput, readonly string[]>> = {
  key: ["keydown", "keyup", "keypress"],
  click: clickTypes,
};

/**
 * Takes over the devices of a realm, and plays a tape's devices to its page as the browser would: by DOM events, and by
 * the gamepads that the page polls. The events are not `isTrusted`, which only a browser's own can be. Clicks do what
 * those of scripts do, and keys what `KeyActions` does.
 */
export class InputDelivery {
  /** Finds the elements that a tape aims at. */
  readonly finder: ElementFinder;
  readonly #realm: Window & typeof globalThis;
  readonly #listeners: ListenerWatch;
  readonly #held: HeldModifiers;
  readonly #keys: KeySender;
  readonly #mouse: MouseSender;
  readonly #pads: VirtualGamepads;
  readonly #focus: WindowFocus;
  readonly #gesture: VirtualGesture;
  readonly #lock: VirtualPointerLock;
  readonly #real: RealInput;
  readonly #router: InputRouter;
  readonly #heard = new Set<string>();
  readonly #padSources = new Set<string>();
  readonly #pressed = new Set<number>();
  #isReal = false;
  #isLockedBelow = false;
  #hasMouseChanged = false;

  /** Create it once per realm, before any script of the page. The order of these lines matters. */
  constructor({ realm, clock, timers, locksPointer, realTime, warn }: InputDeliveryParts) {
    this.#realm = realm;
    const state = takeRealState(realm);
    const realLock = locksPointer ? takeRealPointerLock(realm, warn) : null;
    this.#held = createHeldModifiers();
    const isReal = (): boolean => this.#isReal;
    // Before the listeners are watched, because these listeners are not the page's.
    const isLeft = holdRealInput({ realm, isReal }, (event) => {
      this.#real.hear(event);
    });
    const closeRequests = followCloseRequests(realm);
    const listeners = watchListeners(realm);
    this.#listeners = listeners;
    this.finder = createElementFinder(realm, listeners);
    const input: PageInput = { realm, clock, listeners, isReal, modifiers: this.#held.read };
    const actions = new KeyActions(input, closeRequests);
    this.#keys = createKeySender(input, this.#held, actions);
    this.#lock = installVirtualPointerLock(input, realLock);
    this.#real = createRealInput({ realm, state, realTime, lock: this.#lock, realLock, warn });
    this.#mouse = new MouseSender(input, this.#lock, actions.editor, closeRequests);
    this.#pads = installVirtualGamepads(input);
    this.#focus = installWindowFocus(input, isLeft);
    this.#gesture = installVirtualGesture(input, timers);
    this.#router = new InputRouter(realm, () => {
      if (this.#lock.element() !== null) return "here";
      return this.#isLockedBelow ? "below" : "nowhere";
    });
  }

  /** Sends the events of a frame, in order. Events inside an iframe wait for `takeFor`. */
  deliver(events: readonly PlayedEvent[]): void {
    if (this.#isReal) return;
    for (const event of events) {
      this.#gesture.follow(event);
      if (this.#send(event)) this.#heard.add(describeSource(event));
    }
  }

  /** Takes the events for the iframe of this window since the last call. */
  takeFor(source: MessageEventSource): readonly PlayedEvent[] {
    return this.#router.takeFor(source);
  }

  /** True if the mouse has come over another element of the page since `takeMouse`, or a button has changed. */
  hasMouseChanged(): boolean {
    return this.#hasMouseChanged;
  }

  /** See `StepReport`. Only for the host page, or the page that stands in its place. */
  takeMouse(): MouseState | null {
    if (!this.#hasMouseChanged) return null;
    this.#hasMouseChanged = false;
    const { scrollX, scrollY } = this.#realm;
    const { x, y } = this.#router.place();
    return { x: x + scrollX, y: y + scrollY, isPressed: this.#pressed.size > 0 };
  }

  /** Leaves the page to the real devices, which were held back until now, and stops sending the tape's. */
  useReal(): void {
    this.#isReal = true;
  }

  /** Takes the input of the real devices in this window since the last call, which the page has not seen. */
  takeReal(): readonly HeardInput[] {
    return this.#real.take();
  }

  /** Converts real input in an iframe to this window's coordinates. */
  comingFrom(source: MessageEventSource, heard: readonly HeardInput[]): readonly HeardInput[] {
    return this.#router.comingFrom(source, heard);
  }

  /** Whether the pointer is locked here or below; `followBelow` reports the latter. */
  isPointerLocked(): boolean {
    return this.#lock.element() !== null || this.#isLockedBelow;
  }

  /** Tells whether an iframe of the page holds the pointer lock. While it does, the mouse stays where it is. */
  followBelow(isPointerLocked: boolean): void {
    this.#isLockedBelow = isPointerLocked;
  }

  /** The kinds of input that the page has ever listened for; none in the host page, whose games have an input map. */
  listensFor(): readonly AwaitedInput[] {
    if (this.#realm.parent === this.#realm) return [];
    return awaitedKinds.filter((kind) => this.#listeners.isAnyListenedFor(awaitedTypes[kind]));
  }

  /** Call when a style has followed the mouse: then its moves have reached something, though no listener. */
  noteStyled(): void {
    this.#heard.add("mouse_move");
  }

  /** The sources that reached at least one listener of the page, as `describeSource` names them. */
  heardSources(): readonly string[] {
    return this.#pads.wereRead() ? [...this.#heard, ...this.#padSources] : [...this.#heard];
  }

  /** Sends an event if it is for this realm. Returns whether a listener heard it. */
  #send(event: PlayedEvent): boolean {
    switch (event.type) {
      case "key":
        return this.#router.toFocused(event) || this.#sendKey(event);
      case "mouse_move":
      case "mouse_button":
      case "wheel":
        return this.#sendMouse(event);
      case "gamepad":
        this.#router.toAll(event);
        this.#pads.receive(event);
        this.#padSources.add(describeSource(event));
        return false;
      case "pointer_lock":
        this.#router.toAll(event);
        // The page asks for the lock itself; a person can only end it.
        if (event.locked === false) this.#lock.exit();
        return true;
      case "blur":
        this.#router.toAll(event);
        this.#held.letGo();
        this.#mouse.letGo();
        this.#hasMouseChanged ||= this.#pressed.size > 0;
        this.#pressed.clear();
        this.#focus.lose();
        return true;
      case "focus":
        this.#router.toAll(event);
        this.#focus.gain();
        return true;
      default:
        // Test sources and touch controls need an input map.
        return false;
    }
  }

  #sendKey({ code, pressed }: Extract<PlayedEvent, { readonly type: "key" }>): boolean {
    const isTaken = code === "Escape" && pressed && this.#lock.element() !== null;
    if (!isTaken) return this.#keys.send(code, pressed);
    // The browser takes this key for itself while it locks the pointer.
    this.#lock.exit();
    return true;
  }

  #sendMouse(event: MouseTapeEvent): boolean {
    const aim = this.#router.aim(event);
    const before = this.#mouse.hovered();
    const isHeard = this.#sendMouseTo(aim, event);
    const hasCrossed = aim.frame !== null || this.#mouse.hovered() !== before;
    this.#hasMouseChanged ||= hasCrossed || event.type !== "mouse_move";
    if (event.type !== "mouse_button") return isHeard;
    if (event.pressed) this.#pressed.add(event.button);
    else this.#pressed.delete(event.button);
    return isHeard;
  }

  #sendMouseTo({ place, hasMoved, frame }: Aim, event: MouseTapeEvent): boolean {
    const mouse = this.#mouse;
    if (frame !== null) {
      mouse.passInto(frame, place);
      if (event.type === "mouse_button" && event.pressed) frame.contentWindow?.focus();
      return false;
    }
    if (event.type === "wheel") return mouse.turnWheel(event.dx, event.dy, place);
    if (event.type === "mouse_move") return mouse.move(place);
    // A browser sends a move to a place before a press there.
    if (hasMoved) mouse.move(place);
    const still = { ...place, movementX: 0, movementY: 0 };
    return event.pressed ? mouse.press(event.button, still) : mouse.release(event.button, still);
  }
}
