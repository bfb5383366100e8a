import type { GamepadButtonState } from "../../../core/input/device-event.ts";
import type { PlayedEvent } from "../../../formats/tape.ts";
import { replaceMethod } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import type { PageInput } from "./page-input.ts";

/** The gamepads that a page sees. */
export interface VirtualGamepads {
  receive(event: Extract<PlayedEvent, { readonly type: "gamepad" }>): void;
  /** Whether the page has ever read its gamepads. */
  wereRead(): boolean;
}

// The standard layout, https://w3c.github.io/gamepad/#remapping. Axes and buttons that no event has set are at rest.
const axisCount = 4;
const buttonCount = 17;
/** Length of the list that `getGamepads` returns in Chromium even while nothing is plugged in. */
const slotCount = 4;
/** A button known only by its value counts as pressed above this, as in Chromium: 30 of 255. */
const pressedThreshold = 30 / 255;

/** Replaces `navigator.getGamepads`: the page sees the pads that the tape plugs in, and no real ones. */
export function installVirtualGamepads({ realm, clock, listeners, isReal }: PageInput): VirtualGamepads {
  const { Event } = realm;
  const pads = new Map<number, Pad>();
  const { makeButton, makePad } = createGamepadMaker(realm, clock);
  let wereRead = false;

  function tell(type: "gamepadconnected" | "gamepaddisconnected", gamepad: object): void {
    // A GamepadEvent accepts only real gamepads.
    const event = new Event(type);
    Object.defineProperty(event, "gamepad", { value: gamepad, enumerable: true });
    if (listeners.send(realm, event)) wereRead = true;
  }

  replaceMethod(realm.Navigator.prototype, "getGamepads", (original) => {
    return function replacement(this: Navigator): unknown {
      if (isReal()) return Reflect.apply(original, this, []);
      wereRead = true;
      const length = Math.max(slotCount, ...[...pads.keys()].map((index) => index + 1));
      return Array.from({ length }, (_, index) => pads.get(index)?.gamepad ?? null);
    };
  });

  return {
    wereRead: () => wereRead,
    receive({ index, axes, buttons, connected }) {
      const known = pads.get(index);
      if (connected === false) {
        if (known === undefined) return;
        pads.delete(index);
        tell("gamepaddisconnected", makePad(index, { axes: [], buttons: [] }, false));
        return;
      }
      // Fields that an event leaves out keep their values.
      const state = { axes: axes ?? known?.axes ?? [], buttons: buttons?.map(makeButton) ?? known?.buttons ?? [] };
      const gamepad = makePad(index, state, true);
      pads.set(index, { ...state, gamepad });
      if (known === undefined) tell("gamepadconnected", gamepad);
    },
  };
}

interface PadState {
  readonly axes: readonly number[];
  readonly buttons: readonly object[];
}

interface Pad extends PadState {
  /** The object that the page gets. */
  readonly gamepad: object;
}

interface GamepadMaker {
  makeButton(state: GamepadButtonState): object;
  makePad(index: number, state: PadState, isConnected: boolean): object;
}

function createGamepadMaker(realm: Window & typeof globalThis, clock: VirtualClock): GamepadMaker {
  // Captured now: pages overwrite globals.
  const { Gamepad, GamepadButton } = realm;

  function make(prototype: object, fields: Readonly<Record<string, unknown>>): object {
    // On the native prototype, so that `instanceof` holds. Its getters would throw for this object, so each is shadowed.
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

  return {
    makeButton,
    makePad: (index, { axes, buttons }, isConnected) =>
      make(Gamepad.prototype, {
        id: `Framegate gamepad ${String(index)} (STANDARD GAMEPAD)`,
        index,
        connected: isConnected,
        timestamp: clock.sinceOrigin(),
        mapping: "standard",
        axes: Object.freeze(filled(axes, axisCount, 0)),
        buttons: Object.freeze(filled(buttons, buttonCount, makeButton(0))),
        vibrationActuator: null,
      }),
  };
}

function filled<T>(values: readonly T[], count: number, rest: T): readonly T[] {
  return Array.from({ length: Math.max(count, values.length) }, (_, index) => values[index] ?? rest);
}
