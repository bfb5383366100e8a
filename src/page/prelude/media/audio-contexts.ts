import type { AsyncOrder } from "../loads/async-order.ts";
import { replaceClass, replaceGetter, replaceMethod } from "../native/native-look.ts";

const stateAfter = [
  ["resume", "running"],
  ["suspend", "suspended"],
  ["close", "closed"],
] as const;

/** Makes audio contexts change state at once instead of when the audio device is ready. */
export function replaceAudioContexts(realm: Window & typeof globalThis, order: AsyncOrder): void {
  // Captured now: pages overwrite globals. The timer is the virtual one already.
  const { AudioContext, BaseAudioContext, Event, OfflineAudioContext, setTimeout } = realm;
  const states = new WeakMap<AudioContext, AudioContextState>();

  replaceGetter(BaseAudioContext.prototype, "state", (original, receiver) =>
    receiver instanceof AudioContext ? (states.get(receiver) ?? "running") : original(),
  );
  silenceStates(realm, (context) => {
    // The browser reports that a new context runs.
    setTimeout(() => {
      if (context instanceof AudioContext && context.state === "running")
        context.dispatchEvent(new Event("statechange"));
    }, 0);
  });
  for (const [name, state] of stateAfter) {
    replaceMethod(AudioContext.prototype, name, (original) => {
      async function replacement(this: AudioContext): Promise<void> {
        const before = states.get(this) ?? "running";
        if (before === "closed") await Reflect.apply(original, this, []);
        // The real device takes its own time, so nothing waits for it.
        Promise.resolve(Reflect.apply(original, this, [])).catch(() => undefined);
        states.set(this, state);
        if (before !== state) setTimeout(() => this.dispatchEvent(new Event("statechange")), 0);
      }
      return replacement;
    });
  }
  replaceMethod(OfflineAudioContext.prototype, "startRendering", (startRendering) => {
    function replacement(this: object): unknown {
      const rendering: unknown = Reflect.apply(startRendering, this, []);
      return rendering instanceof Promise ? order.track("startRendering", rendering) : rendering;
    }
    return replacement;
  });
}

/** Hides the browser's own changes of state from the page, because they come when the audio device is ready. */
function silenceStates(realm: Window & typeof globalThis, onContext: (context: EventTarget) => void): void {
  replaceClass(realm, "AudioContext", (context) => {
    onContext(context);
    context.addEventListener(
      "statechange",
      (event) => {
        if (event.isTrusted) event.stopImmediatePropagation();
      },
      true,
    );
  });
  const hidden = { writable: true, enumerable: false, configurable: true };
  if ("webkitAudioContext" in realm) {
    Object.defineProperty(realm, "webkitAudioContext", { ...hidden, value: realm.AudioContext });
  }
}
