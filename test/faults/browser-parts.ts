import { setTimeout as wait } from "node:timers/promises";
import { strike } from "../strike.ts";
import type { Victim } from "./fault.ts";

/** The processes of a browser, by their command lines. */
export const browserParts = {
  "main process": /^(?!.*--type=).*--remote-debugging-pipe/u,
  renderer: /--type=renderer/u,
  "GPU process": /--type=gpu-process/u,
  "network service": /NetworkService/u,
  zygote: /--type=zygote/u,
} as const;

/** Sends a signal to all processes of a kind, as soon as there is one, `afterMs` later. */
export function strikePart(part: keyof typeof browserParts, signal: NodeJS.Signals, afterMs = 0) {
  return async (victim: Victim): Promise<void> => {
    await wait(afterMs);
    strike(await waitFor(victim, browserParts[part]), signal);
  };
}

/** The processes whose command line matches, as soon as there is one; none if the command ends first. */
export async function waitFor(victim: Victim, commandLine: RegExp): Promise<readonly number[]> {
  for (;;) {
    const found = victim.processes(commandLine);
    const { exitCode, signalCode } = victim.child;
    if (found.length > 0 || exitCode !== null || signalCode !== null) return found;
    await wait(10);
  }
}
