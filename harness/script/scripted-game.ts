import type { ElementTarget, TapeCondition } from "../../src/formats/element-look.ts";

/** A position in CSS pixels of the game's viewport. */
export interface ClickPosition {
  readonly x: number;
  readonly y: number;
}

/**
 * The game as a script of `framegate record --script` plays it. Its time runs only while the script waits: `waitFrames`,
 * `waitFor` and `click` take frames, the other calls take none.
 */
export interface ScriptedGame {
  /** Holds a key down, by its `KeyboardEvent.code`, until `release`. */
  press(code: string): Promise<void>;
  /** Lets a key go. */
  release(code: string): Promise<void>;
  /**
   * Clicks with the left mouse button, which takes one frame. A text is a CSS selector. An element is waited for until it
   * can be clicked, 600 frames at most; the tape keeps the element, not its position.
   */
  click(target: string | ElementTarget | ClickPosition): Promise<void>;
  /** Lets the game run for some frames. */
  waitFrames(count: number): Promise<void>;
  /** Lets the game run until an element is visible, and has the tape wait for it too. A text is a CSS selector. */
  waitFor(condition: string | TapeCondition): Promise<void>;
}

/** The default export of a script. */
export type PlayScript = (game: ScriptedGame) => void | Promise<void>;
