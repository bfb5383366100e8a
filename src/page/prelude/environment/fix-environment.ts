import { pageEnvironment } from "../../../formats/page-environment.ts";
import { countStorageUse } from "./storage-use.ts";
import { isFunction, prototypeOf, replaceGetter, replaceMethod, replaceToJson } from "../native/native-look.ts";

const { language, platform, hardwareConcurrency, deviceMemory, storageQuota } = pageEnvironment;

const languages = Object.freeze([language]);
const heapBytes = 10_000_000;
const memory = Object.freeze({
  jsHeapSizeLimit: 4_294_705_152,
  totalJSHeapSize: heapBytes,
  usedJSHeapSize: heapBytes,
});

/** The getters of each class that tell a page about its machine, with the values that they have here. */
const fixedGetters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Navigator: { hardwareConcurrency, deviceMemory, platform, language, languages, onLine: true },
  WorkerNavigator: { hardwareConcurrency, deviceMemory, platform, language, languages, onLine: true },
  NavigatorUAData: { platform: "Linux", mobile: false },
  NetworkInformation: { effectiveType: "4g", rtt: 50, downlink: 10, saveData: false },
  Performance: { memory },
  // The muted audio device runs on the real clock, and a video keeps showing its first frame.
  AudioPlaybackStats: {
    ...{ averageLatency: 0, maximumLatency: 0, minimumLatency: 0 },
    ...{ totalDuration: 0, underrunDuration: 0, underrunEvents: 0 },
  },
  HTMLMediaElement: { webkitAudioDecodedByteCount: 0, webkitVideoDecodedByteCount: 0 },
  HTMLVideoElement: { webkitDecodedFrameCount: 0, webkitDroppedFrameCount: 0 },
  VideoPlaybackQuality: { corruptedVideoFrames: 0, droppedVideoFrames: 0, totalVideoFrames: 0 },
  BatteryManager: { charging: true, chargingTime: 0, dischargingTime: Infinity, level: 1 },
};

type Answers = Readonly<Record<string, Readonly<Record<string, () => unknown>>>>;

/** Answers of the methods that would query the machine. */
function fixedAnswers(realm: typeof globalThis): Answers {
  const usage = countStorageUse(realm);
  const estimate = (): unknown => ({ quota: storageQuota, usage: usage(), usageDetails: {} });
  return {
    StorageBucket: { estimate },
    StorageManager: { estimate },
    MediaDevices: { enumerateDevices: () => [] },
    Performance: { measureUserAgentSpecificMemory: () => ({ bytes: heapBytes, breakdown: [] }) },
  };
}

/**
 * Shows a page the same facts about its machine on every machine. `later` calls back as if the browser had answered a
 * call of this name.
 */
export function fixEnvironment(realm: typeof globalThis, later: (name: string, answer: () => void) => void): void {
  for (const [name, getters] of Object.entries(fixedGetters)) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    // The browser's own getter is called as well: it throws for an object of another class.
    for (const [key, value] of Object.entries(getters)) {
      replaceGetter(prototype, key, (original) => {
        original();
        return value;
      });
    }
  }
  // Not of its prototype. A worker has none.
  if ("memory" in realm.console) replaceGetter(realm.console, "memory", () => memory);
  const voices = prototypeOf(realm, "SpeechSynthesis");
  if (voices !== null) replaceMethod(voices, "getVoices", () => () => []);
  for (const [name, methods] of Object.entries(fixedAnswers(realm))) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    for (const [key, answer] of Object.entries(methods)) {
      replaceMethod(
        prototype,
        key,
        () => () =>
          new Promise((resolve) => {
            later(`${name}.${key}`, () => {
              resolve(answer());
            });
          }),
      );
    }
  }
  fixTranslator(realm, later);
  replaceToJson(prototypeOf(realm, "AudioPlaybackStats"));
  fixOldQuotas(realm);
  for (const name of ["Navigator", "WorkerNavigator"]) fixUserAgent(prototypeOf(realm, name));
  fixUserAgentData(prototypeOf(realm, "NavigatorUAData"));
  for (const name of ["GPUSupportedFeatures", "WGSLLanguageFeatures"]) sortFeatures(prototypeOf(realm, name));
}

/**
 * A headless browser never says whether it has a translator, and no run has one. It rejects calls without languages
 * itself.
 */
function fixTranslator(realm: object, later: (name: string, answer: () => void) => void): void {
  const translator: unknown = Reflect.get(realm, "Translator");
  if (!isFunction(translator)) return;
  replaceMethod(translator, "availability", (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const asked: unknown = Reflect.apply(original, this, parameters);
      if (!(asked instanceof Promise)) return asked;
      return new Promise((resolve, reject) => {
        asked.catch(reject);
        later("Translator.availability", () => {
          resolve("unavailable");
        });
      });
    }
    return replacement;
  });
}

/** The old storage API answers by callbacks. */
function fixOldQuotas({ navigator, queueMicrotask }: typeof globalThis): void {
  const storage: unknown = Reflect.get(navigator, "webkitTemporaryStorage");
  const prototype = typeof storage === "object" && storage !== null ? Reflect.getPrototypeOf(storage) : null;
  if (prototype === null) return;
  const answer = (callback: unknown, values: readonly number[]): void => {
    if (typeof callback !== "function") return;
    queueMicrotask(() => {
      Reflect.apply(callback, undefined, values);
    });
  };
  replaceMethod(prototype, "queryUsageAndQuota", () => (onAnswer?: unknown) => {
    answer(onAnswer, [0, storageQuota]);
  });
  replaceMethod(prototype, "requestQuota", () => (bytes?: unknown, onAnswer?: unknown) => {
    answer(onAnswer, [Math.min(Number(bytes), storageQuota)]);
  });
}

/** The browser lists the features of a GPU in an order that differs from process to process. */
function sortFeatures(prototype: object | null): void {
  if (prototype === null) return;
  const read: unknown = Reflect.get(prototype, "values");
  if (typeof read !== "function") return;
  const sortedOf = (features: object): ReadonlySet<unknown> => {
    // It checks the receiver.
    const values: unknown = Reflect.apply(read, features, []);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- Its values are the names of features.
    return new Set([...(values as Iterable<string>)].toSorted());
  };
  for (const key of ["entries", "keys", "values"] as const) {
    replaceMethod(prototype, key, () => {
      function replacement(this: object): unknown {
        return sortedOf(this)[key]();
      }
      return replacement;
    });
  }
  replaceMethod(prototype, "forEach", () => {
    function replacement(this: object, call: (...parameters: unknown[]) => void, receiver?: unknown): void {
      for (const feature of sortedOf(this)) Reflect.apply(call, receiver, [feature, feature, this]);
    }
    return replacement;
  });
  const iterator = Object.getOwnPropertyDescriptor(prototype, Symbol.iterator);
  Object.defineProperty(prototype, Symbol.iterator, { ...iterator, value: Reflect.get(prototype, "values") });
}

/**
 * Reports the same operating system on every machine, and hides that the browser is headless: some games refuse to run
 * then.
 */
function fixUserAgent(prototype: object | null): void {
  for (const key of prototype === null ? [] : ["userAgent", "appVersion"]) {
    if (prototype === null) continue;
    replaceGetter(prototype, key, (original) => {
      const text = String(original());
      return text.replace(/\([^)]*\)/u, `(X11; ${platform})`).replace("HeadlessChrome", "Chrome");
    });
  }
}

function withWindow(brand: { readonly brand: string; readonly version: string }): object {
  return brand.brand === "HeadlessChrome" ? { ...brand, brand: "Google Chrome" } : brand;
}

/** The versions stay those of the browser's build, which the report names. */
function fixUserAgentData(prototype: object | null): void {
  if (prototype === null) return;
  const asked: Readonly<Record<string, unknown>> = {
    architecture: "x86",
    bitness: "64",
    formFactors: ["Desktop"],
    model: "",
    platformVersion: "",
    wow64: false,
  };
  replaceGetter(prototype, "brands", (original) => {
    const brands: unknown = original();
    return Array.isArray(brands) ? Object.freeze(brands.map(withWindow)) : brands;
  });
  const basics = (data: object): object =>
    Object.fromEntries(["brands", "mobile", "platform"].map((key): [string, unknown] => [key, Reflect.get(data, key)]));
  replaceMethod(prototype, "toJSON", () => {
    function replacement(this: object): object {
      return basics(this);
    }
    return replacement;
  });
  replaceMethod(prototype, "getHighEntropyValues", () => {
    function replacement(this: object, hints: unknown): Promise<object> {
      const wanted = new Set<unknown>(Array.isArray(hints) ? hints : []);
      const values = Object.entries(asked).filter(([key]) => wanted.has(key));
      return Promise.resolve({ ...basics(this), ...Object.fromEntries(values) });
    }
    return replacement;
  });
}
