import type { RandomSiteReport } from "../../../formats/page-port.ts";

/** Records raw randomness drawn in gameplay frames, once per call site. It never throws and never changes a draw. */
export interface RandomTrap {
  /** The step that is running; null outside of gameplay frames. */
  setStep(step: number | null): void;
  onDraw(api: string): void;
  sites(): readonly RandomSiteReport[];
}

// Deep enough to pass through a library to the game's own frame.
const stackDepth = 12;
// A site is a stack; a game that draws from more of them has made its point.
const maximumSites = 200;

/** Creates a trap. Costs one stack per draw, so it belongs into passes that time nothing. */
export function createRandomTrap(realm: typeof globalThis): RandomTrap {
  const found = new Map<string, RandomSiteReport>();
  let step: number | null = null;

  function stackHere(): string {
    // V8's own property, which TypeScript's DOM library does not know.
    const limit: unknown = Reflect.get(realm.Error, "stackTraceLimit");
    Reflect.set(realm.Error, "stackTraceLimit", stackDepth);
    const stack = new realm.Error().stack ?? "";
    Reflect.set(realm.Error, "stackTraceLimit", limit);
    return stack;
  }

  return {
    setStep(value) {
      step = value;
    },
    onDraw(api) {
      if (step === null || found.size >= maximumSites) return;
      const stack = stackHere();
      const key = `${api}\n${stack}`;
      if (!found.has(key)) found.set(key, { api, step, stack });
    },
    sites: () => [...found.values()],
  };
}
