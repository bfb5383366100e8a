/** A token, with the preceding tokens that decide its meaning. */
export interface SeenToken {
  readonly kind: "word" | "literal" | "punctuator";
  /** Empty for a literal other than a number. */
  readonly text: string;
  /** Texts of the preceding tokens, latest first. */
  readonly before: string;
  readonly beforeThat: string;
  readonly first: string;
}

// An expression follows these.
const operatorWords: ReadonlySet<string> = new Set([
  ...[
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "instanceof",
    "new",
    "void",
    "delete",
    "throw",
    "yield",
    "await",
    "default",
  ],
]);
// A statement follows these.
const statementWords: ReadonlySet<string> = new Set(["else", "do"]);
const conditionWords: ReadonlySet<string> = new Set(["if", "while", "for", "with"]);
const statementEnds: ReadonlySet<string> = new Set([")", ";", "{", "}", "=>"]);

type Bracket = "condition" | "group" | "block" | "object" | "template";

/** Open brackets around a token, which tell a regular expression from a division. */
export class Nesting {
  readonly #open: Bracket[] = [];
  #closed: Bracket = "block";

  /** Whether a slash after this token starts a regular expression. */
  couldBeRegex(previous: SeenToken | null): boolean {
    if (previous === null) return true;
    const { kind, text } = previous;
    if (kind === "literal") return false;
    if (kind === "word") return !isProperty(previous) && (operatorWords.has(text) || statementWords.has(text));
    if (text === ")") return this.#closed === "condition";
    if (text === "}") return this.#closed === "block";
    return text !== "]" && text !== "++" && text !== "--";
  }

  enterOrLeave(text: string, previous: SeenToken | null): void {
    if (text === "(") this.#open.push(isCondition(previous) ? "condition" : "group");
    else if (text === "{") this.#open.push(this.#isBlock(previous) ? "block" : "object");
    else if (text === ")" || text === "}") this.#closed = this.#open.pop() ?? "block";
  }

  isInTemplate(): boolean {
    return this.#open.at(-1) === "template";
  }

  enterTemplate(): void {
    this.#open.push("template");
  }

  leaveTemplate(): void {
    this.#open.pop();
  }

  #isBlock(previous: SeenToken | null): boolean {
    if (previous === null) return true;
    const { kind, text } = previous;
    if (kind === "word") return isProperty(previous) || !operatorWords.has(text);
    // After a label or a case, but not after a property name.
    if (text === ":") return this.#open.at(-1) !== "object";
    return statementEnds.has(text);
  }
}

function isProperty({ before }: SeenToken): boolean {
  return before === "." || before === "?.";
}

function isCondition(previous: SeenToken | null): boolean {
  if (previous?.kind !== "word" || isProperty(previous)) return false;
  return conditionWords.has(previous.text) || (previous.text === "await" && previous.before === "for");
}
