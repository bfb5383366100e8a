/** What a device did, before any map. The host translates DOM events and polled gamepads into these. */
export type DeviceEvent =
  | {
      readonly type: "key";
      /** `KeyboardEvent.code`. */
      readonly code: string;
      readonly pressed: boolean;
      /** Auto-repeat of a held key; ignored. */
      readonly repeat?: boolean;
    }
  | {
      readonly type: "mouse_button";
      /** `MouseEvent.button`. */
      readonly button: number;
      readonly pressed: boolean;
      /** Canvas CSS pixels. */
      readonly x?: number;
      readonly y?: number;
      /** `MouseEvent.buttons`, by which buttons released out of sight are found. */
      readonly buttons?: number;
    }
  | {
      readonly type: "mouse_move";
      /** Movement in pixels; where absent it follows from the place. */
      readonly dx?: number;
      readonly dy?: number;
      /** Canvas CSS pixels. */
      readonly x?: number;
      readonly y?: number;
      readonly buttons?: number;
    }
  | {
      readonly type: "gamepad";
      readonly index: number;
      readonly axes?: readonly number[];
      /** Values, or values with the browser's own idea of pressed. */
      readonly buttons?: readonly GamepadButtonState[];
      /** False when the pad was unplugged. */
      readonly connected?: boolean;
    }
  /** Nothing binds these two; they are here so that a host can pass on all that it records. */
  | { readonly type: "wheel"; readonly dx: number; readonly dy: number }
  | { readonly type: "pointer_lock"; readonly locked?: boolean }
  /** The page lost the focus, was hidden or is going away. */
  | { readonly type: "blur" }
  | { readonly type: "focus" };

/** The state of a gamepad's button. */
export type GamepadButtonState = number | { readonly pressed: boolean; readonly value: number };
