import type { VirtualClock } from "../time/virtual-clock.ts";
import { AudioClock } from "./audio-clock.ts";
import { type ContextParts, replaceAudioContexts } from "./audio-contexts.ts";
import { replaceAudioParams } from "./audio-params.ts";
import { replaceAudioReadings } from "./audio-readings.ts";
import { replaceAudioSources } from "./audio-sources.ts";
import { replaceScriptProcessors } from "./script-processors.ts";

/**
 * Puts Web Audio on the virtual clock: a context runs as soon as it is created until it is suspended, and a source ends when its sound would
 * have ended, parameters move, and script processors are asked for sound. The browser's own playback is muted, and its
 * events are suppressed.
 */
export function installVirtualAudio(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  parts: Omit<ContextParts, "times">,
): void {
  const times = new AudioClock(realm, clock);
  replaceAudioContexts(realm, { ...parts, times }, () => {
    params.followContexts();
  });
  replaceAudioSources(realm, times);
  const params = replaceAudioParams(realm, times);
  replaceAudioReadings(realm, clock);
  replaceScriptProcessors(realm, clock);
}
