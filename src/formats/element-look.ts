/** An element of the page: by a CSS selector, by its text, or by both. At least one of them is given. */
export interface ElementTarget {
  readonly selector?: string;
  /** The whole text or label. Case and repeated spaces make no difference. */
  readonly text?: string;
}

/** An element that a tape waits for. */
export interface TapeCondition extends ElementTarget {
  /** False to wait until it is not visible. True by default. */
  readonly visible?: boolean;
  /** Steps to wait at most, 600 by default. */
  readonly stepsMax?: number;
}

/** An element of the page, as a person would meet it between two frames. */
export interface ElementSighting {
  /** The middle of its box, in CSS pixels of the viewport of the page that was searched. */
  readonly x: number;
  readonly y: number;
  /** Such as `button#start "Play"`. */
  readonly name: string;
  /** Why it is not visible, such as `has no size`; null if it is. */
  readonly hiddenBy: string | null;
  /** Why a click on its middle would not reach it, such as `is covered by div#loading`; null if it would. */
  readonly blockedBy: string | null;
}

/** A page's answer to a search for an element. */
export interface ElementLook {
  /** The first visible element that matches, or else the first that matches; null if none does. */
  readonly sighting: ElementSighting | null;
  /** The names of some elements that a person could click on instead; empty if the element is there to be clicked. */
  readonly others: readonly string[];
  /** Why the selector is invalid; null if it is valid. */
  readonly badSelector: string | null;
}

/** An element that a person looking at the page would click on. */
export interface ClickPrompt {
  /** Such as `button#start "Play"`; of a link, the path that it leads to. */
  readonly name: string;
  /** A target that a tape can aim at. */
  readonly target: ElementTarget;
  /** A button says what it does; a canvas only shows it when clicked. A link leads to another page of the game. */
  readonly kind: "button" | "canvas" | "link";
}

/** Steps that a tape waits for an element if it sets no limit: ten seconds at 60 Hz. */
export const waitStepsDefault = 600;

/** The target in words: `"#start"`, `the text "Play"` or `"button" with the text "Play"`. */
export function describeTarget({ selector, text }: ElementTarget): string {
  if (text === undefined) return JSON.stringify(selector ?? "");
  const quoted = `the text ${JSON.stringify(text)}`;
  return selector === undefined ? quoted : `${JSON.stringify(selector)} with ${quoted}`;
}
