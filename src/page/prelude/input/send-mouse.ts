import { createClickCounter } from "./click-counter.ts";
import {
  deviceEventInit,
  elementAt,
  focusedElement,
  type MousePlace,
  moveFocus,
  type PageInput,
} from "./page-input.ts";
import type { CloseRequests } from "./close-requests.ts";
import { DragAndDrop } from "./drag-and-drop.ts";
import { SliderDrag } from "./drag-slider.ts";
import type { TextEditor } from "./edit-text.ts";
import { installPointerCapture, mousePointerId } from "./pointer-capture.ts";
import { scrollByWheel } from "./scroll-by-wheel.ts";
import { createTouchSender } from "./send-touches.ts";
import type { VirtualPointerLock } from "./virtual-pointer-lock.ts";

/** `MouseEvent.buttons` has a bit for each `MouseEvent.button`, middle and right swapped. */
const bitsByButton = [1, 4, 2, 8, 16] as const;

type MouseKind = "pointer" | "mouse";
type Dispatched = Readonly<{ isHeard: boolean; isPrevented: boolean }>;

/**
 * The mouse of a realm, which sends its DOM events in the order of a browser: pointer events first, then the mouse events
 * that go with them, then focus, clicks and menus. Each call returns true if a listener heard it. While an element holds
 * the pointer lock, the pointer stays where it is.
 */
export class MouseSender {
  readonly #input: PageInput;
  readonly #lock: VirtualPointerLock;
  readonly #editor: TextEditor;
  readonly #closeRequests: CloseRequests;
  // Captured when the realm is new: pages overwrite globals.
  readonly #events: Pick<Window & typeof globalThis, "MouseEvent" | "PointerEvent" | "WheelEvent">;
  readonly #clicks;
  readonly #touches;
  readonly #capture;
  readonly #drag;
  readonly #slider;
  #lastPlace: MousePlace = { x: 0, y: 0, movementX: 0, movementY: 0 };
  #buttons = 0;
  /** By kind, because the pointer events come before the mouse events. */
  readonly #hovered: Record<MouseKind, Element | null> = { pointer: null, mouse: null };
  #pressedOn: Element | null = null;
  /** A page that prevents a pointerdown gets no mouse events until the pointer is up. */
  #isMouseSilenced = false;

  constructor(input: PageInput, lock: VirtualPointerLock, editor: TextEditor, closeRequests: CloseRequests) {
    const { MouseEvent, PointerEvent, WheelEvent } = input.realm;
    this.#input = input;
    this.#lock = lock;
    this.#editor = editor;
    this.#closeRequests = closeRequests;
    this.#events = { MouseEvent, PointerEvent, WheelEvent };
    this.#clicks = createClickCounter(input.clock);
    this.#touches = createTouchSender(input);
    this.#drag = new DragAndDrop(input);
    this.#slider = new SliderDrag(input, editor);
    const { realm, isReal } = input;
    const isPressed = (): boolean => this.#buttons !== 0;
    this.#capture = installPointerCapture({ realm, isReal, isPressed }, (target, type) => {
      this.#dispatch(target, type, this.#lastPlace, { cancelable: false });
    });
  }

  /** The innermost element that the mouse is over, as the page was last told; null before the first event. */
  hovered(): Element | null {
    return this.#hovered.mouse;
  }

  move(place: MousePlace): boolean {
    if (this.#drag.isDragging()) {
      this.#lastPlace = place;
      return this.#drag.move(place);
    }
    this.#capture.settle();
    const target = this.#targetAt(place);
    this.#lastPlace = place;
    const heard = [
      this.#cross("pointer", target, place),
      this.#dispatch(target, "pointermove", place, { button: -1 }).isHeard,
    ];
    const silencedByTouch = this.#touches.move(place);
    heard.push(this.#cross("mouse", target, place));
    if (!this.#isMouseSilenced && !silencedByTouch) heard.push(this.#dispatch(target, "mousemove", place, {}).isHeard);
    this.#slider.move(place);
    if (this.#buttons === 1) heard.push(this.#beginDrag(place));
    return heard.includes(true);
  }

  press(button: number, place: MousePlace): boolean {
    this.#capture.settle();
    this.#lastPlace = place;
    const target = this.#targetAt(place);
    const isFirst = this.#buttons === 0;
    this.#buttons |= bitsByButton[button] ?? 0;
    if (isFirst) this.#closeRequests.press(target, place);
    const down = this.#dispatch(target, isFirst ? "pointerdown" : "pointermove", place, { button });
    if (isFirst && down.isPrevented) this.#isMouseSilenced = true;
    const touched = button === 0 ? this.#touches.start(target, place) : nothingTouched;
    const detail = this.#clicks.press(button, place);
    this.#pressedOn = target;
    if (this.#isMouseSilenced || touched.isPrevented) return down.isHeard || touched.isHeard;
    const pressed = this.#dispatch(target, "mousedown", place, { button, detail });
    if (!pressed.isPrevented) this.#takeHold(target, button, place);
    // On Linux the press opens the menu; on Windows the release does.
    const menu = button === 2 ? this.#dispatch(target, "contextmenu", place, { button }) : down;
    return [down, touched, pressed, menu].some(({ isHeard }) => isHeard);
  }

  release(button: number, place: MousePlace): boolean {
    if (button === 0 && this.#drag.isDragging()) {
      this.#lastPlace = place;
      this.#buttons = 0;
      this.#pressedOn = null;
      return this.#drag.release(place);
    }
    this.#drag.disarm();
    this.#capture.settle();
    this.#lastPlace = place;
    const target = this.#targetAt(place);
    this.#buttons &= ~(bitsByButton[button] ?? 0);
    const isLast = this.#buttons === 0;
    if (isLast) this.#closeRequests.release(target, place);
    const told = [this.#dispatch(target, isLast ? "pointerup" : "pointermove", place, { button })];
    const touched = button === 0 ? this.#touches.end(place) : nothingTouched;
    const isSilenced = this.#isMouseSilenced || touched.isPrevented;
    const detail = this.#clicks.count();
    if (!isSilenced) told.push(this.#dispatch(target, "mouseup", place, { button, detail }));
    if (button === 0) this.#slider.release();
    if (isLast) this.#isMouseSilenced = false;
    this.#capture.release();
    if (!touched.isPrevented) told.push(...this.#click(target, button, place));
    return [...told, touched].some(({ isHeard }) => isHeard);
  }

  turnWheel(dx: number, dy: number, place: MousePlace): boolean {
    this.#lastPlace = place;
    const init = { ...this.#initAt(place), deltaX: dx, deltaY: dy, deltaMode: 0 };
    const { realm, listeners, modifiers } = this.#input;
    const target = this.#targetAt(place);
    const event = new this.#events.WheelEvent("wheel", init);
    const isHeard = listeners.send(target, event);
    // With Ctrl it zooms.
    const scrolls = !event.defaultPrevented && !modifiers().ctrlKey;
    return (scrolls && scrollByWheel(realm, target, { dx, dy })) || isHeard;
  }

  /** Hovers over an iframe, whose own realm sends the events inside it. */
  passInto(frame: Element, place: MousePlace): void {
    this.#cross("pointer", frame, place);
    this.#cross("mouse", frame, place);
  }

  /** Forgets held buttons: the page lost the focus and gets no releases. */
  letGo(): void {
    this.#buttons = 0;
    this.#isMouseSilenced = false;
    this.#capture.release();
    this.#touches.cancel();
    this.#drag.cancel();
    this.#slider.release();
  }

  /** While something is dragged, the pointer is gone for the page. */
  #beginDrag(place: MousePlace): boolean {
    const source = this.#drag.begin(place);
    if (source === null) return false;
    this.#dispatch(source, "pointercancel", { x: 0, y: 0, movementX: 0, movementY: 0 }, { cancelable: false });
    this.#capture.release();
    this.#isMouseSilenced = false;
    this.#drag.move(place);
    return true;
  }

  /** What a press does that the page does not prevent: it moves the focus and the caret, and may begin to drag. */
  #takeHold(target: Element, button: number, place: MousePlace): void {
    const { realm } = this.#input;
    const isSlid = button === 0 && this.#slider.press(target, place);
    moveFocus(realm, target);
    if (isSlid) return;
    if (button === 0 && this.#lock.element() === null) this.#drag.arm(target, place);
    const text = this.#editor.placeOf(focusedElement(realm));
    if (text?.contains(target) === true) this.#editor.placeCaret(text, place);
  }

  #initAt({ x, y }: MousePlace): MouseEventInit {
    const { realm, modifiers } = this.#input;
    const where = { clientX: x, clientY: y, screenX: x, screenY: y };
    return { ...deviceEventInit(realm), ...modifiers(), ...where, buttons: this.#buttons };
  }

  #dispatch(target: EventTarget, type: string, place: MousePlace, init: PointerEventInit): Dispatched {
    const { movementX, movementY } = place;
    const moved = type.endsWith("move") ? { movementX, movementY } : {};
    const shared = { ...this.#initAt(place), ...init, ...moved };
    const isPlainMouse = type.startsWith("mouse") || type === "dblclick";
    const pressure = this.#buttons === 0 ? 0 : 0.5;
    const event = isPlainMouse
      ? new this.#events.MouseEvent(type, shared)
      : this.#pointerEvent(type, {
          ...shared,
          pointerId: mousePointerId,
          pointerType: "mouse",
          isPrimary: true,
          pressure,
        });
    const isHeard = this.#input.listeners.send(target, event);
    return { isHeard, isPrevented: event.defaultPrevented };
  }

  #pointerEvent(type: string, init: PointerEventInit): PointerEvent {
    const { PointerEvent } = this.#events;
    // A move has all the places that the mouse was at since the last one, the present one at least.
    const coalescedEvents = type === "pointermove" ? [new PointerEvent(type, init)] : [];
    return new PointerEvent(type, { ...init, coalescedEvents });
  }

  #targetAt({ x, y }: MousePlace): Element {
    return this.#lock.element() ?? this.#capture.element() ?? elementAt(this.#input.realm, x, y);
  }

  /** Sends the out, leave, over and enter events between the last hovered element and this one. */
  #cross(kind: MouseKind, to: Element, place: MousePlace): boolean {
    const last = this.#hovered[kind];
    const from = last?.isConnected === true ? last : null;
    if (from === to || this.#lock.element() !== null) return false;
    this.#hovered[kind] = to;
    const [left, entered] = [ancestorsOf(from), ancestorsOf(to)];
    const quiet = { bubbles: false, cancelable: false, composed: false };
    const told: Dispatched[] = [];
    if (from !== null) told.push(this.#dispatch(from, `${kind}out`, place, { relatedTarget: to }));
    for (const one of left) {
      if (!entered.includes(one)) {
        told.push(this.#dispatch(one, `${kind}leave`, place, { relatedTarget: to, ...quiet }));
      }
    }
    told.push(this.#dispatch(to, `${kind}over`, place, { relatedTarget: from }));
    for (const one of entered.toReversed()) {
      if (!left.includes(one)) {
        told.push(this.#dispatch(one, `${kind}enter`, place, { relatedTarget: from, ...quiet }));
      }
    }
    return told.some(({ isHeard }) => isHeard);
  }

  /** Clicks on the closest common ancestor of the pressed and the released element. */
  #click(releasedOn: Element, button: number, place: MousePlace): readonly Dispatched[] {
    const target = this.#pressedOn === null ? null : commonAncestor(this.#pressedOn, releasedOn);
    if (target === null) return [];
    const init = { button, detail: this.#clicks.count() };
    if (button !== 0) return [this.#dispatch(target, "auxclick", place, init)];
    const { isHeard, isPrevented } = this.#dispatch(target, "click", place, init);
    const clicked = { isHeard: isHeard || target.closest(acting) !== null, isPrevented };
    return init.detail % 2 === 0 ? [clicked, this.#dispatch(target, "dblclick", place, init)] : [clicked];
  }
}

/** The elements on which a click does something without a listener, as games of style sheets alone use it. */
const acting = "a[href],area[href],button,input,label,option,select,summary,textarea";

const nothingTouched: Dispatched = { isHeard: false, isPrevented: false };

/** Innermost first, including the element itself. */
function ancestorsOf(element: Element | null): readonly Element[] {
  const ancestors: Element[] = [];
  for (let one = element; one !== null; one = one.parentElement) ancestors.push(one);
  return ancestors;
}

function commonAncestor(one: Element, other: Element): Element | null {
  const ancestors = ancestorsOf(other);
  return ancestorsOf(one).find((ancestor) => ancestors.includes(ancestor)) ?? null;
}
