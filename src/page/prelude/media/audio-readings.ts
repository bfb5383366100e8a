import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** The values that an analyser reports for silence, by method. */
const silence: Readonly<Record<string, number>> = {
  getByteTimeDomainData: 128,
  getByteFrequencyData: 0,
  getFloatTimeDomainData: 0,
  getFloatFrequencyData: -Infinity,
};

/** Hides the sound that the browser plays at its own pace: analysers and compressors hear silence. */
export function replaceAudioReadings(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const { AnalyserNode, AudioContext, DynamicsCompressorNode, OfflineAudioContext } = realm;
  for (const [name, value] of Object.entries(silence)) {
    replaceMethod(AnalyserNode.prototype, name, (original) => {
      function replacement(this: AnalyserNode, array: Float32Array | Uint8Array): void {
        Reflect.apply(original, this, [array]);
        // The sound of an offline context has no pace.
        if (!(this.context instanceof OfflineAudioContext)) array.fill(value);
      }
      return replacement;
    });
  }
  replaceGetter(DynamicsCompressorNode.prototype, "reduction", (original, receiver) => {
    const reduction = original();
    return receiver instanceof DynamicsCompressorNode && !(receiver.context instanceof OfflineAudioContext)
      ? 0
      : reduction;
  });
  replaceMethod(AudioContext.prototype, "getOutputTimestamp", (original) => {
    function replacement(this: AudioContext): AudioTimestamp {
      Reflect.apply(original, this, []);
      return { contextTime: this.currentTime, performanceTime: clock.sinceOrigin() };
    }
    return replacement;
  });
}
