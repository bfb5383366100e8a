/** A thrown value as texts of limited length. */
export interface ThrownText {
  readonly name: string;
  readonly message: string;
  /** Null for a value that is not an error. */
  readonly stack: string | null;
}

/** Longer messages are cut, because a page may make them of any length, and they go into the report. */
export const messageLengthMax = 2000;

const nameLengthMax = 100;
// Some 100 frames.
const stackLengthMax = 20_000;

/** Describes anything that a page may throw. Never throws itself, and calls no method of the thrown value. */
export function describeThrown(thrown: unknown): ThrownText {
  if (!isError(thrown)) return { name: "", message: cutText(describeValue(thrown), messageLengthMax), stack: null };
  const stack = readText(thrown, "stack");
  return {
    name: cutText(readText(thrown, "name") ?? "Error", nameLengthMax),
    message: cutText(readText(thrown, "message") ?? "an error whose message cannot be read", messageLengthMax),
    stack: stack === null ? null : cutStack(stack),
  };
}

/** The text, or its beginning with the number of characters that it had. */
export function cutText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}... (${String(text.length)} characters)`;
}

/** A stack begins with the error's message, which may be longer than all the rest. */
function cutStack(stack: string): string {
  if (stack.length <= stackLengthMax) return stack;
  const frames = stack.indexOf("\n    at ", Math.max(0, stack.length - stackLengthMax));
  return frames === -1 ? stack.slice(0, stackLengthMax) : stack.slice(frames + 1);
}

const { toString } = Object.prototype;

function isError(value: unknown): value is object {
  try {
    // An error of another realm, such as an iframe, is an instance of that realm's class.
    return value instanceof Error || Reflect.apply(toString, value, []) === "[object Error]";
  } catch {
    // A proxy may throw.
    return false;
  }
}

function describeValue(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return readText(value, "message") ?? describeEvent(value) ?? "an object that is no error";
}

/**
 * Loaders of pictures and sounds often reject with the event of the element that failed. Null if the value is not an
 * event.
 */
function describeEvent(value: object): string | null {
  const type = readText(value, "type");
  const target = readObject(value, "target");
  if (type === null || target === null) return null;
  const url = readText(target, "src") ?? readText(target, "responseURL") ?? readText(target, "href");
  return `an event of type "${type}"${url === null || url === "" ? "" : ` from ${url}`}`;
}

function readObject(value: object, key: string): object | null {
  const found = read(value, key);
  return typeof found === "object" ? found : null;
}

function readText(value: object, key: string): string | null {
  const text = read(value, key);
  return typeof text === "string" ? text : null;
}

/** Null if the property throws when it is read. */
function read(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return null;
  }
}
