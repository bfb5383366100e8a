import { readStack } from "../native/call-site.ts";
import type { RandomSiteReport } from "../../../formats/page-port.ts";

/** Records unseeded randomness in gameplay frames, once per call site. It never throws, and never changes a draw. */
export interface RandomTrap {
  /** The current step; null outside of gameplay frames. */
  setStep(step: number | null): void;
  onDraw(api: string): void;
  sites(): readonly RandomSiteReport[];
}

// Deep enough to reach the game's own code behind a library.
const stackDepth = 12;
// A site is a stack. More of them would tell the author nothing new.
const maximumSites = 200;

/** Creates a trap. Every draw costs a stack trace, so use it only in passes without timing. */
export function createRandomTrap(realm: typeof globalThis): RandomTrap {
  const found = new Map<string, RandomSiteReport>();
  let step: number | null = null;

  return {
    setStep(value) {
      step = value;
    },
    onDraw(api) {
      if (step === null || found.size >= maximumSites) return;
      const stack = readStack(realm, stackDepth);
      const key = `${api}\n${stack}`;
      if (!found.has(key)) found.set(key, { api, step, stack });
    },
    sites: () => [...found.values()],
  };
}
