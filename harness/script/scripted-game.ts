import type { ElementTarget, TapeCondition } from "../../src/formats/element-look.ts";

/** A position in CSS pixels of the game's viewport. */
export interface ClickPosition {
  readonly x: number;
  readonly y: number;
}

/**
 * The game as seen by a script of `framegate record --script`. Its time runs only while the script waits: `waitFrames`,
 * `waitFor` and `click` take frames, the other calls take none.
 */
export interface ScriptedGame {
  /** Holds a key down, by its `KeyboardEvent.code`, until `release`. */
  press(code: string): Promise<void>;
  /** Releases a key. */
  release(code: string): Promise<void>;
  /**
   * Clicks with the left mouse button, which takes one frame. A string is a CSS selector. An element is awaited until
   * it is clickable, for at most 600 frames; the tape stores the element, not its position.
   */
  click(target: string | ElementTarget | ClickPosition): Promise<void>;
  /** Runs the game for some frames. */
  waitFrames(count: number): Promise<void>;
  /** Runs the game until an element is visible, and makes the tape wait for it too. A string is a CSS selector. */
  waitFor(condition: string | TapeCondition): Promise<void>;
}

/** The default export of a script. */
export type PlayScript = (game: ScriptedGame) => void | Promise<void>;
