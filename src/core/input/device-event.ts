/** Input from a device, before the input map is applied. The host creates it from DOM events and polled gamepads. */
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
      /** `MouseEvent.buttons`, which reveals buttons released outside of the page. */
      readonly buttons?: number;
    }
  | {
      readonly type: "mouse_move";
      /** Movement in pixels; if absent it is computed from the position. */
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
      /** Values, or values with the browser's own pressed state. */
      readonly buttons?: readonly GamepadButtonState[];
      /** False when the pad was unplugged. */
      readonly connected?: boolean;
    }
  /** No binding reads these two; they exist so that a host can pass on everything it records. */
  | { readonly type: "wheel"; readonly dx: number; readonly dy: number }
  | { readonly type: "pointer_lock"; readonly locked?: boolean }
  /** The page lost the focus, was hidden or is going away. */
  | { readonly type: "blur" }
  | { readonly type: "focus" };

/** The state of a gamepad's button. */
export type GamepadButtonState = number | { readonly pressed: boolean; readonly value: number };
