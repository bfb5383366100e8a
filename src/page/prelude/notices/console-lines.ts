import type { PageNotice } from "../../../formats/page-port.ts";
import { isFunction, replaceMethod } from "../native/native-look.ts";
import { cutText, describeThrown } from "../../thrown-text.ts";
import { FirstTexts } from "./first-texts.ts";

/** The console of a realm, and a record of its errors and of the lines that were withheld. */
export interface ConsoleLines {
  /** Notices about the first errors, and about withheld lines. */
  notices(): readonly PageNotice[];
}

const linesMax = 1000;
const valuesMax = 20;
const errorLengthMax = 300;
const textLengthMax = 1000;
/**
 * The total length of texts that are cut. Cutting a text first joins its parts: a hundred texts of 10 MB took a second.
 */
const cutLengthMax = 20_000_000;

/** Methods that only write. The others, such as `createTask`, return something. */
const writers = [
  ...["assert", "clear", "count", "countReset", "debug", "dir", "dirxml", "error", "group", "groupCollapsed"],
  ...["groupEnd", "info", "log", "profile", "profileEnd", "table", "time", "timeEnd", "timeLog", "timeStamp"],
  ...["trace", "warn"],
];

/** Methods whose first value is a label. The browser converts it to a string, which may run code of the page and throw. */
const labelled: ReadonlySet<string> = new Set(["count", "countReset", "time", "timeEnd", "timeLog"]);

function toText(value: unknown): string {
  return String(value);
}

/**
 * Limits the console lines that reach the browser, which describes each one for its debugger and sends it to us: a
 * million lines took a minute, and a line of 100 MB half a minute. The first lines of a realm pass, shortened. Objects
 * pass only where a person may look at the console.
 */
export function limitConsole(realm: typeof globalThis, isWatched: boolean): ConsoleLines {
  let written = 0;
  let cutLength = 0;
  const errors = new FirstTexts(realm);
  // Captured now: pages overwrite globals.
  const { Error: RealmError } = realm;
  const noteError = (values: readonly unknown[]): void => {
    errors.add(() => {
      const texts = values.slice(0, valuesMax).map((value) => describe(value, value instanceof RealmError));
      return cutText(texts.join(" "), errorLengthMax);
    });
  };
  const shortenText = (value: unknown): unknown => {
    if (typeof value !== "string" || value.length <= textLengthMax) return value;
    if (cutLength > cutLengthMax) return `(${String(value.length)} characters)`;
    cutLength += value.length;
    return cutText(value, textLengthMax);
  };
  const passed = isWatched ? shortenText : (value: unknown): unknown => shortenText(shortenObject(value));
  for (const name of writers) {
    // Clearing the console would remove the objects by which the harness knows a realm.
    const reachesBrowser = isWatched || name !== "clear";
    replaceMethod(realm.console, name, (original) => {
      function replacement(this: unknown, ...values: unknown[]): void {
        // An assertion that holds writes nothing, and some engines make thousands of them in a frame.
        if (name === "assert" && !!values[0]) return;
        if (labelled.has(name) && values[0] !== undefined) values[0] = toText(values[0]);
        written += 1;
        if (name === "error") noteError(values);
        if (reachesBrowser && written <= linesMax)
          Reflect.apply(original, this, values.slice(0, valuesMax).map(passed));
      }
      return replacement;
    });
  }
  return {
    notices() {
      const count = errors.count();
      const leftOut = `The page wrote ${String(written)} lines to its console. The first ${String(linesMax)} of a realm reach the browser, and the others were left out.`;
      const subject = count === 1 ? "an error" : `${String(count)} errors`;
      const message = `The page wrote ${subject} to its console: ${errors.list()}.`;
      const where = errors.where();
      return [
        ...(count === 0 ? [] : [{ code: "console-errors", severity: "warning", message, where } as const]),
        ...(written <= linesMax
          ? []
          : [{ code: "console-left-out", severity: "warning", message: leftOut, where: null } as const]),
      ];
    },
  };
}

/** A value of a console line, as far as it has a text. Nothing of other objects is read, which may run code of the page. */
function describe(value: unknown, isError: boolean): string {
  if (!isError) return String(shortenObject(value));
  const { name, message } = describeThrown(value);
  return `${name}: ${message}`;
}

/** An object may hold anything, and the browser would describe all of it. */
function shortenObject(value: unknown): unknown {
  if (typeof value === "symbol") return "[symbol]";
  if (isFunction(value)) return "[function]";
  return typeof value === "object" && value !== null ? "[object]" : value;
}
