import { createStepClock } from "../core/fixed-step.ts";
import type { InputManager } from "../core/input/manager.ts";
import { createTapeRecorder, type TapeRecorder } from "../core/input/tape-recorder.ts";
import type { TapePlayer } from "../core/input/tape-player.ts";
import { type PlayConfig, type PlayReport, recordingBinding, type StepReport } from "../formats/page-port.ts";
import type { TapeEvent } from "../formats/tape.ts";
import type { Conductor } from "./conductor.ts";
import type { RealmAgent } from "./realm-agent.ts";

export interface LivePlayOptions {
  readonly agent: RealmAgent;
  readonly input: InputManager;
  /** Makes the conductor of the run, which takes its input from `tapePlayer`. */
  readonly conduct: (tapePlayer: TapePlayer) => Conductor;
  /** Begins to listen to the devices, and hands what they do to `take`. */
  readonly listen: (take: TapeRecorder["take"]) => Promise<LiveDevices>;
}

/** The devices of a run by hand, while they are listened to. */
export interface LiveDevices {
  /** Reads what does not tell of itself. Called before every step. */
  readonly poll: () => void | Promise<void>;
  /** Listens no more. */
  readonly detach: () => void;
}

/** A run at the pace of the wall's clock, by hand. */
export interface LivePlay {
  readonly conductor: Conductor;
  /** Plays until `end` is called, the configured steps are played, or the game stops. Call once. */
  play(config: PlayConfig): Promise<PlayReport>;
  end(): void;
}

/**
 * Steps due at once, at most. A display of 30 pictures a second needs two. Every step draws, so that more would make a
 * machine that cannot keep up show fewer pictures and no more steps.
 */
const catchUpMax = 2;

/**
 * Prepares a live run. It is the same run as a measured one, step by step and in virtual time: only when a step is taken
 * is up to the real clock, and what is on its tape up to the devices.
 */
export function createLivePlay({ agent, input, conduct, listen }: LivePlayOptions): LivePlay {
  const recorder = createTapeRecorder(input, sendEvents);
  const conductor = conduct(recorder);
  const clock = createStepClock({ stepHz: agent.config.stepHz, catchUpMax });
  let stateHash: string | null = null;
  let end = (): void => undefined;
  const ended = new Promise<"end">((resolve) => {
    end = () => {
      resolve("end");
    };
  });

  /** Steps once per picture until there is a reason to stop. */
  async function run(stepsMax: number, { poll }: LiveDevices): Promise<StepReport["stopped"]> {
    while (conductor.currentStep() < stepsMax) {
      const isEnding = (await Promise.race([ended, agent.nextPaint()])) === "end";
      await poll();
      // One more step takes what was done just before the end.
      const due = isEnding ? 1 : Math.min(clock.takeDue(agent.realNow()), stepsMax - conductor.currentStep());
      const { stopped, stateHash: hashes } = await conductor.step(due);
      stateHash = hashes.at(-1) ?? stateHash;
      if (stopped !== null || isEnding) return stopped;
    }
    return null;
  }

  return {
    conductor,
    async play({ stepsMax }) {
      const devices = await listen(recorder.take);
      // The first call says that from now on nothing is missed.
      sendEvents([]);
      const stopped = await run(stepsMax ?? Number.POSITIVE_INFINITY, devices);
      devices.detach();
      return { steps: conductor.currentStep(), stateHash, stopped };
    },
    end: () => {
      end();
    },
  };
}

/** Told step by step and not at the end: what was played until a crash is not lost. */
function sendEvents(events: readonly TapeEvent[]): void {
  const binding: unknown = Reflect.get(globalThis, recordingBinding);
  if (typeof binding === "function") Reflect.apply(binding, globalThis, [JSON.stringify(events)]);
}
