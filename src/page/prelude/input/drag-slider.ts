import type { TextEditor } from "./edit-text.ts";
import type { MousePlace, PageInput } from "./page-input.ts";
import { mousePointerId } from "./pointer-capture.ts";
import { rangeOf } from "./turn-fields.ts";

/** Length of a slider's thumb as Chromium draws it, in CSS pixels. Nothing tells the length that a page gives it. */
const thumbLength = 16;

/** Where a slider begins and how far its thumb can go, in CSS pixels of the viewport. */
interface Track {
  readonly isVertical: boolean;
  /** True if the lowest value is on the right, or at the bottom. */
  readonly isReversed: boolean;
  /** The middle of the thumb at the near end. */
  readonly begin: number;
  readonly length: number;
}

/** Moves the thumb of a slider with the mouse, as the browser does. */
export class SliderDrag {
  readonly #realm: Window & typeof globalThis;
  readonly #editor: TextEditor;
  // Captured when the realm is new: pages overwrite globals.
  readonly #HTMLInputElement: typeof HTMLInputElement;
  #field: HTMLInputElement | null = null;
  #before = "";

  constructor({ realm }: Pick<PageInput, "realm">, editor: TextEditor) {
    this.#realm = realm;
    this.#editor = editor;
    this.#HTMLInputElement = realm.HTMLInputElement;
  }

  /** After a press that the page does not prevent. True if it takes hold of a slider. */
  press(target: Element, place: MousePlace): boolean {
    if (!(target instanceof this.#HTMLInputElement) || target.type !== "range") return false;
    if (target.matches(":disabled")) return false;
    this.#field = target;
    this.#before = target.value;
    const track = this.#trackOf(target);
    const { low, high } = rangeOf(target);
    const share = high > low ? (Number(target.value) - low) / (high - low) : 0;
    const thumb = track.begin + (track.isReversed ? 1 - share : share) * track.length;
    // A press on the thumb leaves it where it is.
    if (Math.abs(along(track, place) - thumb) > thumbLength / 2) this.#moveTo(target, track, place);
    target.setPointerCapture(mousePointerId);
    return true;
  }

  move(place: MousePlace): void {
    const field = this.#field;
    if (field?.isConnected === true) this.#moveTo(field, this.#trackOf(field), place);
  }

  release(): void {
    const field = this.#field;
    this.#field = null;
    if (field !== null && field.value !== this.#before) this.#editor.tellChange(field);
  }

  #moveTo(field: HTMLInputElement, track: Track, place: MousePlace): void {
    const share = track.length > 0 ? (along(track, place) - track.begin) / track.length : 0;
    const within = Math.min(1, Math.max(0, track.isReversed ? 1 - share : share));
    const { low, high } = rangeOf(field);
    const before = field.value;
    // The field rounds it to its steps.
    field.value = String(low + within * (high - low));
    if (field.value !== before) this.#editor.tellInput(field);
  }

  #trackOf(field: HTMLInputElement): Track {
    const { left, top, width, height } = field.getBoundingClientRect();
    const style = this.#realm.getComputedStyle(field);
    const isVertical = /^(?:vertical|sideways)/u.test(style.writingMode);
    const sides = isVertical ? (["Top", "Bottom"] as const) : (["Left", "Right"] as const);
    const [near = 0, far = 0] = sides.map(
      (side) => pixelsOf(style[`border${side}Width`]) + pixelsOf(style[`padding${side}`]),
    );
    const inner = (isVertical ? height : width) - near - far;
    return {
      ...{ isVertical, isReversed: style.direction === "rtl", length: inner - thumbLength },
      begin: (isVertical ? top : left) + near + thumbLength / 2,
    };
  }
}

/** A computed length, which ends with "px". */
function pixelsOf(length: string): number {
  return Number(length.slice(0, -2));
}

function along({ isVertical }: Track, { x, y }: MousePlace): number {
  return isVertical ? y : x;
}
