import { getHeapStatistics } from "node:v8";
import { Bench } from "tinybench";
import type { DeviceEvent } from "../../src/core/input/device-event.ts";
import { InputManager } from "../../src/core/input/manager.ts";

// Time and bytes of a step with 100 actions and 300 bindings. Needs the V8 flags that package.json passes.

const actionCount = 100;
const bindingsPerAction = 3;

const bindingKinds: Readonly<Record<string, readonly ((id: number) => object)[]>> = {
  digital: [
    (id) => ({ type: "key", code: `Key${String(id % 12)}` }),
    (id) => ({ type: "gamepad_button", button: id % 16 }),
    (id) => ({ type: "touch_button", sourceId: `button-${String(id)}` }),
  ],
  scalar: [
    (id) => ({ type: "gamepad_axis", axis: id % 4, direction: "positive" }),
    (id) => ({ type: "gamepad_axis", axis: id % 4, direction: "negative" }),
    (id) => ({ type: "test_axis", sourceId: `axis-${String(id)}` }),
  ],
  vector2: [
    (id) => ({ type: "gamepad_axis_pair", xAxis: id % 2, yAxis: 2 }),
    (id) => ({ type: "touch_stick", sourceId: `stick-${String(id)}`, deadzone: 0.1 }),
    (id) => ({ type: "test_vector2", sourceId: `vector-${String(id)}` }),
  ],
  pointerDelta: [
    () => ({ type: "mouse_move" }),
    (id) => ({ type: "test_pointer_delta", sourceId: `delta-${String(id)}` }),
    (id) => ({ type: "test_pointer_delta", sourceId: `other-${String(id)}` }),
  ],
  pointerPosition: [
    () => ({ type: "test_pointer_position", sourceId: "pointer" }),
    (id) => ({ type: "test_pointer_position", sourceId: `place-${String(id)}` }),
    (id) => ({ type: "test_pointer_position", sourceId: `other-${String(id)}` }),
  ],
};

const valueTypes = [
  "digital",
  "digital",
  "digital",
  "digital",
  "scalar",
  "scalar",
  "vector2",
  "vector2",
  "pointerDelta",
  "pointerPosition",
];
const names = Array.from(
  { length: actionCount },
  (_, index) => `${valueTypes[index % valueTypes.length] ?? ""}-${String(index)}`,
);

function createManager(): InputManager {
  const actions = names.map((name, index) => {
    const valueType = valueTypes[index % valueTypes.length] ?? "";
    const bindings = (bindingKinds[valueType] ?? []).slice(0, bindingsPerAction).map((make) => make(index));
    return [name, { valueType, bindings }] as const;
  });
  const manager = new InputManager();
  manager.loadMap({ version: 1, actions: Object.fromEntries(actions) });
  return manager;
}

// Created in advance, because the sender of an event creates it: its bytes do not count against the manager.
const states = Array.from({ length: 64 }, (_, index) => ({
  key: { type: "key", code: `Key${String(index % 12)}`, pressed: index % 2 === 0 } satisfies DeviceEvent,
  move: { type: "mouse_move", dx: index / 3, dy: -index / 7, x: index * 1.5, y: index * 2.5 } satisfies DeviceEvent,
  pad: {
    type: "gamepad",
    index: 0,
    axes: [index / 64, -index / 64, index / 128, 0.1],
    buttons: [{ pressed: true, value: index / 64 }],
  } satisfies DeviceEvent,
  vector: { x: index / 64, y: -index / 65 },
}));

/** A player's input within a step: a key, the mouse, a stick, and injected test input. */
function feed(manager: InputManager, step: number): void {
  const state = states[step % states.length];
  if (state === undefined) return;
  manager.receive(state.key);
  manager.receive(state.move);
  manager.receive(state.pad);
  manager.injectVector2("vector-6", state.vector);
  manager.setTouchStick("stick-16", state.vector);
  manager.injectPointerDelta("delta-8", state.vector);
  manager.setTouchButton("button-1", step % 2 === 0);
}

function namesOf(valueType: string): readonly string[] {
  return names.filter((_, index) => valueTypes[index % valueTypes.length] === valueType);
}

const digital = namesOf("digital");
const scalar = namesOf("scalar");
const vector2 = namesOf("vector2");
const pointerDelta = namesOf("pointerDelta");
const pointerPosition = namesOf("pointerPosition");

/**
 * Reads every digital and scalar action once. Returns how many are at rest, because V8 may drop code whose result is
 * unused.
 */
function readNumbers(manager: InputManager): number {
  let atRest = 0;
  for (const name of digital) if (!manager.isPressed(name) && !manager.isJustPressed(name)) atRest += 1;
  for (const name of scalar) if (manager.getScalar(name) === 0) atRest += 1;
  return atRest;
}

function readVectors(manager: InputManager): number {
  let atRest = 0;
  for (const name of vector2) if (manager.getVector2(name).x === 0) atRest += 1;
  for (const name of pointerDelta) if (manager.getPointerDelta(name).x === 0) atRest += 1;
  for (const name of pointerPosition) if (manager.getPointerPosition(name).x === 0) atRest += 1;
  return atRest;
}

type Work = (manager: InputManager, step: number) => void;

const cases: Readonly<Record<string, Work>> = {
  "a step in which nothing arrives": (manager) => {
    manager.step();
  },
  "a step after 7 events": (manager, step) => {
    feed(manager, step);
    manager.step();
  },
  "the same, and 60 digital and scalar actions read": (manager, step) => {
    feed(manager, step);
    manager.step();
    readNumbers(manager);
  },
  "the same, and all 100 actions read": (manager, step) => {
    feed(manager, step);
    manager.step();
    readNumbers(manager);
    readVectors(manager);
  },
};

const measuredSteps = 1_000_000;
// Small enough for the young generation that package.json asks for, so that nothing is collected between the two heap
// readings.
const stepsPerPart = 20_000;

/** Bytes that a step allocates, averaged over a million steps. */
function measureBytes(work: Work): number {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect !== "function") throw new Error("Run it with --expose-gc.");
  const manager = createManager();
  for (let step = 0; step < 100_000; step += 1) work(manager, step);
  let bytes = 0;
  for (let first = 0; first < measuredSteps; first += stepsPerPart) {
    Reflect.apply(collect, undefined, [{ type: "minor" }]);
    const before = usedBytes();
    for (let step = first; step < first + stepsPerPart; step += 1) work(manager, step);
    bytes += usedBytes() - before - readingBytes;
  }
  return bytes / measuredSteps;
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}

/** Bytes that a reading of the heap statistics itself allocates. */
const readingBytes = ((): number => {
  for (let reading = 0; reading < 1000; reading += 1) usedBytes();
  const before = usedBytes();
  for (let reading = 0; reading < 1000; reading += 1) usedBytes();
  return (usedBytes() - before) / 1001;
})();

const bench = new Bench({ time: 1000 });
for (const [name, work] of Object.entries(cases)) {
  const manager = createManager();
  let step = 0;
  bench.add(name, () => {
    // A hundred steps at once, because one is too short for the clock.
    for (let count = 0; count < 100; count += 1) work(manager, (step += 1));
  });
}
await bench.run();
process.stdout.write(`\n${String(actionCount)} actions, ${String(actionCount * bindingsPerAction)} bindings\n`);
for (const [name, work] of Object.entries(cases)) {
  const result = bench.getTask(name)?.result;
  const us = result !== undefined && "latency" in result ? (result.latency.p50 * 1000) / 100 : Number.NaN;
  process.stdout.write(
    `  ${name.padEnd(52)} ${us.toFixed(2).padStart(7)} us ${measureBytes(work).toFixed(1).padStart(8)} bytes allocated\n`,
  );
}
