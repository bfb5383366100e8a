import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One event that a page received, as record-pointer-lock.ts writes it. */
export interface RecordedEvent {
  readonly type: string;
  /** Whether `document.pointerLockElement` was set when the event arrived. */
  readonly isLocked: boolean;
  /** Missing for `pointerlockchange`. */
  readonly mouse?: {
    readonly button: number;
    readonly buttons: number;
    readonly movementX: number;
    readonly movementY: number;
    readonly clientX: number;
    readonly clientY: number;
  };
}

export interface LockRecording {
  /** As the browser names itself, such as `Chrome/156.0.8078.79`. */
  readonly browser: string;
  readonly events: readonly RecordedEvent[];
}

/** Reads the recorded events of a click that locks the pointer, moves and presses under the lock, its end, and a second click. */
export function readLockRecording(): LockRecording {
  return JSON.parse(readFileSync(join(import.meta.dirname, "pointer-lock-events.json"), "utf8")) as LockRecording;
}
