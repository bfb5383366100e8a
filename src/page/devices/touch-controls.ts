import type { Vector2 } from "../../core/input/deadzone.ts";
import type { Binding, InputMap } from "../../formats/input-map.ts";
import type { DeviceParts } from "./device-parts.ts";
import { touchControlsStyle } from "./touch-controls-style.ts";
import { stickValueOf } from "./translate-events.ts";

/** On-screen buttons and sticks for the `touch_*` bindings of a map. */
export interface TouchControls {
  /** Shows the controls of this map instead of the current ones, if the device has a touch screen. */
  showFor(inputMap: InputMap | null): void;
  /** Whether an event's target is a control. */
  readonly contains: (target: EventTarget | null) => boolean;
  /** Assumes that all fingers are lifted, as after losing the focus. */
  letGo(): void;
  remove(): void;
}

/** One button or stick on the screen. */
interface Control {
  readonly element: HTMLElement;
  /** Releases the control, and ignores fingers that are still on it. */
  letGo(): void;
}

type ControlParts = Pick<DeviceParts, "realm" | "emit" | "signal">;

/**
 * Creates the controls of a stage, above all its roots. They appear at once if touch is the main pointer, and otherwise
 * at the first touch.
 */
export function createTouchControls({ realm, surface, emit, signal }: DeviceParts): TouchControls {
  const { document } = realm;
  const host = document.createElement("framegate-touch-controls");
  host.hidden = !realm.matchMedia("(pointer: coarse)").matches;
  // A shadow root, so that a game's style sheets and queries do not affect it.
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = touchControlsStyle;
  let controls: readonly Control[] = [];

  realm.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType === "touch") host.hidden = false;
    },
    { capture: true, signal },
  );

  function letGo(): void {
    for (const control of controls) control.letGo();
  }

  function thumb(side: "left" | "right", bindings: readonly TouchBinding[]): readonly Control[] {
    const area = document.createElement("div");
    area.className = `thumb ${side}`;
    const made = bindings.map((binding) => createControl({ realm, emit, signal }, binding));
    area.append(...made.map((control) => control.element));
    shadow.append(area);
    return made;
  }

  return {
    showFor(inputMap) {
      // No events come from a finger whose control is removed.
      letGo();
      shadow.replaceChildren(style);
      const { sticks, buttons } = controlsOf(inputMap);
      const [first, ...otherSticks] = sticks;
      controls = [
        ...thumb("left", first === undefined ? [] : [first]),
        ...thumb("right", [...otherSticks, ...buttons]),
      ];
      if (controls.length === 0) host.remove();
      else surface.stage.append(host);
    },
    contains: (target) => target === host,
    letGo,
    remove() {
      host.remove();
    },
  };
}

type TouchBinding = Extract<Binding, { readonly type: "touch_button" | "touch_stick" }>;

/** Each source once, in the order of the map, because several actions may read one control. */
function controlsOf(inputMap: InputMap | null): {
  readonly sticks: readonly TouchBinding[];
  readonly buttons: readonly TouchBinding[];
} {
  const bindings = Object.values(inputMap?.actions ?? {}).flatMap((action) => action.bindings);
  const of = (type: TouchBinding["type"]): readonly TouchBinding[] => {
    const found = bindings.filter((binding): binding is TouchBinding => binding.type === type);
    return [...new Map(found.map((binding) => [binding.sourceId, binding])).values()];
  };
  return { sticks: of("touch_stick"), buttons: of("touch_button") };
}

function createControl(parts: ControlParts, { type, sourceId }: TouchBinding): Control {
  const element = parts.realm.document.createElement("div");
  element.setAttribute("aria-label", sourceId);
  element.dataset["source"] = sourceId;
  return type === "touch_button" ? makeButton(parts, element, sourceId) : makeStick(parts, element, sourceId);
}

/** Held while any finger is on it. */
function makeButton({ emit, signal }: ControlParts, element: HTMLElement, sourceId: string): Control {
  element.className = "control button";
  element.textContent = sourceId;
  const fingers = new Set<number>();

  function show(): void {
    element.classList.toggle("held", fingers.size > 0);
  }

  function release(): void {
    show();
    emit({ type: "touch_button", sourceId, pressed: false });
  }

  function lift({ pointerId }: PointerEvent): void {
    if (fingers.delete(pointerId) && fingers.size === 0) release();
  }

  element.addEventListener(
    "pointerdown",
    (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      fingers.add(event.pointerId);
      show();
      if (fingers.size === 1) emit({ type: "touch_button", sourceId, pressed: true });
    },
    { signal },
  );
  for (const type of ["pointerup", "pointercancel"] as const) element.addEventListener(type, lift, { signal });
  return {
    element,
    letGo() {
      if (fingers.size === 0) return;
      fingers.clear();
      release();
    },
  };
}

/** Follows the first finger on it, even outside of its circle. */
function makeStick({ realm, emit, signal }: ControlParts, element: HTMLElement, sourceId: string): Control {
  element.className = "control stick";
  const knob = realm.document.createElement("div");
  knob.className = "knob";
  element.append(knob);
  let finger: number | null = null;

  function show({ x, y }: Vector2): void {
    // The knob is 44 % of the stick's width, so its centre may move by 28 % of the stick, which is 64 % of the knob.
    knob.style.transform = `translate(${String(x * 64)}%, ${String(y * 64)}%)`;
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== finger) return;
    const value = stickValueOf(event, element.getBoundingClientRect());
    show(value);
    emit({ type: "touch_stick", sourceId, ...value });
  }

  function release(): void {
    finger = null;
    show(atRest);
    emit({ type: "touch_stick", sourceId, ...atRest });
  }

  function lift(event: PointerEvent): void {
    if (event.pointerId === finger) release();
  }

  element.addEventListener(
    "pointerdown",
    (event) => {
      event.preventDefault();
      if (finger !== null) return;
      finger = event.pointerId;
      element.setPointerCapture(finger);
      move(event);
    },
    { signal },
  );
  element.addEventListener("pointermove", move, { signal });
  for (const type of ["pointerup", "pointercancel"] as const) element.addEventListener(type, lift, { signal });
  return {
    element,
    letGo() {
      if (finger !== null) release();
    },
  };
}

const atRest: Vector2 = { x: 0, y: 0 };
