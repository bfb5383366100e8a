import type { InputManager } from "../../core/input/manager.ts";
import type { SourceEvent } from "../../formats/tape.ts";

/** The place of the game on the page. */
export interface DeviceSurface {
  /** Contains the layers of all roots. Touch controls go on top of them. */
  readonly stage: HTMLElement;
  /** Size of the stage in the game's own pixels (canvas CSS pixels), regardless of its displayed size. */
  readonly width: number;
  readonly height: number;
}

/** Input from a real device or a touch control: every event of a tape, except for test sources. */
export type DeviceSourceEvent = Exclude<SourceEvent, { readonly type: `test_${string}` }>;

/** Everything that a device needs to add its listeners. */
export interface DeviceParts {
  readonly realm: Window & typeof globalThis;
  readonly surface: DeviceSurface;
  readonly manager: Pick<InputManager, "isBound">;
  readonly emit: (event: DeviceSourceEvent) => void;
  readonly warn: (message: string) => void;
  /** Removes the listeners. */
  readonly signal: AbortSignal;
}
