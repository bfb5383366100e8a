import type { GamepadButtonState } from "../../../core/input/device-event.ts";
import type { TapeEvent } from "../../../formats/tape.ts";
import { replaceMethod } from "../native/native-look.ts";
import type { PageInput } from "./page-input.ts";

/** The gamepads that a page sees. */
export interface VirtualGamepads {
  receive(event: Extract<TapeEvent, { readonly type: "gamepad" }>): void;
  /** Whether the page has ever asked for its pads. */
  wereRead(): boolean;
}

// The standard layout, https://w3c.github.io/gamepad/#remapping: what an event leaves out is at rest.
const axisCount = 4;
const buttonCount = 17;
/** Slots that `getGamepads` shows even while nothing is plugged in, as Chromium does. */
const slotCount = 4;
/** Where only a button's value is known, it counts as pressed above this, as in Chromium: 30 of 255. */
const pressedThreshold = 30 / 255;

/** Replaces `navigator.getGamepads`: there are only the pads that the tape plugs in, and no real ones. */
export function installVirtualGamepads({ realm, clock, listeners, isReal }: PageInput): VirtualGamepads {
  const { Event, Gamepad, GamepadButton } = realm;
  const pads = new Map<number, object>();
  let wereRead = false;

  function make(prototype: object, fields: Readonly<Record<string, unknown>>): object {
    // On the real prototype, so that `instanceof` holds; its own getters would refuse an object that no browser made.
    const descriptors = Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }] as const);
    const made: object = {};
    Object.setPrototypeOf(made, prototype);
    return Object.freeze(Object.defineProperties(made, Object.fromEntries(descriptors)));
  }

  function makeButton(state: GamepadButtonState): object {
    const value = typeof state === "number" ? state : state.value;
    const pressed = typeof state === "number" ? value > pressedThreshold : state.pressed;
    return make(GamepadButton.prototype, { pressed, touched: pressed || value > 0, value });
  }

  function makePad(index: number, isConnected: boolean, axes: readonly number[], buttons: readonly object[]): object {
    return make(Gamepad.prototype, {
      id: `Framegate gamepad ${String(index)} (STANDARD GAMEPAD)`,
      index,
      connected: isConnected,
      timestamp: clock.now(),
      mapping: "standard",
      axes: Object.freeze(filled(axes, axisCount, 0)),
      buttons: Object.freeze(filled(buttons, buttonCount, makeButton(0))),
      vibrationActuator: null,
    });
  }

  function tell(type: "gamepadconnected" | "gamepaddisconnected", gamepad: object): void {
    // The event's own class takes none but real gamepads.
    const event = new Event(type);
    Object.defineProperty(event, "gamepad", { value: gamepad, enumerable: true });
    if (listeners.send(realm, event)) wereRead = true;
  }

  replaceMethod(realm.Navigator.prototype, "getGamepads", (original) => {
    return function replacement(this: Navigator): unknown {
      if (isReal()) return Reflect.apply(original, this, []);
      wereRead = true;
      const length = Math.max(slotCount, ...[...pads.keys()].map((index) => index + 1));
      return Array.from({ length }, (_, index) => pads.get(index) ?? null);
    };
  });

  const lastAxes = new Map<number, readonly number[]>();
  const lastButtons = new Map<number, readonly object[]>();

  return {
    wereRead: () => wereRead,
    receive({ index, axes, buttons, connected }) {
      const known = pads.has(index);
      if (connected === false) {
        if (!known) return;
        pads.delete(index);
        lastAxes.delete(index);
        lastButtons.delete(index);
        tell("gamepaddisconnected", makePad(index, false, [], []));
        return;
      }
      // What an event does not mention stays as it was.
      if (axes !== undefined) lastAxes.set(index, axes);
      if (buttons !== undefined) lastButtons.set(index, buttons.map(makeButton));
      const pad = makePad(index, true, lastAxes.get(index) ?? [], lastButtons.get(index) ?? []);
      pads.set(index, pad);
      if (!known) tell("gamepadconnected", pad);
    },
  };
}

function filled<T>(values: readonly T[], count: number, rest: T): readonly T[] {
  return Array.from({ length: Math.max(count, values.length) }, (_, index) => values[index] ?? rest);
}
