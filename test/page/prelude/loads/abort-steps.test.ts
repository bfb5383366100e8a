import { expect, it } from "vitest";
import { createAbortSteps } from "../../../../src/page/prelude/loads/abort-steps.ts";

/** A realm of an older browser, as Node is one. */
function oldRealm(): Window & typeof globalThis {
  expect(Reflect.has(globalThis, "Observable")).toBe(false);
  // Only these members are read.
  return { EventTarget } as unknown as Window & typeof globalThis;
}

it("acts with the reason of a signal where there are no observables", () => {
  const onAbort = createAbortSteps(oldRealm());
  const { signal, abort } = stopper();
  const reasons: unknown[] = [];
  onAbort(signal, (reason) => reasons.push(reason));
  abort("why");
  expect(reasons).toEqual(["why"]);
});

it("does not act where the wait has ended before", () => {
  const onAbort = createAbortSteps(oldRealm());
  const { signal, abort } = stopper();
  const reasons: unknown[] = [];
  onAbort(signal, (reason) => reasons.push(reason))();
  abort("why");
  expect(reasons).toEqual([]);
});

function stopper(): { readonly signal: AbortSignal; readonly abort: (reason: unknown) => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
  };
}
