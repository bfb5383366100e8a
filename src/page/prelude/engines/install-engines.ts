import { type PageNotice, type PreludeConfig, workerLook } from "../../../formats/page-port.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { NodeWatch } from "../../scene/watch-draws.ts";
import { HeapSearch } from "./heap-look.ts";
import { PhysicsMeter } from "./physics-meter.ts";
import { captureScenes, type SceneCapture } from "./scene-capture.ts";
import { ShownWorlds } from "./shown-worlds.ts";

/** Instruments for a realm's engines that do not use Framegate. */
export interface Engines {
  /** Null if nothing counts scene graphs. */
  readonly scenes: SceneCapture | null;
  /** Null if nothing times physics. */
  readonly physics: PhysicsMeter | null;
}

/**
 * Passes a function to the harness, and to nobody else: as a console line for the debugger, which begins with a secret
 * that only the harness has. Pages cannot see what others write to the console.
 */
export type TellHarness = (secret: string, look: (given: unknown) => unknown) => void;

/** Takes the browser's own console, before anything is replaced. */
export function takeTellHarness({ console }: typeof globalThis): TellHarness {
  const { debug } = console;
  return (secret, look) => {
    Reflect.apply(debug, console, [secret, look]);
  };
}

interface EngineParts {
  readonly real: RealPrimitives;
  /** Null in a worker, whose first line for the debugger is its prelude's. */
  readonly secret: string | null;
  readonly note: (notice: PageNotice) => void;
  readonly tellHarness: TellHarness;
  /** `nodeWatch` is notified of each node that is drawn; null to watch none. */
  readonly drawWatches: { readonly nodeWatch: NodeWatch | null };
}

const none: Engines = { scenes: null, physics: null };

/** Looks for the engines of a realm. The host page has none except those of its roots, which their adapters know. */
export function installEngines(
  realm: Window & typeof globalThis,
  { engines, pass }: PreludeConfig,
  { real, secret, note, tellHarness, drawWatches }: EngineParts,
): Engines {
  if (engines === null || ("document" in realm && realm.parent === realm)) return none;
  const worlds = pass === "count" ? new ShownWorlds(drawWatches.nodeWatch) : null;
  const physics = pass === "timed" ? new PhysicsMeter(real) : null;
  const scenes = captureScenes(realm, engines, worlds, note);
  if (worlds !== null || physics !== null) {
    const search = new HeapSearch({ worlds, physics });
    tellHarness(secret ?? workerLook, (given) => {
      if (Array.isArray(given)) return search.lookAtFunctions(given);
      if (typeof given === "object" && given !== null) search.lookAtScope(given);
      return null;
    });
  }
  return { scenes, physics };
}
