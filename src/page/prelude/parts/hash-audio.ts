import type { HashSink } from "../../../core/state-hash.ts";
import { type CommandStream, createCommandStream } from "../gl/command-stream.ts";
import { invokeMethod, type MethodTable, prototypeOf, watchSetters } from "../gl/realm-methods.ts";
import { replaceConstructor, replaceSetter } from "../native/native-look.ts";
import type { BlobContents } from "./blob-contents.ts";

const nodeClasses = [
  "AnalyserNode",
  "AudioBufferSourceNode",
  "AudioWorkletNode",
  "BiquadFilterNode",
  "ChannelMergerNode",
  "ChannelSplitterNode",
  "ConstantSourceNode",
  "ConvolverNode",
  "DelayNode",
  "DynamicsCompressorNode",
  "GainNode",
  "IIRFilterNode",
  "OscillatorNode",
  "PannerNode",
  "StereoPannerNode",
  "WaveShaperNode",
];
const otherClasses = [
  "AudioBuffer",
  "AudioContext",
  "AudioListener",
  "AudioNode",
  "AudioParam",
  "AudioScheduledSourceNode",
];
const mediaCommands = ["play", "pause", "load"];
const mediaProperties = ["src", "srcObject", "currentTime", "volume", "muted", "playbackRate", "loop"];

/** Hashes the audio graph and the players of a realm, with the samples of their buffers. */
export function hashAudio(realm: typeof globalThis, sink: HashSink, blobs: BlobContents): void {
  const stream = createCommandStream(sink);
  const absorbBuffer = bufferReader(realm, sink);
  for (const className of [...nodeClasses, ...otherClasses, "BaseAudioContext"]) {
    const prototype = prototypeOf(realm, className);
    if (prototype === null) continue;
    stream.absorbCommands(prototype);
    watchSetters(prototype, (receiver, name, value) => {
      stream.absorbAssignment(receiver, name, value);
      if (name === "buffer") absorbBuffer(value);
    });
  }
  for (const className of nodeClasses) {
    replaceConstructor(realm, className, (parameters, build) => {
      const made = build(parameters);
      stream.absorbCommand(made, className, parameters);
      return made;
    });
  }
  hashPlayers(prototypeOf(realm, "HTMLMediaElement"), stream, blobs);
}

function hashPlayers(owner: MethodTable | null, stream: CommandStream, blobs: BlobContents): void {
  if (owner === null) return;
  stream.absorbCommands(owner, mediaCommands);
  for (const name of mediaProperties) {
    replaceSetter(owner, name, (receiver, value, original) => {
      stream.absorbAssignment(receiver, name, typeof value === "string" ? blobs.inText(value) : value);
      original(value);
    });
  }
}

/** Absorbs the samples of a buffer when it is first used. A page writes them through arrays, which no hook sees. */
function bufferReader(realm: typeof globalThis, sink: HashSink): (buffer: unknown) => void {
  const prototype = prototypeOf(realm, "AudioBuffer");
  const getChannelData = prototype?.["getChannelData"];
  const channels = prototype === null ? undefined : Object.getOwnPropertyDescriptor(prototype, "numberOfChannels")?.get;
  const known = new WeakSet<object>();
  return (buffer) => {
    if (typeof buffer !== "object" || buffer === null || known.has(buffer) || channels === undefined) return;
    known.add(buffer);
    const count = Number(Reflect.apply(channels, buffer, []));
    for (let channel = 0; channel < count; channel += 1) {
      const samples = invokeMethod(getChannelData, buffer, [channel]);
      if (ArrayBuffer.isView(samples)) sink.addBytes(samples);
    }
  };
}
