/** Names of the global object that hardly anything else is called. */
export const globalObjects: readonly string[] = ["globalThis", "window", "global"];
/** Names of the global object that are also names of much else. */
export const doubtfulObjects: readonly string[] = ["self", "top", "parent", "frames"];
/** Members of documents and frames that are global objects. */
export const views: readonly string[] = ["defaultView", "contentWindow"];
/** What runs a text as code. */
export const evaluators: readonly string[] = ["eval", "Function"];
/** Members through which one gets back to an object, or calls it. */
const reflective: readonly string[] = ["constructor", "prototype", "__proto__", "bind", "call", "apply"];

/** Members of `require` that load modules, or lead to what does. */
export const loadingMembers: readonly string[] = ["main", "constructor", "bind", "call", "apply"];

/** A regular expression of a name in a text that is code, directly behind an escape: `"\nMath"`. */
export function behindEscape(globals: readonly string[]): string {
  return String.raw`\\\w{1,5}(?:${[...globals, ...evaluators, ...globalObjects, ...doubtfulObjects].join("|")})`;
}

/** The members of a global that are not harmless; null when any may be used for harm. */
export function harmfulMembersOf({ members }: { readonly members: ReadonlySet<string> | null }): readonly string[] | null {
  return members === null ? null : [...members, ...reflective];
}

/** The members of a global object that are not harmless. */
export function onwardFrom(globals: readonly string[]): readonly string[] {
  return [...globals, ...globalObjects, ...doubtfulObjects, ...reflective, ...evaluators];
}

/** Whether a global object goes where its file does not show what becomes of it: into a call, a variable, an export. */
export function isHandedOn(text: string, name: string, index: number): boolean {
  const after = text.slice(index + name.length, index + name.length + contextLength);
  const before = text.slice(Math.max(0, index - contextLength), index);
  if (doubtfulObjects.includes(name)) return /\bexport\s+(?:default|(?:const|let|var)\s+[\w$]+\s*=)\s*$/.test(before);
  const isRead = /^\s*(?:\??\.|\[|[!=]==?|&&|\|\||\?[^.])/.test(after) || /\b(?:in|instanceof)\s+$|[!=]==?\s*$/.test(before);
  return !isRead;
}

/** How much of the text around a name `isHandedOn` looks at. */
export const contextLength = 40;

/** A regular expression of what may stand between the quote and the package that a specifier names: `npm:`, an address, a folder. */
export const packagePrefixes = String.raw`(?:(?:[a-z]+:|\/\/)(?:[^"'\`\s]*[/:*])?|[^"'\`\s]*node_modules\/)?@?`;
