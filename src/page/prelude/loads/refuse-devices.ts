import type { PageNotice } from "../../../formats/page-port.ts";
import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { isFunction, prototypeOf, replaceMethod } from "../native/native-look.ts";
import { callSite } from "../native/call-site.ts";

type Realm = Window & typeof globalThis;

/** How a browser refuses: the name of the exception, and its text. */
type Refusal = readonly [name: string, message: string];

const denied: Refusal = ["NotAllowedError", "Permission denied"];
const missing: Refusal = ["NotSupportedError", "The device is not available."];
const unchosen: Refusal = ["NotFoundError", "No device was selected."];
const cancelled: Refusal = ["AbortError", "The user cancelled the request."];

/** The methods that ask a person or a device for something, by class. */
const refusals: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  Bluetooth: { requestDevice: unchosen },
  Clipboard: { read: denied, readText: denied },
  CredentialsContainer: { create: denied, get: denied, store: denied },
  DocumentPictureInPicture: { requestWindow: denied },
  EyeDropper: { open: cancelled },
  HTMLVideoElement: { requestPictureInPicture: denied },
  IdleDetector: { start: denied },
  MediaDevices: { getDisplayMedia: denied, getUserMedia: denied },
  Navigator: { requestMIDIAccess: denied, share: cancelled },
  PaymentRequest: { show: cancelled },
  PresentationRequest: { getAvailability: missing, reconnect: missing, start: denied },
  PressureObserver: { observe: missing },
  RemotePlayback: { prompt: denied, watchAvailability: missing },
  ScreenOrientation: { lock: missing },
  Serial: { requestPort: unchosen },
  USB: { requestDevice: unchosen },
  XRSystem: { requestSession: missing },
};

/** Those that ask nobody without a device, so that the browser may check their arguments. */
const checked: ReadonlySet<string> = new Set(["ScreenOrientation.lock"]);

const refusedFunctions: Readonly<Record<string, Refusal>> = {
  ...{ getScreenDetails: denied, queryLocalFonts: denied },
  ...{ showDirectoryPicker: cancelled, showOpenFilePicker: cancelled, showSaveFilePicker: cancelled },
};

/** The methods that tell what devices there are, with the answer that there is none. */
const answers: Readonly<Record<string, Readonly<Record<string, () => unknown>>>> = {
  Bluetooth: { getAvailability: () => false, getDevices: () => [] },
  HID: { getDevices: () => [], requestDevice: () => [] },
  Navigator: { getInstalledRelatedApps: () => [] },
  PaymentRequest: { canMakePayment: () => false, hasEnrolledInstrument: () => false },
  Serial: { getPorts: () => [] },
  USB: { getDevices: () => [] },
};

/** The same for static methods. */
const staticAnswers: Readonly<Record<string, Readonly<Record<string, () => unknown>>>> = {
  IdleDetector: { requestPermission: () => "denied" },
  Notification: { requestPermission: () => "denied" },
  PublicKeyCredential: {
    isConditionalMediationAvailable: () => false,
    isUserVerifyingPlatformAuthenticatorAvailable: () => false,
  },
};

export interface RefusalParts {
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly note: (notice: PageNotice) => void;
  /** Call with a reason that is no fault of the page if it is not handled. */
  readonly excuse: (reason: object) => void;
}

/**
 * Answers for the devices and the person that a headless run does not have, at once and in every run the same: a
 * browser would ask, and whether and when somebody answers cannot be repeated.
 */
export function refuseDevices(realm: Realm, parts: RefusalParts): void {
  const { order, note, excuse } = parts;
  const { DOMException } = realm;
  const onUse = (api: string, where = callSite(realm)): void => {
    const message = `${api}: there is no such device and nobody to ask, so it is refused.`;
    note({ code: "device", severity: "warning", message, where });
  };
  const refuse = (owner: object, name: string, api: string, [kind, text]: Refusal): void => {
    replaceMethod(owner, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        if (isInvalid(name, parameters)) return Reflect.apply(original, this, parameters);
        if (isWithoutPicture(realm, name, this)) return Promise.reject(new DOMException(...noPicture));
        const where = callSite(realm);
        const reject = (): Promise<never> => {
          onUse(api, where);
          const reason = new DOMException(text, kind);
          excuse(reason);
          return Promise.reject(reason);
        };
        if (!checked.has(api)) return reject();
        return checkArguments(realm, Reflect.apply(original, this, parameters)).then(reject);
      }
      return replacement;
    });
  };
  for (const [name, methods] of Object.entries(refusals)) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    for (const [key, refusal] of Object.entries(methods)) refuse(prototype, key, `${name}.${key}`, refusal);
  }
  for (const [name, refusal] of Object.entries(refusedFunctions)) refuse(realm, name, name, refusal);
  answerAlways(realm, answers, prototypeOf);
  answerAlways(realm, staticAnswers, (_realm, name) => {
    const made: unknown = Reflect.get(realm, name);
    return isFunction(made) ? made : null;
  });
  refuseByCallback(realm, order, onUse);
  refuseByEvent(realm, parts, onUse);
}

const mediaCalls: ReadonlySet<string> = new Set(["getUserMedia", "webkitGetUserMedia"]);

/** Whether the browser refuses a call before it asks anybody: one for neither sound nor pictures. */
function isInvalid(name: string, [constraints]: readonly unknown[]): boolean {
  if (!mediaCalls.has(name)) return false;
  if (typeof constraints !== "object" || constraints === null) return true;
  return ["audio", "video"].every((kind) => {
    const asked: unknown = Reflect.get(constraints, kind);
    return asked !== null && !asked;
  });
}

const noPicture = ["The video element has no picture yet, or may not show it elsewhere.", "InvalidStateError"] as const;

/** Whether a video has nothing for a window of its own, which the browser finds before it looks for a click. */
function isWithoutPicture({ HTMLVideoElement }: Realm, name: string, video: object): boolean {
  if (name !== "requestPictureInPicture" || !(video instanceof HTMLVideoElement)) return false;
  const { HAVE_METADATA, disablePictureInPicture, readyState, videoWidth } = video;
  return readyState < HAVE_METADATA || videoWidth === 0 || disablePictureInPicture;
}

/** Throws the error with which a promise is rejected already because of an argument. Other reasons are of the machine. */
async function checkArguments({ TypeError }: Realm, result: unknown): Promise<void> {
  const bad: Error[] = [];
  void Promise.resolve(result).then(undefined, (reason: unknown) => {
    if (reason instanceof TypeError) bad.push(reason);
  });
  await Promise.resolve();
  for (const error of bad) throw error;
}

function answerAlways(
  realm: Realm,
  table: typeof answers,
  ownerOf: (realm: Realm, name: string) => object | null,
): void {
  for (const [name, methods] of Object.entries(table)) {
    const owner = ownerOf(realm, name);
    if (owner === null) continue;
    for (const [key, answer] of Object.entries(methods)) {
      replaceMethod(owner, key, () => async () => await Promise.resolve(answer()));
    }
  }
}

/** Older methods, which take callbacks. */
function refuseByCallback(realm: Realm, order: AsyncOrder, onUse: (api: string) => void): void {
  const { DOMException, GeolocationPositionError } = realm;
  const call = (api: string, callback: unknown, makeReason: () => object): void => {
    onUse(api);
    order.expect(`the refusal of ${api}`).complete(() => {
      if (isFunction(callback)) Reflect.apply(callback, undefined, [makeReason()]);
    });
  };
  /** `errorIndex` is that of the callback for an error. */
  const refuse = (
    [owner, key]: readonly [string, string],
    errorIndex: number,
    makeReason: () => object,
    answer: () => unknown,
  ): void => {
    const prototype = prototypeOf(realm, owner);
    if (prototype === null) return;
    replaceMethod(prototype, key, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        if (isInvalid(key, parameters)) return Reflect.apply(original, this, parameters);
        call(`${owner}.${key}`, parameters[errorIndex], makeReason);
        return answer();
      }
      return replacement;
    });
  };
  const noPlace = (): object => {
    const error: object = {};
    Object.setPrototypeOf(error, GeolocationPositionError.prototype);
    const details = { code: GeolocationPositionError.PERMISSION_DENIED, message: "User denied Geolocation" };
    for (const [key, value] of Object.entries(details)) Object.defineProperty(error, key, { value, enumerable: true });
    return error;
  };
  const noMedia = (): object => new DOMException(denied[1], denied[0]);
  let watchCount = 0;
  refuse(["Geolocation", "getCurrentPosition"], 1, noPlace, () => undefined);
  refuse(["Geolocation", "watchPosition"], 1, noPlace, () => (watchCount += 1));
  for (const key of ["getUserMedia", "webkitGetUserMedia"]) refuse(["Navigator", key], 2, noMedia, () => undefined);
}

/** Methods whose object reports by events. */
function refuseByEvent(realm: Realm, { order, events }: RefusalParts, onUse: (api: string) => void): void {
  const { DOMException, Event, EventTarget } = realm;
  /** `reportsOf` makes the events for a call; null if the browser refuses it itself. */
  const refuse = (
    name: string,
    key: string,
    reportsOf: (receiver: object, parameters: readonly unknown[]) => Reports | null,
  ): void => {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) return;
    replaceMethod(prototype, key, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const reports = reportsOf(this, parameters);
        if (reports === null) return Reflect.apply(original, this, parameters);
        onUse(`${name}.${key}`);
        order.expect(`the refusal of ${name}.${key}`).complete(() => {
          for (const event of reports.events) events.send(reports.target, event);
        });
        return undefined;
      }
      return replacement;
    });
  };
  /** An event of a class that TypeScript does not know; empty if the browser does not have it. */
  const make = (name: string, details: object): readonly Event[] => {
    const Made: unknown = Reflect.get(realm, name);
    const event: unknown = isFunction(Made) ? Reflect.construct(Made, ["error", details]) : null;
    return event instanceof Event ? [event] : [];
  };
  refuse("Sensor", "start", (sensor) => {
    if (!(sensor instanceof EventTarget)) return null;
    const error = new DOMException("Could not connect to a sensor", "NotReadableError");
    return { target: sensor, events: make("SensorErrorEvent", { error }) };
  });
  refuse("SpeechSynthesis", "speak", (_synthesis, [utterance]) => {
    if (!(utterance instanceof realm.SpeechSynthesisUtterance)) return null;
    const details = { utterance, error: "synthesis-unavailable" };
    return { target: utterance, events: make("SpeechSynthesisErrorEvent", details) };
  });
  refuse("webkitSpeechRecognition", "start", (recognition) => {
    if (!(recognition instanceof EventTarget)) return null;
    const events = [...make("SpeechRecognitionErrorEvent", { error: "not-allowed" }), new Event("end")];
    return { target: recognition, events };
  });
}

interface Reports {
  readonly target: EventTarget;
  readonly events: readonly Event[];
}
