import type { PageNotice } from "../../../formats/page-port.ts";
import { prototypeOf, replaceConstructor, replaceMethod } from "../native/native-look.ts";
import type { NamedUses } from "./named-uses.ts";

const peer = "Its data arrives at any time, so a run that depends on it cannot be repeated.";
const codec = "The browser's codecs give their results at any time, so a run that depends on them cannot be repeated.";
const sound = "It follows the sound card, so a run that depends on it cannot be repeated.";
const disk = "The browser reports changes of files at any time, so a run that depends on it cannot be repeated.";
const painter = "The browser runs it whenever it paints, so a picture that depends on it cannot be repeated.";
const worker = "It runs on the real clock, so its messages may arrive in another frame on another run.";

/** Constructors whose work does not follow the virtual clock. Every use is reported. */
const constructors: Readonly<Record<string, string>> = {
  ...{ SharedWorker: worker, FileSystemObserver: disk },
  ...{ WebSocket: peer, WebSocketStream: peer, EventSource: peer, RTCPeerConnection: peer, WebTransport: peer },
  ...{ AudioDecoder: codec, AudioEncoder: codec, VideoDecoder: codec, VideoEncoder: codec, MediaRecorder: codec },
  ...{ MediaStreamTrackProcessor: codec, MediaSource: codec },
  ...{ AudioWorkletNode: sound, MediaStreamAudioSourceNode: sound, MediaStreamAudioDestinationNode: sound },
};

/** The same for methods, by their class. */
const methods: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AudioContext: { createMediaStreamDestination: sound, createMediaStreamSource: sound },
  HTMLCanvasElement: { captureStream: codec },
  HTMLMediaElement: { captureStream: codec },
  ServiceWorkerContainer: { register: worker },
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
  for (const [name, reasons] of Object.entries(methods)) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    for (const [method, reason] of Object.entries(reasons)) {
      replaceMethod(prototype, method, (original) => {
        function replacement(this: unknown, ...parameters: unknown[]): unknown {
          onUse(`${name}.${method}`, reason, undefined);
          return Reflect.apply(original, this, parameters);
        }
        return replacement;
      });
    }
  }
  namePaintWorklet(realm, (script) => {
    onUse("CSS.paintWorklet.addModule", painter, script);
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
