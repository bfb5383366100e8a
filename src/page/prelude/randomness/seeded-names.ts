import { isFunction, type Method, prototypeOf, replaceGetter, replaceMethod } from "../native/native-look.ts";

/** The getters of names that the browser draws at random, by class. */
const namedByBrowser: Readonly<Record<string, readonly string[]>> = {
  MediaKeySession: ["sessionId"],
  MediaStream: ["id"],
  MediaStreamTrack: ["id"],
  NavigationDestination: ["id", "key"],
  NavigationHistoryEntry: ["id", "key"],
};

/** The methods that take such a name, by class. */
const takenBy: Readonly<Record<string, string>> = {
  MediaKeySession: "load",
  MediaStream: "getTrackById",
  Navigation: "traverseTo",
};

/** The methods that resolve with such a name, by class. */
const resolvedBy: Readonly<Record<string, string>> = { Navigator: "createAuctionNonce" };

/** Shows a page names from `draw` in place of those that the browser draws, in the order in which it reads them. */
export function installSeededNames(realm: Window & typeof globalThis, draw: () => string): void {
  const shown = new Map<unknown, string>();
  const native = new Map<unknown, unknown>();
  const rename = (name: unknown): unknown => {
    // An entry of another document has none.
    if (name === "") return name;
    const given = shown.get(name) ?? draw();
    shown.set(name, given);
    native.set(given, name);
    return given;
  };
  for (const [name, keys] of Object.entries(namedByBrowser)) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    for (const key of keys) replaceGetter(prototype, key, (original) => rename(original()));
  }
  renameTracks(prototypeOf(realm, "MediaStreamTrack"), rename);
  replaceMethods(realm, takenBy, (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [given, ...rest] = parameters;
      if (parameters.length === 0) return Reflect.apply(original, this, []);
      return Reflect.apply(original, this, [native.get(given) ?? given, ...rest]);
    }
    return replacement;
  });
  replaceMethods(realm, resolvedBy, (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const answer: unknown = Reflect.apply(original, this, parameters);
      return answer instanceof Promise ? answer.then(rename) : answer;
    }
    return replacement;
  });
}

/** Replaces one method of each class. */
function replaceMethods(
  realm: object,
  methods: Readonly<Record<string, string>>,
  wrap: (original: Method) => CallableFunction,
): void {
  for (const [name, method] of Object.entries(methods)) {
    const prototype = prototypeOf(realm, name);
    if (prototype !== null) replaceMethod(prototype, method, wrap);
  }
}

/** Renames the device of a track, which is also the label of one that comes from a canvas or a connection. */
function renameTracks(prototype: object | null, rename: (name: unknown) => unknown): void {
  const native: unknown = prototype === null ? null : Reflect.get(prototype, "getSettings");
  if (prototype === null || !isFunction(native)) return;
  const deviceOf = (receiver: unknown): unknown => {
    const settings: unknown = Reflect.apply(native, receiver, []);
    return typeof settings === "object" && settings !== null ? Reflect.get(settings, "deviceId") : undefined;
  };
  replaceGetter(prototype, "label", (original, receiver) => {
    const label = original();
    return label === deviceOf(receiver) ? rename(label) : label;
  });
  for (const method of ["getSettings", "getCapabilities"]) {
    replaceMethod(prototype, method, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        if (typeof result !== "object" || result === null || !("deviceId" in result)) return result;
        return { ...result, deviceId: rename(result.deviceId) };
      }
      return replacement;
    });
  }
}
