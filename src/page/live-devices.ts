import type { InputManager } from "../core/input/manager.ts";
import type { TapeRecorder } from "../core/input/tape-recorder.ts";
import type { InputMap } from "../formats/input-map.ts";
import { attachDevices } from "./devices/attach-devices.ts";
import type { DeviceSurface } from "./devices/device-parts.ts";
import type { LiveDevices } from "./live-play.ts";
import type { RealmAgent } from "./realm-agent.ts";

export interface GameDevices {
  readonly agent: RealmAgent;
  readonly input: InputManager;
  readonly surface: DeviceSurface;
  readonly inputMap: InputMap | null;
}

/**
 * Attaches the devices for a game of roots, which reads its input from a map: the window, the stage and its touch
 * controls.
 */
export function listenForGame(
  { agent, input, surface, inputMap }: GameDevices,
  take: TapeRecorder["take"],
): LiveDevices {
  agent.useRealInput();
  return attachDevices(input, surface, {
    realm: window,
    inputMap,
    take,
    warn: (message) => {
      agent.note({ code: "device", severity: "warning", message, where: null });
    },
  });
}

/**
 * Attaches the devices for an unmodified page. Real input does not reach the page directly: it goes onto the tape,
 * which is played to the page in the next step, exactly as in a replay.
 */
export async function listenForPage(agent: RealmAgent, take: TapeRecorder["take"]): Promise<LiveDevices> {
  const poll = async (): Promise<void> => {
    for (const { event } of await agent.takeRealInput()) take(event);
  };
  await poll();
  return { poll, detach: () => undefined };
}
