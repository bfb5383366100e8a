import type { InputManager } from "../../core/input/manager.ts";
import type { InputMap } from "../../formats/input-map.ts";
import type { DeviceParts, DeviceSourceEvent, DeviceSurface } from "./device-parts.ts";
import { listenToFocus } from "./focus.ts";
import { createGamepadPolling, readPadsOf } from "./gamepads.ts";
import { listenToKeyboard } from "./keyboard.ts";
import { listenToPointer } from "./pointer.ts";
import { createTouchControls } from "./touch-controls.ts";

/** What devices need of their surroundings. */
export interface DevicesEnvironment {
  /** The window whose devices are read. */
  readonly realm: Window & typeof globalThis;
  /** The map that the manager has loaded, whose touch bindings get controls on touch screens. */
  readonly inputMap: InputMap | null;
  /**
   * Takes every event, in order: a recorder's `take`, which feeds the manager. Each belongs to the next step that begins
   * and can be written into a tape as it is.
   */
  readonly take: (event: DeviceSourceEvent) => void;
  /** Told of what a person may want to know: a pad without a standard layout, a refused pointer lock. Each once. */
  readonly warn: (message: string) => void;
}

export interface AttachedDevices {
  /** Reads the gamepads, which send no events of their own. Call before every step. */
  poll(): void;
  /** Shows the touch controls of another map, after `manager.loadMap`. What is held on devices stays held. */
  followMap(inputMap: InputMap | null): void;
  /** Lets go of everything that is held and listens no more. */
  detach(): void;
}

/**
 * Follows the keyboard, the mouse, touches and gamepads of a window until detached. `manager` is asked what its map binds;
 * it is fed by whoever takes the events.
 */
export function attachDevices(
  manager: Pick<InputManager, "isBound">,
  surface: DeviceSurface,
  environment: DevicesEnvironment,
): AttachedDevices {
  const { realm, take } = environment;
  const listening = new realm.AbortController();
  const warned = new Set<string>();

  function emit(event: DeviceSourceEvent): void {
    // A touch control of a map that has been replaced since has nothing to say.
    if ("sourceId" in event && !manager.isBound(event.type, event.sourceId)) return;
    take(event);
  }

  function warn(message: string): void {
    if (warned.has(message)) return;
    warned.add(message);
    environment.warn(message);
  }

  const parts: DeviceParts = { realm, surface, manager, emit, warn, signal: listening.signal };
  const pads = createGamepadPolling(parts, () => readPadsOf(realm));
  const controls = createTouchControls(parts);
  controls.showFor(environment.inputMap);
  listenToKeyboard(parts);
  const pointer = listenToPointer(parts, controls.contains);
  const focus = listenToFocus(parts, () => {
    pointer.forget();
    controls.letGo();
  });

  return {
    poll: pads.poll,
    followMap: controls.showFor,
    detach() {
      focus.leave();
      listening.abort();
      controls.remove();
    },
  };
}
