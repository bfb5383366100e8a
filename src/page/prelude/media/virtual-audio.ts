import type { AsyncOrder } from "../loads/async-order.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import { replaceAudioContexts } from "./audio-contexts.ts";
import { replaceAudioParams } from "./audio-params.ts";
import { replaceAudioReadings } from "./audio-readings.ts";
import { replaceAudioSources } from "./audio-sources.ts";
import { replaceScriptProcessors } from "./script-processors.ts";

/**
 * Puts Web Audio on the virtual clock: a context runs as soon as it is created, and a source ends when its sound would
 * have ended, parameters move, and script processors are asked for sound. The browser's own playback is muted, and its
 * events are suppressed.
 */
export function installVirtualAudio(realm: Window & typeof globalThis, clock: VirtualClock, order: AsyncOrder): void {
  replaceAudioContexts(realm, order);
  replaceAudioSources(realm, clock);
  replaceAudioParams(realm, clock);
  replaceAudioReadings(realm, clock);
  replaceScriptProcessors(realm, clock);
}
