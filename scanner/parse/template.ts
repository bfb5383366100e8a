import { isDomEvent } from "../rules/sought-rules.ts";
import { CodePieces } from "./code-pieces.ts";

/** The markup of a component as its framework reads it. */
export class Template {
  protected readonly markup: string;
  /** Its expressions as statements, with the scopes of its lists, blocks and slots. */
  readonly code: CodePieces;
  /** The attributes that its framework treats as plain text. */
  readonly attributes: PlainAttribute[] = [];

  constructor(markup: string) {
    this.markup = markup;
    this.code = new CodePieces(markup);
  }
}

export interface PlainAttribute {
  readonly name: string;
  readonly value: string;
  /** The start of the value, after its quote. */
  readonly start: number;
}

/** The code that passes on the listener of an attribute such as `onclick`. HTML elements pass it a DOM event. */
export function listenerOpening(element: string, attribute: string): string {
  const [, type = ""] = /^on(.+)/.exec(attribute) ?? [];
  return /^[a-z][a-z0-9]*$/.test(element) && isDomEvent(type) ? `document.addEventListener("${type}", ` : "(";
}
