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

/** Listens for a game of roots, which reads its input from a map: to the window, the stage and the touch controls on it. */
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
 * Listens for an unmodified page. Its own listeners hear nothing of the real devices, but in the next step what the tape
 * says of them, and in the same way as when it is played again.
 */
export async function listenForPage(agent: RealmAgent, take: TapeRecorder["take"]): Promise<LiveDevices> {
  const poll = async (): Promise<void> => {
    for (const { event } of await agent.takeRealInput()) take(event);
  };
  await poll();
  return { poll, detach: () => undefined };
}
