import type { HashSink } from "../state-hash.ts";
import { applyAxisDeadzone, applyRadialDeadzone, type VectorTarget } from "./deadzone.ts";
import type { DeviceEvent, GamepadButtonState } from "./device-event.ts";

/** One connected pad. */
export interface Gamepad {
  readonly index: number;
  readonly axes: readonly number[];
  readonly buttonValues: readonly number[];
  readonly buttonsPressed: readonly boolean[];
}

type GamepadEvent = Extract<DeviceEvent, { readonly type: "gamepad" }>;

/** Where only a button's value is known, it counts as pressed above this, as in Chromium: 30 of 255. */
const pressedThreshold = 30 / 255;

/** Every connected pad. A binding names no pad, so it reads all of them. */
export class Gamepads {
  /** While the page has no focus its pads are neutral. */
  isMuted = false;
  /** In the order of their indices: of equal magnitudes the lowest index counts. */
  #pads: readonly Gamepad[] = [];
  readonly #readFinite: (value: number) => number;
  readonly #scratch: VectorTarget = { x: 0, y: 0 };

  constructor(readFinite: (value: number) => number) {
    this.#readFinite = readFinite;
  }

  receive(event: GamepadEvent): void {
    const known = this.#pads.find((pad) => pad.index === event.index);
    const others = this.#pads.filter((pad) => pad !== known);
    if (event.connected === false) {
      this.#pads = others;
      return;
    }
    const pad = this.#update(known ?? { index: event.index, axes: [], buttonValues: [], buttonsPressed: [] }, event);
    this.#pads = [...others, pad].sort((left, right) => left.index - right.index);
  }

  /** What an event does not mention stays as it was. */
  #update(pad: Gamepad, { axes, buttons }: GamepadEvent): Gamepad {
    return {
      index: pad.index,
      axes: axes === undefined ? pad.axes : axes.map((axis) => this.#readFinite(axis) + 0),
      buttonValues:
        buttons === undefined ? pad.buttonValues : buttons.map((button) => this.#readFinite(valueOf(button)) + 0),
      buttonsPressed: buttons === undefined ? pad.buttonsPressed : buttons.map(isPressed),
    };
  }

  isButtonPressed(button: number): boolean {
    if (this.isMuted) return false;
    for (const pad of this.#pads) {
      if (pad.buttonsPressed[button] === true) return true;
    }
    return false;
  }

  /** The button's value on the pad where it is greatest, in [-1, 1]. */
  buttonValue(button: number): number {
    let greatest = 0;
    if (this.isMuted) return greatest;
    for (const pad of this.#pads) {
      const value = applyAxisDeadzone(pad.buttonValues[button] ?? 0, 0);
      if (Math.abs(value) > Math.abs(greatest)) greatest = value;
    }
    return greatest;
  }

  /** Whether an axis of any pad is past its deadzone on one side. Strictly: at rest it is not, whatever the deadzone. */
  isAxisPast(axis: number, direction: 1 | -1, deadzone: number): boolean {
    if (this.isMuted) return false;
    const edge = Math.max(0, deadzone);
    for (const pad of this.#pads) {
      if (direction * (pad.axes[axis] ?? 0) > edge) return true;
    }
    return false;
  }

  /** One half of an axis after its deadzone, on the pad where it is farthest out: [0, 1] or [-1, 0]. */
  halfAxis(axis: number, direction: 1 | -1, deadzone: number): number {
    let farthest = 0;
    if (this.isMuted) return farthest;
    for (const pad of this.#pads) {
      farthest = Math.max(farthest, applyAxisDeadzone(Math.max(0, direction * (pad.axes[axis] ?? 0)), deadzone));
    }
    return farthest === 0 ? 0 : direction * farthest;
  }

  /** Writes the stick after its radial deadzone, of the pad on which it is farthest out. */
  readStick(xAxis: number, yAxis: number, deadzone: number, target: VectorTarget): void {
    target.x = 0;
    target.y = 0;
    if (this.isMuted) return;
    let farthest = 0;
    for (const pad of this.#pads) {
      applyRadialDeadzone(pad.axes[xAxis] ?? 0, pad.axes[yAxis] ?? 0, deadzone, this.#scratch);
      const { x, y } = this.#scratch;
      const magnitude = Math.sqrt(x * x + y * y);
      if (magnitude <= farthest) continue;
      farthest = magnitude;
      target.x = x;
      target.y = y;
    }
  }

  /** Absorbs the state of every pad. */
  hashInto(sink: HashSink): void {
    sink.addNumber(this.isMuted ? 1 : 0);
    for (const pad of this.#pads) {
      sink.addNumber(pad.index);
      sink.addNumber(pad.axes.length);
      for (const axis of pad.axes) sink.addNumber(axis);
      sink.addNumber(pad.buttonValues.length);
      for (const value of pad.buttonValues) sink.addNumber(value);
      for (const pressed of pad.buttonsPressed) sink.addNumber(pressed ? 1 : 0);
    }
  }
}

function valueOf(button: GamepadButtonState): number {
  return typeof button === "number" ? button : button.value;
}

function isPressed(button: GamepadButtonState): boolean {
  return typeof button === "number" ? button > pressedThreshold : button.pressed;
}
