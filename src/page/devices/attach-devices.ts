import type { InputManager } from "../../core/input/manager.ts";
import type { InputMap } from "../../formats/input-map.ts";
import type { DeviceParts, DeviceSourceEvent, DeviceSurface } from "./device-parts.ts";
import { listenToFocus } from "./focus.ts";
import { createGamepadPolling, readPadsOf } from "./gamepads.ts";
import { listenToKeyboard } from "./keyboard.ts";
import { listenToPointer } from "./pointer.ts";
import { createTouchControls } from "./touch-controls.ts";

/** The environment of the devices. */
export interface DevicesEnvironment {
  /** The window whose devices are read. */
  readonly realm: Window & typeof globalThis;
  /** The manager's map. On touch screens, its touch bindings get on-screen controls. */
  readonly inputMap: InputMap | null;
  /**
   * Takes every event, in order: a recorder's `take`, which feeds the manager. Each event belongs to the next step, and
   * can be written to a tape as it is.
   */
  readonly take: (event: DeviceSourceEvent) => void;
  /**
   * Called once per kind of problem that a person may want to know: a pad without a standard layout, a refused pointer
   * lock.
   */
  readonly warn: (message: string) => void;
}

export interface AttachedDevices {
  /** Reads the gamepads, which send no events of their own. Call before every step. */
  poll(): void;
  /** Shows the touch controls of another map, after `manager.loadMap`. Devices keep their state. */
  followMap(inputMap: InputMap | null): void;
  /** Releases everything that is held, and removes the listeners. */
  detach(): void;
}

/**
 * Listens to the keyboard, mouse, touches and gamepads of a window until detached. It asks `manager` what the map
 * binds, but feeds only `take`.
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
    // Events of touch controls whose map was replaced are dropped.
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
