import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStackPositions } from "../../../harness/capture/stack-positions.ts";
import { Watchdog } from "../../../harness/capture/watchdog.ts";
import { heartbeatBinding } from "../../../src/formats/page-port.ts";
import { createFakeSession, silence } from "./fake-session.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { runningMs: 1000, waitingMs: 11_000 };

interface WatchedFake {
  readonly watchdog: Watchdog;
  beat(payload: string): void;
}

function watch(answer: (command: string) => Promise<object> = () => Promise.resolve({})): WatchedFake {
  const { session, emit } = createFakeSession(answer);
  const currentStep = (): Promise<null> => Promise.resolve(null);
  const readLoad = (): Promise<readonly []> => Promise.resolve([]);
  const watchdog = new Watchdog(
    { session, scriptUrl: () => "", currentStep, readLoad },
    createStackPositions(null, null),
  );
  return {
    watchdog,
    beat: (payload) => {
      emit("Runtime.bindingCalled", { name: heartbeatBinding, payload });
    },
  };
}

/** Milliseconds until an endless call is reported as stuck, and the limit in the report. */
async function untilStuck(watched: Promise<never>): Promise<{ readonly afterMs: number; readonly limitMs: unknown }> {
  const startedMs = performance.now();
  const ended = watched.catch((thrown: unknown) => ({
    afterMs: performance.now() - startedMs,
    limitMs: Reflect.get(Object(thrown), "limitMs"),
  }));
  await vi.advanceTimersByTimeAsync(60_000);
  return await ended;
}

// A stuck page gets two seconds to report its stack, and one heartbeat may be outstanding.
const graceMs = 2000 + 100;

describe("a page that steps", () => {
  it("is stuck when a frame exceeds its limit", async () => {
    expect(await untilStuck(watch().watchdog.watch(silence, limits))).toEqual({
      afterMs: 1000 + graceMs,
      limitMs: 1000,
    });
  });

  it("is not stuck while its heartbeat reports frames", async () => {
    const { watchdog, beat } = watch();
    const stuck = untilStuck(watchdog.watch(silence, limits));
    for (const step of ["10", "20", "30"]) setTimeout(beat, Number(step) * 90, step);
    expect(await stuck).toEqual({ afterMs: 2700 + 1000 + graceMs, limitMs: 1000 });
    expect(watchdog.lastStep()).toBe(30);
  });

  it("may wait up to the waiting limit, and no longer", async () => {
    const { watchdog, beat } = watch();
    const stuck = untilStuck(watchdog.watch(silence, limits));
    setTimeout(beat, 500, "waiting");
    expect(await stuck).toEqual({ afterMs: 500 + 11_000 + graceMs, limitMs: 11_000 });
    expect(watchdog.lastStep()).toBeNull();
  });

  it("gets a frame's limit again after waiting", async () => {
    const { watchdog, beat } = watch();
    const stuck = untilStuck(watchdog.watch(silence, limits));
    setTimeout(beat, 500, "waiting");
    setTimeout(beat, 5000, "running");
    expect(await stuck).toEqual({ afterMs: 5000 + 1000 + graceMs, limitMs: 1000 });
  });
});

describe("a page that keeps its own limits", () => {
  it("is not stuck while it answers", async () => {
    const { watchdog } = watch();
    const work = new Promise<string>((resolve) => setTimeout(resolve, 20_000, "mounted"));
    const watched = watchdog.watchScripts(work, 1000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await watched).toBe("mounted");
  });

  it("is stuck when a script keeps it from answering", async () => {
    const { watchdog } = watch((command) => (command === "Runtime.evaluate" ? silence : Promise.resolve({})));
    expect(await untilStuck(watchdog.watchScripts(silence, 1000))).toEqual({ afterMs: 1000 + graceMs, limitMs: 1000 });
  });
});
