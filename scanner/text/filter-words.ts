/** The words without which a file can hold nothing that is banned. It follows from the rules. */
export interface Vocabulary {
  /** Globals that are banned, or from which something banned is reached. */
  readonly globals: ReadonlyMap<string, GlobalWord>;
  /** Operators that are banned. */
  readonly operators: readonly string[];
  /** Members that are banned of whatever object. */
  readonly members: readonly string[];
  /** Packages that export something banned. */
  readonly packages: readonly string[];
}

/** What may follow the name of a global without anything banned being reached. */
export interface GlobalWord {
  /** The members that lead to something banned; null when none is harmless. */
  readonly members: ReadonlySet<string> | null;
  /** Whether an object that is constructed from arguments is harmless. */
  readonly isHarmlessOfArguments: boolean;
}

/** Names of the global object that hardly anything else is called. */
export const globalObjects: readonly string[] = ["globalThis", "window", "global"];
/** Names of the global object that are also names of much else. */
export const doubtfulObjects: readonly string[] = ["self", "top", "parent", "frames"];
/** Members of documents and frames that are global objects. */
export const views: readonly string[] = ["defaultView", "contentWindow"];
/** What runs a text as code. */
export const evaluators: readonly string[] = ["eval", "Function"];
/** What runs a text as code where it is given one in place of a function. */
export const runners: readonly string[] = ["setTimeout", "setInterval", "setImmediate", "execScript"];
/** Members through which one gets back to an object, or calls it. */
export const reflective: readonly string[] = ["constructor", "prototype", "__proto__", "bind", "call", "apply"];

/** Members of `require` that load modules, or lead to what does. */
export const loadingMembers: readonly string[] = ["main", "constructor", "bind", "call", "apply"];

/** A regular expression of a name in a text that is code, directly behind an escape: `"\nMath"`. */
export function behindEscape(globals: readonly string[]): string {
  return String.raw`\\\w{1,5}(?:${[...globals, ...evaluators, ...globalObjects, ...doubtfulObjects].join("|")})`;
}

/** The members of a global that are not harmless; null when any may be used for harm. */
export function harmfulMembersOf({
  members,
}: {
  readonly members: ReadonlySet<string> | null;
}): readonly string[] | null {
  return members === null ? null : [...members, ...reflective];
}

/** The members of a global object that are not harmless. */
export function onwardFrom(globals: readonly string[]): readonly string[] {
  return [...globals, ...globalObjects, ...doubtfulObjects, ...reflective, ...evaluators];
}

/** So many characters without a blank or a quote may be an address of anything: nobody looks through them. */
export const longAddress = 1000;

/** A regular expression of what may stand between the quote and the package that a specifier names: `npm:`, an address, a folder. */
export const packagePrefixes = String.raw`(?:(?:[a-z]+:|\/\/)(?:[^"'\`\s]*[/:*])?|[^"'\`\s]*node_modules\/)?@?`;

/** Globals of which what is made from arguments is harmless. */
export function madeOf({ globals }: Vocabulary): readonly string[] {
  return [...globals].flatMap(([name, word]) => (word.isHarmlessOfArguments ? [name] : []));
}

/** The members that lead to something banned of those globals of which what is made from arguments is harmless. */
export function membersOfMade(vocabulary: Vocabulary): readonly string[] {
  return madeOf(vocabulary).flatMap((name) => [...(vocabulary.globals.get(name)?.members ?? [])]);
}

/** All that a name can begin with and that is not yet the name. */
export function beginningsOf(name: string): readonly string[] {
  return Array.from({ length: name.length - 1 }, (_, index) => name.slice(0, index + 1));
}

/** Letters that mean nothing behind a backslash. */
export const oddLetters = "ACDEFGHIJKLMNOQRTUVXYZaceghijlmoqyz";
