import { createClickCounter } from "./click-counter.ts";
import { deviceEventInit, elementAt, type MousePlace, moveFocus, type PageInput } from "./page-input.ts";
import { installPointerCapture } from "./pointer-capture.ts";
import { createTouchSender } from "./send-touches.ts";
import type { VirtualPointerLock } from "./virtual-pointer-lock.ts";

/** A mouse that a page hears of by its DOM events. Each call returns whether somebody listened. */
export interface MouseSender {
  move(place: MousePlace): boolean;
  press(button: number, place: MousePlace): boolean;
  release(button: number, place: MousePlace): boolean;
  turnWheel(dx: number, dy: number, place: MousePlace): boolean;
  /** The mouse is over this element of the page, into which it goes on by itself. */
  passInto(frame: Element, place: MousePlace): void;
  /** The page lost the focus and hears of no release. */
  letGo(): void;
}

/** `MouseEvent.buttons` has a bit for each `MouseEvent.button`, middle and right swapped. */
const bitsByButton = [1, 4, 2, 8, 16] as const;

type MouseKind = "pointer" | "mouse";
type Dispatched = Readonly<{ isHeard: boolean; isPrevented: boolean }>;

/**
 * Creates the mouse of a realm, whose events come in the order of a browser: those of pointers first, then those of the
 * mouse that go with them, then focus, clicks and menus. The pointer of a locked element stays where it is.
 */
export function createMouseSender(input: PageInput, lock: VirtualPointerLock): MouseSender {
  const { realm, clock, listeners, modifiers } = input;
  const { MouseEvent, PointerEvent, WheelEvent } = realm;
  const clicks = createClickCounter(clock);
  const touches = createTouchSender(input);
  const capture = installPointerCapture(input, (target, type) => {
    dispatch(target, type, lastPlace, { cancelable: false });
  });
  let lastPlace: MousePlace = { x: 0, y: 0, movementX: 0, movementY: 0 };
  let buttons = 0;
  // By kind, because those of a pointer come before those of the mouse that goes with it.
  const hovered: Record<MouseKind, Element | null> = { pointer: null, mouse: null };
  let pressedOn: Element | null = null;
  // Whoever prevents a pointerdown wants no mouse events until the pointer is up.
  let isMouseSilenced = false;

  function dispatch(target: EventTarget, type: string, place: MousePlace, init: PointerEventInit): Dispatched {
    const { x, y, movementX, movementY } = place;
    const shared = {
      ...deviceEventInit(realm),
      ...modifiers(),
      ...{ clientX: x, clientY: y, screenX: x, screenY: y, buttons, ...init },
    };
    const isPlainMouse = type.startsWith("mouse") || type === "dblclick";
    const pointer = { pointerId: 1, pointerType: "mouse", isPrimary: true, pressure: buttons === 0 ? 0 : 0.5 };
    const moved = type.endsWith("move") ? { movementX, movementY } : {};
    const event = isPlainMouse
      ? new MouseEvent(type, { ...shared, ...moved })
      : new PointerEvent(type, { ...shared, ...moved, ...pointer });
    const isHeard = listeners.send(target, event);
    return { isHeard, isPrevented: event.defaultPrevented };
  }

  function targetAt({ x, y }: MousePlace): Element {
    return lock.element() ?? capture.element() ?? elementAt(realm, x, y);
  }

  /** Tells the elements that the mouse has left and come to. */
  function cross(kind: MouseKind, to: Element, place: MousePlace): boolean {
    const from = hovered[kind]?.isConnected === true ? hovered[kind] : null;
    if (from === to || lock.element() !== null) return false;
    hovered[kind] = to;
    const [left, entered] = [ancestorsOf(from), ancestorsOf(to)];
    const quiet = { bubbles: false, cancelable: false, composed: false };
    const told: Dispatched[] = [];
    if (from !== null) told.push(dispatch(from, `${kind}out`, place, { relatedTarget: to }));
    for (const one of left)
      if (!entered.includes(one)) told.push(dispatch(one, `${kind}leave`, place, { relatedTarget: to, ...quiet }));
    told.push(dispatch(to, `${kind}over`, place, { relatedTarget: from }));
    for (const one of entered.toReversed()) {
      if (!left.includes(one)) told.push(dispatch(one, `${kind}enter`, place, { relatedTarget: from, ...quiet }));
    }
    return told.some(({ isHeard }) => isHeard);
  }

  function moveTo(target: Element, place: MousePlace): boolean {
    lastPlace = place;
    const heard = [cross("pointer", target, place), dispatch(target, "pointermove", place, { button: -1 }).isHeard];
    const silencedByTouch = touches.move(place);
    heard.push(cross("mouse", target, place));
    if (!isMouseSilenced && !silencedByTouch) heard.push(dispatch(target, "mousemove", place, {}).isHeard);
    return heard.includes(true);
  }

  function press(button: number, place: MousePlace): boolean {
    lastPlace = place;
    const target = targetAt(place);
    const isFirst = buttons === 0;
    buttons |= bitsByButton[button] ?? 0;
    const down = dispatch(target, isFirst ? "pointerdown" : "pointermove", place, { button });
    if (isFirst && down.isPrevented) isMouseSilenced = true;
    const touched = button === 0 ? touches.start(target, place) : nothingTouched;
    const detail = clicks.press(button, place);
    pressedOn = target;
    if (isMouseSilenced || touched.isPrevented) return down.isHeard || touched.isHeard;
    const pressed = dispatch(target, "mousedown", place, { button, detail });
    if (!pressed.isPrevented) moveFocus(realm, target);
    // Where a press opens the menu; on Windows it is the release.
    const menu = button === 2 ? dispatch(target, "contextmenu", place, { button }) : down;
    return [down, touched, pressed, menu].some(({ isHeard }) => isHeard);
  }

  function release(button: number, place: MousePlace): boolean {
    lastPlace = place;
    const target = targetAt(place);
    buttons &= ~(bitsByButton[button] ?? 0);
    const isLast = buttons === 0;
    const told = [dispatch(target, isLast ? "pointerup" : "pointermove", place, { button })];
    const touched = button === 0 ? touches.end(place) : nothingTouched;
    const detail = clicks.count();
    if (!isMouseSilenced && !touched.isPrevented) told.push(dispatch(target, "mouseup", place, { button, detail }));
    if (isLast) isMouseSilenced = false;
    capture.release();
    if (!touched.isPrevented) told.push(...click(target, button, place));
    return [...told, touched].some(({ isHeard }) => isHeard);
  }

  /** On what the press and the release have in common. */
  function click(releasedOn: Element, button: number, place: MousePlace): readonly Dispatched[] {
    const target = pressedOn === null ? null : commonAncestor(pressedOn, releasedOn);
    if (target === null) return [];
    const init = { button, detail: clicks.count() };
    if (button !== 0) return [dispatch(target, "auxclick", place, init)];
    const clicked = dispatch(target, "click", place, init);
    return init.detail % 2 === 0 ? [clicked, dispatch(target, "dblclick", place, init)] : [clicked];
  }

  return {
    move: (place) => moveTo(targetAt(place), place),
    press,
    release,
    turnWheel(dx, dy, place) {
      lastPlace = place;
      const { x, y } = place;
      const where = { clientX: x, clientY: y, screenX: x, screenY: y, buttons };
      const turned = { ...deviceEventInit(realm), ...modifiers(), ...where, deltaX: dx, deltaY: dy, deltaMode: 0 };
      return listeners.send(targetAt(place), new WheelEvent("wheel", turned));
    },
    passInto(frame, place) {
      cross("pointer", frame, place);
      cross("mouse", frame, place);
    },
    letGo() {
      buttons = 0;
      isMouseSilenced = false;
      capture.release();
      touches.cancel();
    },
  };
}

const nothingTouched: Dispatched = { isHeard: false, isPrevented: false };

/** Innermost first, the element itself included. */
function ancestorsOf(element: Element | null): readonly Element[] {
  const ancestors: Element[] = [];
  for (let one = element; one !== null; one = one.parentElement) ancestors.push(one);
  return ancestors;
}

function commonAncestor(one: Element, other: Element): Element | null {
  const ancestors = ancestorsOf(other);
  return ancestorsOf(one).find((ancestor) => ancestors.includes(ancestor)) ?? null;
}
