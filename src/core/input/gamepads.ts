import type { HashSink } from "../state-hash.ts";
import { rescaleStick, stickMagnitude, type VectorTarget } from "./deadzone.ts";
import type { DeviceEvent, GamepadButtonState } from "./device-event.ts";

/** One connected pad. Its lists are reused, because an active pad reports in every step. */
interface Gamepad {
  readonly index: number;
  axes: Float64Array;
  buttonValues: Float64Array;
  readonly buttonsPressed: boolean[];
}

type GamepadEvent = Extract<DeviceEvent, { readonly type: "gamepad" }>;

/** A button known only by its value counts as pressed above this, as in Chromium: 30 of 255. */
const pressedThreshold = 30 / 255;

/**
 * All connected pads. A binding names no pad, so it reads all of them. Indices are compared with a list's length first,
 * because V8 allocates a number that may be undefined on the heap.
 */
export class Gamepads {
  /** While the page has no focus, its pads are neutral. */
  isMuted = false;
  /** Ordered by index: of equal magnitudes, the lowest index counts. */
  #pads: readonly Gamepad[] = [];
  readonly #onNonFinite: () => void;

  /** @param onNonFinite See `readFinite`. */
  constructor(onNonFinite: () => void) {
    this.#onNonFinite = onNonFinite;
  }

  receive(event: GamepadEvent): void {
    if (event.connected === false) {
      this.#pads = this.#pads.filter((pad) => pad.index !== event.index);
      return;
    }
    const { axes, buttons } = event;
    const pad = this.#padOf(event.index);
    // Fields that an event leaves out keep their values.
    if (axes !== undefined) this.#writeAxes(pad, axes);
    if (buttons !== undefined) this.#writeButtons(pad, buttons);
  }

  #padOf(index: number): Gamepad {
    for (const pad of this.#pads) if (pad.index === index) return pad;
    const pad: Gamepad = { index, axes: new Float64Array(), buttonValues: new Float64Array(), buttonsPressed: [] };
    this.#pads = [...this.#pads, pad].sort((left, right) => left.index - right.index);
    return pad;
  }

  #writeAxes(pad: Gamepad, axes: readonly number[]): void {
    if (pad.axes.length !== axes.length) pad.axes = new Float64Array(axes.length);
    for (let index = 0; index < axes.length; index += 1)
      pad.axes[index] = readFinite(axes[index] ?? 0, this.#onNonFinite) + 0;
  }

  #writeButtons(pad: Gamepad, buttons: readonly GamepadButtonState[]): void {
    if (pad.buttonValues.length !== buttons.length) pad.buttonValues = new Float64Array(buttons.length);
    pad.buttonsPressed.length = buttons.length;
    for (let index = 0; index < buttons.length; index += 1) {
      const button = buttons[index] ?? 0;
      if (typeof button === "number") {
        pad.buttonValues[index] = readFinite(button, this.#onNonFinite) + 0;
        pad.buttonsPressed[index] = button > pressedThreshold;
      } else {
        pad.buttonValues[index] = readFinite(button.value, this.#onNonFinite) + 0;
        pad.buttonsPressed[index] = button.pressed;
      }
    }
  }

  isButtonPressed(button: number): boolean {
    if (this.isMuted) return false;
    for (const pad of this.#pads) {
      if (pad.buttonsPressed[button] === true) return true;
    }
    return false;
  }

  /** Writes a button's value, [-1, 1], into x. Of several pads, the value farthest from 0 counts. */
  readButton(button: number, target: VectorTarget): void {
    target.x = 0;
    if (this.isMuted) return;
    for (const { buttonValues } of this.#pads) {
      if (button >= buttonValues.length) continue;
      const value = Math.max(-1, Math.min(1, buttonValues[button] ?? 0));
      if (Math.abs(value) > Math.abs(target.x)) target.x = value;
    }
  }

  /**
   * Whether an axis of any pad is beyond its deadzone on one side. An axis at rest never is, not even with a deadzone
   * of 0.
   */
  isAxisPast(axis: number, direction: 1 | -1, deadzone: number): boolean {
    if (this.isMuted) return false;
    const edge = Math.max(0, deadzone);
    for (const { axes } of this.#pads) {
      if (axis < axes.length && direction * (axes[axis] ?? 0) > edge) return true;
    }
    return false;
  }

  /**
   * Writes one half of an axis into x, after its deadzone: [0, 1] or [-1, 0]. Of several pads, the value farthest out
   * counts.
   */
  readHalfAxis(axis: number, direction: 1 | -1, deadzone: number, target: VectorTarget): void {
    target.x = 0;
    target.y = 0;
    if (this.isMuted) return;
    for (const { axes } of this.#pads) {
      const level = axis < axes.length ? direction * (axes[axis] ?? 0) : 0;
      if (level > target.x) target.x = level;
    }
    rescaleStick(target, deadzone);
    // A product would make a negative zero.
    if (direction < 0 && target.x !== 0) target.x = -target.x;
  }

  /** Writes a stick after its radial deadzone. Of several pads, the stick farthest out counts. */
  readStick(xAxis: number, yAxis: number, deadzone: number, target: VectorTarget): void {
    target.x = 0;
    target.y = 0;
    const pad = this.isMuted ? undefined : this.#padFarthestOut(xAxis, yAxis, deadzone);
    if (pad === undefined) return;
    const { axes } = pad;
    if (xAxis < axes.length) target.x = axes[xAxis] ?? 0;
    if (yAxis < axes.length) target.y = axes[yAxis] ?? 0;
    rescaleStick(target, deadzone);
  }

  #padFarthestOut(xAxis: number, yAxis: number, deadzone: number): Gamepad | undefined {
    let [chosen] = this.#pads;
    if (this.#pads.length < 2) return chosen;
    let farthest = 0;
    for (const pad of this.#pads) {
      // At most 1, by the rule: without the limit, the last bit would decide between two sticks at their rims.
      const magnitude = stickMagnitude(pad.axes[xAxis] ?? 0, pad.axes[yAxis] ?? 0, deadzone);
      if (magnitude <= farthest) continue;
      farthest = magnitude;
      chosen = pad;
    }
    return chosen;
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

/** A device's number; 0 if it is not finite, in which case `onNonFinite` is called. */
export function readFinite(value: number, onNonFinite: () => void): number {
  if (Number.isFinite(value)) return value;
  onNonFinite();
  return 0;
}
