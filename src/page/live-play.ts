import { createStepClock } from "../core/fixed-step.ts";
import type { InputManager } from "../core/input/manager.ts";
import { createTapeRecorder, type TapeRecorder } from "../core/input/tape-recorder.ts";
import type { TapePlayer } from "../core/input/tape-player.ts";
import { type PlayConfig, type PlayReport, recordingBinding, type StepReport } from "../formats/page-port.ts";
import type { PlayedEvent } from "../formats/tape.ts";
import type { DebugBridge } from "./bridge/debug-bridge.ts";
import type { Conductor } from "./conductor.ts";
import type { RealmAgent } from "./realm-agent.ts";

export interface LivePlayOptions {
  readonly agent: RealmAgent;
  readonly input: InputManager;
  /** Creates the conductor of the run, with `tapePlayer` as its input. */
  readonly conduct: (tapePlayer: TapePlayer) => Conductor;
  /** Adds the device listeners, and passes their input to `take`. */
  readonly listen: (take: TapeRecorder["take"]) => Promise<LiveDevices>;
  /** Null without the debug bridge. */
  readonly bridge: DebugBridge | null;
  /** Called before the steps that are due at a refresh of the display. */
  readonly betweenFrames: () => Promise<void>;
}

/** The attached devices of a live run. */
export interface LiveDevices {
  /** Reads devices that send no events of their own. Called before every step. */
  readonly poll: () => void | Promise<void>;
  /** Removes the listeners. */
  readonly detach: () => void;
}

/** A run that a person plays in real time. */
export interface LivePlay {
  readonly conductor: Conductor;
  /** Plays until `end` is called, the configured number of steps is reached, or the game stops. Call once. */
  play(config: PlayConfig): Promise<PlayReport>;
  end(): void;
}

/**
 * Limit on the steps that are due at once. A display of 30 Hz needs two. Every step draws, so a higher limit would make
 * a slow machine show fewer pictures without running more steps.
 */
const catchUpMax = 2;

/**
 * Prepares a live run. Step by step, in virtual time, it is the same run as a measured one. Only the moment of each
 * step comes from the real clock, and the tape comes from the devices.
 */
export function createLivePlay(options: LivePlayOptions): LivePlay {
  const { agent, input, conduct, listen, bridge, betweenFrames } = options;
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

  /** Steps once per refresh of the display, until there is a reason to stop. */
  async function run(stepsMax: number, { poll }: LiveDevices): Promise<StepReport["stopped"]> {
    while (conductor.currentStep() < stepsMax) {
      const isEnding = (await Promise.race([ended, agent.nextPaint()])) === "end";
      await poll();
      await betweenFrames();
      // One more step takes the input from just before the end.
      const due = isEnding ? 1 : Math.min(clock.takeDue(agent.realNow()), stepsMax - conductor.currentStep());
      const { stopped, stateHash: hashes } = await conductor.step(bridge?.gate.admit(due) ?? due);
      stateHash = hashes.at(-1) ?? stateHash;
      if (stopped !== null || isEnding) return stopped;
    }
    return null;
  }

  return {
    conductor,
    async play({ stepsMax }) {
      const devices = await listen(recorder.take);
      bridge?.connect(recorder.take);
      // The first call tells the harness that all input from now on is recorded.
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

/** Sent step by step, so that a crash does not lose the recording. */
function sendEvents(events: readonly PlayedEvent[]): void {
  const binding: unknown = Reflect.get(globalThis, recordingBinding);
  if (typeof binding === "function") Reflect.apply(binding, globalThis, [JSON.stringify(events)]);
}
