import { isDomEvent } from "../rules/sought-rules.ts";
import type { CodePieces } from "./code-pieces.ts";

/** The markup of a component as its framework's own parser reads it. */
export interface Template {
  /** Its expressions as statements, with the scopes of its lists, blocks and slots. */
  readonly code: CodePieces;
  /** The attributes that its framework takes for plain text. */
  readonly attributes: readonly PlainAttribute[];
}

export interface PlainAttribute {
  readonly name: string;
  readonly value: string;
  /** Where the value begins, behind its quote. */
  readonly start: number;
}

/** The code that hands a listener on, by its attribute: `onclick`. Elements of the document give it a DOM event. */
export function listenerOpening(element: string, attribute: string): string {
  const [, type = ""] = /^on(.+)/.exec(attribute) ?? [];
  return /^[a-z][a-z0-9]*$/.test(element) && isDomEvent(type) ? `document.addEventListener("${type}", ` : "(";
}
