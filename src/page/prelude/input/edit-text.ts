import { listenAlways } from "../native/own-listeners.ts";
import { deviceEventInit, type Modifiers, type MousePlace, type PageInput } from "./page-input.ts";

/** A place for text: a field of a form, or an element with `contenteditable`. */
export type TextPlace = HTMLElement;

const textTypes: ReadonlySet<string> = new Set(["text", "search", "url", "tel", "email", "password", "number"]);

interface Edit {
  /** The command of `document.execCommand`. */
  readonly command: string;
  /** `InputEvent.inputType`. */
  readonly inputType: string;
  readonly text: string | null;
}

/** By key, the direction and the unit in which `Selection.modify` moves the caret. */
const moves: Readonly<Record<string, readonly [direction: string, unit: string]>> = {
  ArrowLeft: ["left", "character"],
  ArrowRight: ["right", "character"],
  ArrowUp: ["backward", "line"],
  ArrowDown: ["forward", "line"],
  Home: ["backward", "lineboundary"],
  End: ["forward", "lineboundary"],
};

/**
 * Edits texts as a person at the keyboard does. The browser does the editing, so that lengths, numbers and selections
 * are its own, and its `input` event follows each change. Only `beforeinput` is ours, because a command sends none.
 */
export class TextEditor {
  readonly #input: PageInput;
  // Captured when the realm is new: pages overwrite globals.
  readonly #classes: Pick<
    Window & typeof globalThis,
    "Event" | "HTMLElement" | "HTMLInputElement" | "HTMLTextAreaElement" | "InputEvent"
  >;
  readonly #execCommand;
  readonly #modify;
  /** By field, the text before it was first edited since its last `change` event. */
  readonly #before = new WeakMap<Element, string>();
  /** By field, the text of a `change` event that we sent, and that the browser would repeat. */
  readonly #told = new WeakMap<Element, string>();

  constructor(input: PageInput) {
    const { realm } = input;
    const { Event, HTMLElement, HTMLInputElement, HTMLTextAreaElement, InputEvent } = realm;
    this.#input = input;
    this.#classes = { Event, HTMLElement, HTMLInputElement, HTMLTextAreaElement, InputEvent };
    this.#execCommand = realm.Document.prototype.execCommand;
    this.#modify = realm.Selection.prototype.modify;
    listenAlways(realm, "change", (event) => {
      if (event.isTrusted) this.#hearChange(event);
    });
  }

  /** The element if a person can write into it; null otherwise, for fields that are read-only as well. */
  placeOf(element: Element): TextPlace | null {
    const { HTMLElement, HTMLInputElement, HTMLTextAreaElement } = this.#classes;
    if (element instanceof HTMLInputElement) {
      return textTypes.has(element.type) && !element.readOnly ? element : null;
    }
    if (element instanceof HTMLTextAreaElement) return element.readOnly ? null : element;
    return element instanceof HTMLElement && element.isContentEditable ? element : null;
  }

  /** Writes a character. */
  write(place: TextPlace, text: string): void {
    this.#edit(place, { command: "insertText", inputType: "insertText", text });
  }

  /** Breaks the line. In a field of one line it only tells the page. */
  breakLine(place: TextPlace, isSoft: boolean): void {
    const isParagraph = !isSoft && !this.#isField(place);
    const command = isParagraph ? "insertParagraph" : "insertLineBreak";
    this.#edit(place, { command, inputType: command, text: null });
  }

  /** Does what a key does in a text besides writing. Returns false for a key without such a use. */
  useKey(place: TextPlace, key: string, { ctrlKey, shiftKey }: Modifiers): boolean {
    if (key === "Backspace" || key === "Delete") {
      this.#delete(place, { isForward: key === "Delete", isWord: ctrlKey });
      return true;
    }
    if (ctrlKey && key === "a") {
      Reflect.apply(this.#execCommand, this.#input.realm.document, ["selectAll"]);
      return true;
    }
    const [direction, unit] = moves[key] ?? [];
    if (direction === undefined || unit === undefined) return false;
    const step = ctrlKey ? (largerUnits[unit] ?? unit) : unit;
    this.#moveCaret(shiftKey ? "extend" : "move", direction, step);
    return true;
  }

  /** Selects the whole text that has the focus, without the event that a selection by the person has. */
  selectQuietly(): void {
    this.#moveCaret("move", "backward", "documentboundary");
    this.#moveCaret("extend", "forward", "documentboundary");
  }

  /** Puts the caret of a focused text where it was clicked. */
  placeCaret(place: TextPlace, { x, y }: MousePlace): void {
    const { document } = this.#input.realm;
    const found = document.caretPositionFromPoint(x, y);
    if (found === null) return;
    const { offset, offsetNode } = found;
    if (this.#isField(place)) {
      // By steps: to set a range tells the page of a selection, which a click does not.
      const from = offsetNode === place ? place.selectionStart : null;
      if (from === null) return;
      const direction = offset < from ? "backward" : "forward";
      for (let step = 0; step < Math.abs(offset - from); step += 1) this.#moveCaret("move", direction, "character");
    } else {
      document.getSelection()?.collapse(offsetNode, offset);
    }
  }

  /** Sends the `change` event of a field that is submitted if a person has edited it. */
  tellIfEdited(field: HTMLInputElement): void {
    const before = this.#before.get(field);
    if (before !== undefined && before !== field.value) this.tellChange(field);
    this.#before.delete(field);
  }

  /** Sends the `input` event of a field that is not written into. */
  tellInput(field: HTMLElement): void {
    this.#input.listeners.send(field, new this.#classes.Event("input", { bubbles: true, composed: true }));
  }

  /** Sends the `change` event of a field before its focus leaves, when the browser would send it. */
  tellChange(field: HTMLElement): void {
    if (field instanceof this.#classes.HTMLInputElement) {
      this.#before.delete(field);
      this.#told.set(field, field.value);
    }
    this.#input.listeners.send(field, new this.#classes.Event("change", { bubbles: true }));
  }

  #isField(place: TextPlace): place is HTMLInputElement | HTMLTextAreaElement {
    return place instanceof this.#classes.HTMLInputElement || place instanceof this.#classes.HTMLTextAreaElement;
  }

  #hearChange(event: Event): void {
    const [target] = event.composedPath();
    if (!(target instanceof this.#classes.HTMLInputElement)) return;
    this.#before.delete(target);
    if (this.#told.get(target) === target.value) event.stopImmediatePropagation();
    this.#told.delete(target);
  }

  #delete(place: TextPlace, { isForward, isWord }: { readonly isForward: boolean; readonly isWord: boolean }): void {
    const unit = isWord ? "Word" : "Content";
    const inputType = `delete${unit}${isForward ? "Forward" : "Backward"}`;
    if (isWord) this.#moveCaret("extend", isForward ? "forward" : "backward", "word");
    this.#edit(place, { command: isForward ? "forwardDelete" : "delete", inputType, text: null });
  }

  #edit(place: TextPlace, { command, inputType, text }: Edit): void {
    const { realm, listeners } = this.#input;
    const init = { ...deviceEventInit(realm), inputType, data: text };
    const before = new this.#classes.InputEvent("beforeinput", init);
    listeners.send(place, before);
    if (before.defaultPrevented) return;
    if (this.#isField(place) && !this.#before.has(place)) this.#before.set(place, place.value);
    // A document of XML has no commands.
    if (realm.document.contentType !== "text/html") return;
    Reflect.apply(this.#execCommand, realm.document, [command, false, text ?? undefined]);
  }

  #moveCaret(how: "move" | "extend", direction: string, unit: string): void {
    const selection = this.#input.realm.document.getSelection();
    if (selection !== null) Reflect.apply(this.#modify, selection, [how, direction, unit]);
  }
}

/** The units by which the caret moves while Ctrl is held. */
const largerUnits: Readonly<Record<string, string>> = {
  character: "word",
  line: "paragraph",
  lineboundary: "documentboundary",
};
