import type { GameContext } from "../core/game-context.ts";
import { MountFailure } from "./mount-failure.ts";
import type { EntryModule, RootPlace } from "./root-adapter.ts";

/**
 * Calls the game's own `setup` with the context that an adapter has completed, and awaits it. Throws whatever it throws,
 * and a `MountFailure` if the entry has none.
 */
export async function setUp({ entry, context }: RootPlace, complete: GameContext): Promise<void> {
  const setup = entry === null ? undefined : setupOf(entry);
  if (setup === undefined) throw new MountFailure("setup-missing", context.rootId, listExports(entry ?? {}));
  await Reflect.apply(setup, entry, [complete]);
}

// A class is a function too, but cannot be called.
const classPattern = /^class\b/u;

/** The function `setup`, or else a function that is the module's default export. */
function setupOf(entry: EntryModule): ((context: GameContext) => unknown) | undefined {
  return [entry["setup"], entry["default"]].find((value): value is (context: GameContext) => unknown => {
    return typeof value === "function" && !classPattern.test(Function.prototype.toString.call(value));
  });
}

function listExports(entry: EntryModule): string {
  const names = Object.keys(entry);
  return names.length === 0 ? "nothing" : names.join(", ");
}
