import type { Capture } from "./capture.ts";

/** The object through which React reports each commit to developer tools. */
const hookKey = "__REACT_DEVTOOLS_GLOBAL_HOOK__";

/** React looks for its hook once, when it is loaded. Call it before any root is mounted. */
export function installReactHook(): void {
  devtools();
}

/** Traps the host's React: the first root that it commits. React has no entities, and its state is the DOM's. */
export function captureReact(): Capture {
  let announce: () => void;
  const captured = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const hook = devtools();
  const former: unknown = Reflect.get(hook, "onCommitFiberRoot");
  Reflect.set(hook, "onCommitFiberRoot", (...given: readonly unknown[]): void => {
    announce();
    if (typeof former === "function") Reflect.apply(former, hook, given);
  });
  return { captured, close: () => undefined, worlds: () => [], hashInto: () => undefined };
}

function devtools(): object {
  const present: unknown = Reflect.get(window, hookKey);
  if (typeof present === "object" && present !== null) return present;
  const hook = {
    renderers: new Map(),
    supportsFiber: true,
    // The id of the renderer.
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
  Reflect.set(window, hookKey, hook);
  return hook;
}
