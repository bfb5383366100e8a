import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

const automations = [
  ...["setValueAtTime", "linearRampToValueAtTime", "exponentialRampToValueAtTime", "setTargetAtTime"],
  "setValueCurveAtTime",
];
/** The values that an analyser reports for silence, by method. */
const silence: Readonly<Record<string, number>> = {
  getByteTimeDomainData: 128,
  getByteFrequencyData: 0,
  getFloatTimeDomainData: 0,
  getFloatFrequencyData: -Infinity,
};

/**
 * Replaces readings of the sound that the browser plays at its own pace. An analyser hears silence; reading the value
 * of a parameter that moves by itself is reported.
 */
export function replaceAudioReadings(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  onUnordered: (api: string) => void,
): void {
  const { AnalyserNode, AudioContext, AudioParam, OfflineAudioContext } = realm;
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
  const moving = new WeakSet<object>();
  for (const name of automations) {
    replaceMethod(AudioParam.prototype, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        moving.add(this);
        return result;
      }
      return replacement;
    });
  }
  replaceGetter(AudioParam.prototype, "value", (original, receiver) => {
    if (typeof receiver === "object" && receiver !== null && moving.has(receiver)) onUnordered("AudioParam.value");
    return original();
  });
  replaceMethod(AudioContext.prototype, "getOutputTimestamp", (original) => {
    function replacement(this: AudioContext): AudioTimestamp {
      Reflect.apply(original, this, []);
      return { contextTime: this.currentTime, performanceTime: clock.now() };
    }
    return replacement;
  });
}
