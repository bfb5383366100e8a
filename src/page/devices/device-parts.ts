import type { InputManager } from "../../core/input/manager.ts";
import type { SourceEvent } from "../../formats/tape.ts";

/** Where the game is on the page. */
export interface DeviceSurface {
  /** Holds the layers of all roots; touch controls are put on top of them. */
  readonly stage: HTMLElement;
  /** The stage in the game's own pixels: canvas CSS pixels, however large it is shown. */
  readonly width: number;
  readonly height: number;
}

/** What a real device or a touch control can do: all that a tape can hold but its test sources. */
export type DeviceSourceEvent = Exclude<SourceEvent, { readonly type: `test_${string}` }>;

/** What each device is given to listen with. */
export interface DeviceParts {
  readonly realm: Window & typeof globalThis;
  readonly surface: DeviceSurface;
  readonly manager: Pick<InputManager, "isBound">;
  readonly emit: (event: DeviceSourceEvent) => void;
  readonly warn: (message: string) => void;
  /** Ends the listening. */
  readonly signal: AbortSignal;
}
