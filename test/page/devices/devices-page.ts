import { InputManager } from "../../../src/core/input/manager.ts";
import { createTapeRecorder } from "../../../src/core/input/tape-recorder.ts";
import { type InputMap, validateInputMap } from "../../../src/formats/input-map.ts";
import type { TapeEvent } from "../../../src/formats/tape.ts";
import { type AttachedDevices, attachDevices } from "../../../src/page/devices/attach-devices.ts";

/** The objects that a test uses in its page: a stage of 400 x 300 that shows a game of 800 x 600. */
export interface DevicesUnderTest {
  readonly manager: InputManager;
  readonly devices: AttachedDevices;
  readonly warnings: readonly string[];
  /** Begins the next step, and returns its events. */
  step(): readonly TapeEvent[];
  loadMap(actions: object): void;
}

declare global {
  var startDevices: (actions: object) => void;
  var underTest: DevicesUnderTest;
}

function mapOf(actions: object): InputMap {
  const validation = validateInputMap(JSON.stringify({ version: 1, actions }));
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return validation.value;
}

globalThis.startDevices = (actions) => {
  const stage = document.createElement("div");
  stage.id = "stage";
  stage.style.cssText = "position:absolute;left:50px;top:20px;width:400px;height:300px;overflow:hidden";
  document.body.append(stage);
  const manager = new InputManager();
  const inputMap = mapOf(actions);
  manager.loadMap(inputMap);
  const warnings: string[] = [];
  const recorder = createTapeRecorder(manager, () => undefined);
  const devices = attachDevices(
    manager,
    { stage, width: 800, height: 600 },
    {
      realm: window,
      inputMap,
      take: recorder.take,
      warn: (message) => {
        warnings.push(message);
      },
    },
  );
  let step = -1;
  globalThis.underTest = {
    manager,
    devices,
    warnings,
    step() {
      step += 1;
      devices.poll();
      const events = recorder.playStep(step);
      manager.step();
      return events;
    },
    loadMap(next) {
      const map = mapOf(next);
      manager.loadMap(map);
      devices.followMap(map);
    },
  };
};
