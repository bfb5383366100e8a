import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { AwaitedInput, Liveness } from "../../src/formats/liveness.ts";
import type { PartColumn } from "../../src/formats/page-port.ts";
import { isRegisteredPart, splitPart, unmovedParts } from "../../src/formats/state-parts.ts";
import type { TapeEvent } from "../../src/formats/tape.ts";
import { changedSteps } from "./count-changes.ts";

export interface LivenessOptions {
  readonly warmup: number;
  /** Kinds of input that the run received. */
  readonly given: ReadonlySet<AwaitedInput>;
}

/** The kinds of input on a tape. */
export function givenInput(events: readonly TapeEvent[]): ReadonlySet<AwaitedInput> {
  const types = new Set(events.map(({ type }) => type));
  return new Set([
    ...(types.has("key") ? ["key" as const] : []),
    ...(types.has("mouse_button") || types.has("click") ? ["click" as const] : []),
  ]);
}

/**
 * How much happened in the frames of the first count pass; null if there was none. Counts must not include the warm-up.
 */
export function measureLiveness(samples: readonly RunSamples[], options: LivenessOptions): Liveness | null {
  const [sample] = samples.filter(({ parts }) => parts !== null);
  if (sample?.parts === null || sample === undefined) return null;
  const frames = options.warmup + (sample.counts.stateHash?.length ?? 0);
  const parts = changedSteps(sample.parts);
  const moving = new Set(parts.filter(({ name }) => !unmovedParts.has(name)).flatMap(({ steps }) => [...steps]));
  const lastStep = moving.size === 0 ? null : Math.max(...moving);
  const input = parts.find(({ name }) => name === "input")?.steps ?? new Set<number>();
  const isDrawnAgain = drawsAtEnd(sample.counts);
  return {
    frames,
    changedFrames: moving.size,
    lastChange: lastStep === null ? null : lastStep - options.warmup,
    state: stateOf({ sample, frames, lastStep, isDrawnAgain }),
    isDrawnAgain,
    parts: parts.map(({ name, steps }) => ({ name, changedFrames: steps.size })),
    input: {
      frames: input.size,
      changedFrames: [...input].filter((step) => moving.has(step) || moving.has(step + 1)).length,
      missing: sample.listensFor.filter((kind) => !options.given.has(kind)),
    },
  };
}

interface Movement {
  readonly sample: RunSamples;
  readonly frames: number;
  readonly lastStep: number | null;
  readonly isDrawnAgain: boolean;
}

function stateOf({ sample, frames, lastStep, isDrawnAgain }: Movement): Liveness["state"] {
  const { anythingRendered, parts } = sample;
  if (!anythingRendered && !hasRegisteredChange(parts ?? [])) return "vacuous";
  // A React root shows the same DOM without drawing it again.
  const hasScene = parts?.some(({ part }) => splitPart(part).name === "scene");
  if (lastStep === null) return isDrawnAgain || hasScene === true ? "still" : "vacuous";
  // A run of one frame cannot be still.
  return frames > 1 && (lastStep === 0 || lastStep < Math.ceil((frames * 2) / 3)) ? "still" : "moving";
}

/** Changes in registered state make a run worthwhile, even without a picture. */
function hasRegisteredChange(parts: readonly PartColumn[]): boolean {
  return parts.some(({ part, steps }) => isRegisteredPart(part) && (steps.at(-1) ?? -1) >= 0);
}

function drawsAtEnd({ drawCalls, canvasOperations }: RunSamples["counts"]): boolean {
  return (drawCalls?.at(-1) ?? 0) > 0 || (canvasOperations?.at(-1) ?? 0) > 0;
}
