import type { PageNotice } from "../../../formats/page-port.ts";
import { globalOwner, prototypeOf, replaceConstructor, replaceMethod } from "../native/native-look.ts";
import type { NamedUses } from "./named-uses.ts";

const peer = "Its data arrives at any time, so a run that depends on it cannot be repeated.";
const codec = "The browser's codecs give their results at any time, so a run that depends on them cannot be repeated.";
const sound = "It follows the sound card, so a run that depends on it cannot be repeated.";
const disk = "The browser reports changes of files at any time, so a run that depends on it cannot be repeated.";
const dates = "Its files have the times of the machine, so a run that depends on them cannot be repeated.";
const beacon = "The browser sends it at any time, so a run that depends on that cannot be repeated.";
const boundary =
  "The boundary between the parts of its text is random, so a run that depends on it cannot be repeated.";
const painter = "The browser runs it whenever it paints, so a picture that depends on it cannot be repeated.";
const worker = "It runs on the real clock, so its messages may arrive in another frame on another run.";

/** Constructors whose work does not follow the virtual clock. Every use is reported. */
const constructors: Readonly<Record<string, string>> = {
  ...{ SharedWorker: worker, FileSystemObserver: disk },
  ...{ WebSocket: peer, WebSocketStream: peer, EventSource: peer, RTCPeerConnection: peer, WebTransport: peer },
  ...{ AudioDecoder: codec, AudioEncoder: codec, VideoDecoder: codec, VideoEncoder: codec, MediaRecorder: codec },
  ...{ MediaStreamTrackGenerator: codec, MediaStreamTrackProcessor: codec, VideoTrackGenerator: codec },
  MediaSource: codec,
  ...{ AudioWorkletNode: sound, MediaStreamAudioSourceNode: sound, MediaStreamAudioDestinationNode: sound },
};

/** The same for methods, by their class. */
const methods: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AudioContext: { createMediaStreamDestination: sound, createMediaStreamSource: sound },
  HTMLCanvasElement: { captureStream: codec },
  HTMLMediaElement: { captureStream: codec },
  ServiceWorkerContainer: { register: worker },
};

/** The same for functions of the window. */
const functions: Readonly<Record<string, string>> = {
  fetchLater: beacon,
  webkitRequestFileSystem: dates,
};

/** Notes every use of an API that Framegate does not drive, without changing it. */
export function installUndrivenNotices(
  realm: typeof globalThis,
  note: (notice: PageNotice) => void,
  namedUses: NamedUses,
): void {
  // Captured now: pages overwrite globals.
  const { URL } = realm;
  const onUse = (api: string, reason: string, subject: unknown): void => {
    namedUses.add(api);
    const where = typeof subject === "string" ? subject : subject instanceof URL ? subject.href : null;
    note({ code: "undriven-api", severity: "warning", message: `${api}: ${reason}`, where });
  };
  for (const [name, reason] of Object.entries(constructors)) {
    replaceConstructor(realm, name, (parameters, build) => {
      onUse(name, reason, parameters[0]);
      return build(parameters);
    });
  }
  const watch = (owner: object, method: string, api: string, reason: string): void => {
    replaceMethod(owner, method, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        onUse(api, reason, undefined);
        return Reflect.apply(original, this, parameters);
      }
      return replacement;
    });
  };
  for (const [name, reasons] of Object.entries(methods)) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    for (const [method, reason] of Object.entries(reasons)) watch(prototype, method, `${name}.${method}`, reason);
  }
  for (const [name, reason] of Object.entries(functions)) watch(globalOwner(realm, name), name, name, reason);
  nameBoundaries(realm, () => {
    onUse("FormData", boundary, undefined);
  });
  namePaintWorklet(realm, (script) => {
    onUse("CSS.paintWorklet.addModule", painter, script);
  });
}

/** A form that is only sent is not read by its page. */
function nameBoundaries(realm: typeof globalThis, onUse: () => void): void {
  const { FormData } = realm;
  const bodyOf = (options: unknown): unknown =>
    typeof options === "object" && options !== null && "body" in options ? options.body : undefined;
  replaceConstructor(realm, "Response", (parameters, build) => {
    if (parameters[0] instanceof FormData) onUse();
    return build(parameters);
  });
  replaceConstructor(realm, "Request", (parameters, build) => {
    if (bodyOf(parameters[1]) instanceof FormData) onUse();
    return build(parameters);
  });
}

/** Audio worklets, which share the method, are named by their nodes. */
function namePaintWorklet(realm: typeof globalThis, onUse: (script: unknown) => void): void {
  const prototype = prototypeOf(realm, "Worklet");
  if (prototype === null) return;
  const { CSS } = realm;
  replaceMethod(prototype, "addModule", (addModule) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      if (this === Reflect.get(CSS, "paintWorklet")) onUse(parameters[0]);
      return Reflect.apply(addModule, this, parameters);
    }
    return replacement;
  });
}
