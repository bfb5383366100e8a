import { TextEditor } from "./edit-text.ts";
import { focusedElement, type Modifiers, type PageInput } from "./page-input.ts";
import type { CloseRequests } from "./close-requests.ts";
import { createTabOrder } from "./tab-order.ts";
import { fieldsOf, nextRadio, turnField, turnList } from "./turn-fields.ts";

/** Types of an `input` that the space bar clicks on. */
const clickedTypes: ReadonlySet<string> = new Set([
  ...["button", "checkbox", "color", "file", "image", "radio", "reset", "submit"],
]);
/** Those that Enter clicks on; in the others it submits the form. */
const enteredTypes: ReadonlySet<string> = new Set(["button", "color", "file", "image", "reset", "submit"]);
const submitTypes: ReadonlySet<string> = new Set(["image", "submit"]);
/** Types of which a form without a button may have only one, to be submitted by Enter. */
const blockingTypes: ReadonlySet<string> = new Set([
  ...["date", "datetime-local", "email", "month", "number", "password", "search", "tel", "text", "time", "url", "week"],
]);

type Classes = Pick<
  Window & typeof globalThis,
  | "Event"
  | "HTMLAnchorElement"
  | "HTMLAreaElement"
  | "HTMLButtonElement"
  | "HTMLElement"
  | "HTMLInputElement"
  | "HTMLSelectElement"
>;

/**
 * What a browser does with a key that the page does not prevent, in the order of Chromium's events: it writes into
 * texts, clicks on buttons and links, submits forms, moves sliders, choices and the focus, and closes dialogs. Each call
 * returns whether it did anything. The page sees these changes with the events that a person causes.
 */
export class KeyActions {
  readonly editor: TextEditor;
  readonly #input: PageInput;
  readonly #closeRequests: CloseRequests;
  // Captured when the realm is new: pages overwrite globals.
  readonly #classes: Classes;
  readonly #requestSubmit;
  readonly #moveInTabOrder;
  /** The element on which the space bar went down. */
  #pressedOn: Element | null = null;

  constructor(input: PageInput, closeRequests: CloseRequests) {
    const { Event, HTMLAnchorElement, HTMLAreaElement, HTMLButtonElement, HTMLElement } = input.realm;
    const { HTMLFormElement, HTMLInputElement, HTMLSelectElement } = input.realm;
    this.#requestSubmit = HTMLFormElement.prototype.requestSubmit;
    this.#input = input;
    this.#closeRequests = closeRequests;
    this.#classes = {
      ...{ Event, HTMLAnchorElement, HTMLAreaElement, HTMLButtonElement, HTMLElement },
      ...{ HTMLInputElement, HTMLSelectElement },
    };
    this.editor = new TextEditor(input);
    this.#moveInTabOrder = createTabOrder(input.realm);
  }

  /** After a keydown. If it did something, no keypress follows. */
  down(target: Element, key: string, modifiers: Modifiers): boolean {
    if (key === "Escape" && this.#closeRequests.closeLast()) return true;
    if (key === "Tab") return this.#tab(modifiers);
    if (this.#turn(target, key)) return true;
    const place = this.editor.placeOf(target);
    if (place !== null) return this.editor.useKey(place, key, modifiers);
    if (key === "Enter" && this.#isLink(target)) return click(target);
    if (key === " " && this.#isClickedBySpace(target)) this.#pressedOn = target;
    return false;
  }

  /** After a keypress. */
  press(target: Element, key: string, { shiftKey }: Modifiers): boolean {
    const place = this.editor.placeOf(target);
    if (key !== "Enter") {
      if (place !== null) this.editor.write(place, key);
      return place !== null;
    }
    if (place !== null) this.editor.breakLine(place, shiftKey);
    const { HTMLButtonElement, HTMLElement, HTMLInputElement } = this.#classes;
    if (target instanceof HTMLInputElement && !enteredTypes.has(target.type)) {
      this.editor.tellIfEdited(target);
      return this.#submit(target) || place !== null;
    }
    const isClicked =
      target instanceof HTMLButtonElement || target instanceof HTMLInputElement || target.localName === "summary";
    return isClicked && target instanceof HTMLElement ? click(target) : place !== null;
  }

  /** After a keyup. */
  up(target: Element, key: string): boolean {
    const pressedOn = this.#pressedOn;
    if (key !== " ") return false;
    this.#pressedOn = null;
    return pressedOn === target && target instanceof this.#classes.HTMLElement && click(target);
  }

  /** Moves the focus, and selects the text of a field of one line. */
  #tab({ shiftKey, ctrlKey, altKey, metaKey }: Modifiers): boolean {
    if (ctrlKey || altKey || metaKey || !this.#moveInTabOrder(shiftKey)) return false;
    const focused = focusedElement(this.#input.realm);
    const isLine = focused instanceof this.#classes.HTMLInputElement;
    if (isLine && this.editor.placeOf(focused) !== null) this.editor.selectQuietly();
    return true;
  }

  #isLink(target: Element): target is HTMLAnchorElement | HTMLAreaElement {
    const { HTMLAnchorElement, HTMLAreaElement } = this.#classes;
    return (target instanceof HTMLAnchorElement || target instanceof HTMLAreaElement) && target.href !== "";
  }

  #isClickedBySpace(target: Element): boolean {
    if (target instanceof this.#classes.HTMLInputElement) return clickedTypes.has(target.type);
    return target instanceof this.#classes.HTMLButtonElement || target.localName === "summary";
  }

  /** Uses a key that changes the value of a field without writing. */
  #turn(field: Element, key: string): boolean {
    const { HTMLInputElement, HTMLSelectElement } = this.#classes;
    if (field instanceof HTMLSelectElement) return turnList(field, key, this.#tell);
    if (!(field instanceof HTMLInputElement)) return false;
    if (field.type !== "radio") return turnField(field, key, this.#tell);
    const next = nextRadio(field, key);
    if (next === null) return false;
    next.focus();
    return click(next);
  }

  /** Submits the form of a field, as Enter does: by its first button, or directly if it has few fields and none. */
  #submit(field: HTMLInputElement): boolean {
    const { form } = field;
    if (form === null) return false;
    const button = fieldsOf(field).find(({ type }) => submitTypes.has(type));
    if (button !== undefined) return !button.disabled && click(button);
    if (fieldsOf(field).filter(({ type }) => blockingTypes.has(type)).length > 1) return false;
    Reflect.apply(this.#requestSubmit, form, []);
    return true;
  }

  readonly #tell = (field: HTMLElement): void => {
    this.editor.tellInput(field);
    this.editor.tellChange(field);
  };
}

/** Clicks as a key does. */
function click(element: HTMLElement): true {
  element.click();
  return true;
}
