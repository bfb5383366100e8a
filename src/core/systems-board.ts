import { phaseNames, type PhaseName } from "../formats/phases.ts";
import type { Systems } from "./game-context.ts";

interface System {
  readonly rootIndex: number;
  readonly run: () => void;
  removed: boolean;
}

/** All systems of a game, by phase. A phase ends in every root before the next one begins in any. */
export interface SystemsBoard {
  /** The view of one root. `rootIndex` is its position in the manifest, which orders systems within a phase. */
  forRoot(rootIndex: number): Systems;
  /** Suspends the systems of a root from now on, or resumes them. */
  hold(rootIndex: number, isHeld: boolean): void;
  /** Runs one phase in every root. Throws whatever a system throws. */
  runPhase(phaseIndex: number): void;
  /** The root whose system runs now or ran last; -1 before any. Identifies the root when a frame throws. */
  runningRootIndex(): number;
}

/** The position of a phase. Throws a `RangeError` for any other name, which games without types may give. */
export function requirePhase(phase: PhaseName): number {
  const index = phaseNames.indexOf(phase);
  if (index === -1) throw new RangeError(`There is no phase "${phase}". Phases: ${phaseNames.join(", ")}.`);
  return index;
}

/**
 * Creates an empty board. Systems added or removed during a phase take effect when that phase runs next, except that a
 * removed system never runs again.
 */
export function createSystemsBoard(): SystemsBoard {
  // Replaced, never modified, so that a running phase keeps its list.
  const systemsByPhase: (readonly System[])[] = phaseNames.map(() => []);
  let runningRootIndex = -1;
  // Null while there are none, so that a frame pays nothing.
  let heldRoots: ReadonlySet<number> | null = null;

  function add(rootIndex: number, phase: PhaseName, run: () => void): () => void {
    const phaseIndex = requirePhase(phase);
    const system: System = { rootIndex, run, removed: false };
    const present = systemsByPhase[phaseIndex] ?? [];
    const later = present.findIndex((other) => other.rootIndex > rootIndex);
    systemsByPhase[phaseIndex] =
      later === -1 ? [...present, system] : [...present.slice(0, later), system, ...present.slice(later)];
    return () => {
      system.removed = true;
      systemsByPhase[phaseIndex] = (systemsByPhase[phaseIndex] ?? []).filter((other) => other !== system);
    };
  }

  return {
    forRoot: (rootIndex) => ({ add: (phase, run) => add(rootIndex, phase, run) }),
    hold(rootIndex, isHeld) {
      const held = new Set(heldRoots);
      if (isHeld) held.add(rootIndex);
      else held.delete(rootIndex);
      heldRoots = held.size === 0 ? null : held;
    },
    runPhase(phaseIndex) {
      const systems = systemsByPhase[phaseIndex];
      if (systems === undefined) return;
      for (const system of systems) {
        if (system.removed || heldRoots?.has(system.rootIndex) === true) continue;
        runningRootIndex = system.rootIndex;
        system.run();
      }
    },
    runningRootIndex: () => runningRootIndex,
  };
}
