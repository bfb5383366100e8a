import type { HostConfig, MountReport, PagePort, PlayReport } from "../formats/page-port.ts";
import type { RunningHost } from "./host.ts";
import { agentKey } from "./realm-agent.ts";

/** How a game that a person played has ended. */
export interface DevEnding {
  readonly mounted: MountReport;
  /** Null if it could not be mounted. */
  readonly played: PlayReport | null;
}

/**
 * Mounts the game of a host page and lets a person play it, without a harness that drives the page. Calls `onFailed`
 * when the game has failed, and when one of its roots could not be mounted again.
 */
export async function playInBrowser(
  config: HostConfig,
  host: RunningHost,
  onFailed: (ending: DevEnding) => void,
): Promise<void> {
  const port = takePort();
  host.watchFailures((mounted) => {
    if (mounted.ok) return;
    onFailed({ mounted, played: null });
    const { message, stack, rootId } = mounted.error;
    // eslint-disable-next-line no-console -- as below
    console.error(`framegate: root ${String(rootId)} (${mounted.code}): ${stack ?? message}`);
  });
  const mounted = await port.mount(config);
  const played = mounted.ok ? await port.play({ stepsMax: null }) : null;
  const failure = mounted.ok ? played?.stopped : mounted;
  if (failure === null || failure === undefined) return;
  onFailed({ mounted, played });
  // eslint-disable-next-line no-console -- the person at the page has the browser's console, which shows the sources
  console.error(`framegate: the game has ended (${failure.code}): ${failure.error.stack ?? failure.error.message}`);
}

/** Takes the page port and the agent away from the page, as the harness does. */
function takePort(): PagePort {
  const port = globalThis.framegatePagePort;
  if (port === undefined) throw new Error("The host page has no page port.");
  Reflect.deleteProperty(globalThis, "framegatePagePort");
  Reflect.deleteProperty(globalThis, agentKey);
  return port;
}
