import type { GameContext } from "../core/game-context.ts";
import { MountFailure } from "./mount-failure.ts";
import type { EntryModule, RootPlace, RootRemoval } from "./root-adapter.ts";

/**
 * Calls the game's own `setup` with the context that an adapter has completed, and awaits it. Returns how the root is
 * removed: by the game's `teardown`, with the same context, and then by `dispose`. If there is no setup, or if it
 * throws, `dispose` is called at once.
 *
 * @throws MountFailure `setup-missing`, and whatever the setup throws.
 */
export async function setUp(
  { entry, context }: RootPlace,
  complete: GameContext,
  dispose: () => void,
): Promise<RootRemoval> {
  try {
    const setup = entry === null ? undefined : setupOf(entry);
    if (setup === undefined) throw new MountFailure("setup-missing", context.rootId, listExports(entry ?? {}));
    await Reflect.apply(setup, entry, [complete]);
  } catch (thrown) {
    dispose();
    throw thrown;
  }
  const teardown = entry?.["teardown"];
  return {
    tearDown: () => (isCallable(teardown) ? Reflect.apply(teardown, entry, [complete]) : undefined),
    dispose,
  };
}

type Callable = (context: GameContext) => unknown;

// A class is a function too, but cannot be called.
const classPattern = /^class\b/u;

function isCallable(value: unknown): value is Callable {
  return typeof value === "function" && !classPattern.test(Function.prototype.toString.call(value));
}

/** The function `setup`, or else a function that is the module's default export. */
function setupOf(entry: EntryModule): Callable | undefined {
  return [entry["setup"], entry["default"]].find(isCallable);
}

function listExports(entry: EntryModule): string {
  const names = Object.keys(entry);
  return names.length === 0 ? "nothing" : names.join(", ");
}
