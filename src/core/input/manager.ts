import { validateInputMap, type InputMap, type ValueType } from "../../formats/input-map.ts";
import { nearestName } from "../../formats/nearest-name.ts";
import type { HashSink } from "../state-hash.ts";
import {
  beginFrame,
  beginStep,
  bindAction,
  type DigitalAction,
  handOut,
  inherit,
  noteLevel,
  type LiveAction,
} from "./actions.ts";
import { sourceKeyOf } from "./binding-readers.ts";
import type { Vector2 } from "./deadzone.ts";
import type { DeviceEvent } from "./device-event.ts";
import { createFrameView, type InputView } from "./frame-view.ts";
import { InputError } from "./input-error.ts";
import { VectorCell } from "./vector-cell.ts";
import { InputLevels, sourceKey, type InjectedKind, type Source, type SourceKind, type TouchKind } from "./levels.ts";

const none: readonly DigitalAction[] = [];
const nowhere: Partial<Vector2> = {};

/** Options of an input manager. */
export interface InputManagerOptions {
  /** Told once what a device did that the manager could not use, such as a number that is not finite. */
  readonly warn?: (message: string) => void;
}

let addToHash: (manager: InputManager, sink: HashSink) => void;

/** Adds all levels and the current step of every action, by the names of the actions. A game has no use for it. */
export function hashInput(manager: InputManager, sink: HashSink): void {
  addToHash(manager, sink);
}

function addAction(sink: HashSink, action: LiveAction): void {
  if (action.valueType === "digital") {
    sink.addNumber(action.isPressed ? 1 : 0);
    sink.addNumber(action.pressCount);
    sink.addNumber(action.releaseCount);
    return;
  }
  sink.addNumber(action.held.x);
  if (action.valueType !== "scalar") sink.addNumber(action.held.y);
}

/**
 * Reads typed actions from devices, touch controls and injected test sources, by an input map. What arrives between two
 * calls of `step` is what the second one makes visible; nothing changes in between.
 */
export class InputManager implements InputView {
  /**
   * What rendering reads: edges and movement of all steps since the frame before, so that none is missed in a frame of
   * several steps and none is seen twice in frames without a step. Everything else is as the last step sees it.
   */
  readonly frame: InputView = createFrameView(this, {
    findDigital: (action) => this.#digital(action),
    findMovement: (action) => this.#movement(action),
  });
  static {
    addToHash = (manager, sink) => {
      manager.#levels.hashInto(sink);
      for (const action of manager.#list) addAction(sink, action);
    };
  }

  readonly #levels: InputLevels;
  /** In the order of their names, so that a hash does not depend on the order of the file. Null before `loadMap`. */
  #actions: ReadonlyMap<string, LiveAction> | null = null;
  #boundKeys: ReadonlySet<string> = new Set();
  /** The digital actions that a source feeds, by its key, and those that gamepads feed. */
  #digitalsBySource: ReadonlyMap<string, readonly DigitalAction[]> = new Map();
  #digitalsOfPads: readonly DigitalAction[] = [];
  #hasGamepadBinding = false;
  #list: readonly LiveAction[] = [];
  #isPaused = false;
  /** What is being injected: numbers that are passed on from call to call are put on the heap. */
  readonly #incoming = new VectorCell();
  #hasWarned = false;
  readonly #noteSource = (source: Source): void => {
    for (const action of this.#digitalsBySource.get(source.key) ?? none) noteLevel(action, !this.#isPaused);
  };

  constructor(options: InputManagerOptions = {}) {
    this.#levels = new InputLevels(() => {
      if (!this.#hasWarned) options.warn?.("A device reported a number that is not finite; it reads as 0.");
      this.#hasWarned = true;
    });
  }

  /**
   * Replaces the map. Levels that still have a source survive; what was pressed and no longer is will be just released.
   * @param map The text of an input map, or what it parses to.
   * @throws {InputError} `invalid-map`, or `binding-type-mismatch` where that is what is wrong first; the map before stays in force.
   */
  loadMap(map: unknown): void {
    const valid = parseMap(map);
    const bindings = Object.values(valid.actions).flatMap((action) => action.bindings);
    const keys = bindings.map((binding) => sourceKeyOf(binding)).filter((key) => key !== null);
    const entries = Object.entries(valid.actions).sort(([left], [right]) => (left < right ? -1 : 1));
    const bound = entries.map(([name, action]) => [name, bindAction(action, this.#levels)] as const);
    for (const [name, action] of bound) inherit(action, this.#actions?.get(name), !this.#isPaused);
    this.#actions = new Map(bound);
    this.#list = bound.map(([, action]) => action);
    this.#followSources(valid, this.#actions);
    this.#boundKeys = new Set(keys);
    this.#hasGamepadBinding = bindings.some((binding) => sourceKeyOf(binding) === null);
    this.#levels.keepOnly((key) => this.#boundKeys.has(key));
  }

  /** Takes what a device did. */
  receive(event: DeviceEvent): void {
    this.#levels.receive(event);
    this.#settle();
    if (event.type !== "gamepad" && event.type !== "blur" && event.type !== "focus") return;
    for (const action of this.#digitalsOfPads) noteLevel(action, !this.#isPaused);
  }

  /** Sets the level of a `test_axis` source. @throws {InputError} `no-map`, `unknown-source`, `non-finite-input`. */
  injectAxis(sourceId: string, value: number): void {
    this.#writeNumber("test_axis", sourceId, value);
  }

  /** Sets the level of a `test_vector2` source. @throws {InputError} As `injectAxis`. */
  injectVector2(sourceId: string, value: Vector2): void {
    this.#writeVector("test_vector2", sourceId, value);
  }

  /** Adds to what a `test_pointer_delta` source moves in the next step. @throws {InputError} As `injectAxis`. */
  injectPointerDelta(sourceId: string, delta: Vector2): void {
    this.#writeVector("test_pointer_delta", sourceId, delta);
  }

  /** Sets the place of a `test_pointer_position` source, canvas CSS pixels. @throws {InputError} As `injectAxis`. */
  injectPointerPosition(sourceId: string, position: Vector2): void {
    this.#writeVector("test_pointer_position", sourceId, position);
  }

  /** Presses or releases a virtual button. @throws {InputError} `no-map`, `unknown-source`. */
  setTouchButton(sourceId: string, isPressed: boolean): void {
    this.#writeNumber("touch_button", sourceId, isPressed ? 1 : 0);
  }

  /** Sets the level of a virtual stick. @throws {InputError} As `injectAxis`. */
  setTouchStick(sourceId: string, value: Vector2): void {
    this.#writeVector("touch_stick", sourceId, value);
  }

  /** Begins a fixed step: makes visible what arrived since the last one. */
  step(): void {
    for (const action of this.#list) beginStep(action);
    this.#levels.spendMovement();
  }

  /** Begins a frame, after the steps that belong to it: makes visible in `frame` what they saw. */
  beginFrame(): void {
    for (const action of this.#list) beginFrame(action);
  }

  /** While paused, levels are followed and edges are dropped; after it an edge needs a fresh transition. */
  setPaused(isPaused: boolean): void {
    // To say again what holds already drops nothing.
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#levels.spendMovement();
    for (const action of this.#list) {
      if (action.valueType !== "digital") continue;
      action.presses = 0;
      action.releases = 0;
    }
  }

  /** Whether a digital action is held in this step. @throws {InputError} As every getter, see `#find`. */
  isPressed(action: string): boolean {
    return this.#digital(action).isPressed;
  }

  /** Whether a digital action went down within this step, even if it is up again. */
  isJustPressed(action: string): boolean {
    return this.#digital(action).pressCount > 0;
  }

  /** Whether a digital action went up within this step, even if it is down again. */
  isJustReleased(action: string): boolean {
    return this.#digital(action).releaseCount > 0;
  }

  /** How often a digital action went down within this step. */
  pressCount(action: string): number {
    return this.#digital(action).pressCount;
  }

  /** How often a digital action went up within this step. */
  releaseCount(action: string): number {
    return this.#digital(action).releaseCount;
  }

  /** The value of a scalar action, [-1, 1]. */
  getScalar(action: string): number {
    const found = this.#find(action);
    return found.valueType === "scalar" ? found.held.x : throwMismatch(action, found, "scalar");
  }

  /** The value of a vector2 action, magnitude at most 1. The object is never changed afterwards. */
  getVector2(action: string): Vector2 {
    return this.#vector(action, "vector2");
  }

  /** What a pointerDelta action moved in this step, in pixels. */
  getPointerDelta(action: string): Vector2 {
    return handOut(this.#movement(action).held);
  }

  /** Where a pointerPosition action is, in canvas CSS pixels; {0, 0} before anything was written. */
  getPointerPosition(action: string): Vector2 {
    return this.#vector(action, "pointerPosition");
  }

  /** Whether any binding of the map reads this source. */
  isBound(kind: SourceKind | "gamepad", id: string | number): boolean {
    return kind === "gamepad" ? this.#hasGamepadBinding : this.#levels.isBound(kind, id);
  }

  /** @param value Callers without a compiler pass anything: what has no such part is not finite. */
  #writeVector(kind: InjectedKind | TouchKind, sourceId: string, value: Partial<Vector2> | null | undefined): void {
    const { x, y } = value ?? nowhere;
    this.#incoming.x = typeof x === "number" ? x : Number.NaN;
    this.#incoming.y = typeof y === "number" ? y : Number.NaN;
    this.#write(kind, sourceId);
  }

  #writeNumber(kind: InjectedKind | TouchKind, sourceId: string, value: number): void {
    this.#incoming.x = typeof value === "number" ? value : Number.NaN;
    this.#incoming.y = 0;
    this.#write(kind, sourceId);
  }

  /** Writes what is incoming. */
  #write(kind: InjectedKind | TouchKind, sourceId: string): void {
    this.#requireSource(kind, sourceId);
    if (kind === "test_pointer_delta") this.#levels.addMovement(kind, sourceId, this.#incoming);
    else this.#levels.write(kind, sourceId, this.#incoming);
    this.#settle();
  }

  /** Counts the edges that the last write made. */
  #settle(): void {
    if (this.#isPaused) this.#levels.spendMovement();
    this.#levels.takeFlipped(this.#noteSource);
  }

  #followSources({ actions }: InputMap, live: ReadonlyMap<string, LiveAction>): void {
    const bySource = new Map<string, DigitalAction[]>();
    const ofPads = new Set<DigitalAction>();
    for (const [name, action] of live) {
      if (action.valueType !== "digital") continue;
      for (const binding of actions[name]?.bindings ?? []) {
        const key = sourceKeyOf(binding);
        if (key === null) ofPads.add(action);
        else bySource.set(key, [...(bySource.get(key) ?? []), action]);
      }
    }
    this.#digitalsBySource = bySource;
    this.#digitalsOfPads = [...ofPads];
  }

  #requireSource(kind: InjectedKind | TouchKind, sourceId: string): void {
    if (this.#actions === null) throw new InputError("no-map", "No input map is loaded yet: call loadMap first.");
    if (!this.#levels.isBound(kind, sourceId)) {
      const prefix = sourceKey(kind, "");
      const known = [...this.#boundKeys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      const message = `No binding of type ${kind} has the sourceId ${JSON.stringify(sourceId)}.`;
      throw new InputError("unknown-source", message, { suggestion: nearestName(sourceId, known) });
    }
    if (Number.isFinite(this.#incoming.x) && Number.isFinite(this.#incoming.y)) return;
    throw new InputError(
      "non-finite-input",
      `The input for ${kind} ${JSON.stringify(sourceId)} is not a finite number.`,
    );
  }

  #digital(action: string): Extract<LiveAction, { readonly valueType: "digital" }> {
    const found = this.#find(action);
    return found.valueType === "digital" ? found : throwMismatch(action, found, "digital");
  }

  #movement(action: string): Extract<LiveAction, { readonly valueType: "pointerDelta" }> {
    const found = this.#find(action);
    return found.valueType === "pointerDelta" ? found : throwMismatch(action, found, "pointerDelta");
  }

  #vector(action: string, valueType: "vector2" | "pointerPosition"): Vector2 {
    const found = this.#find(action);
    const isVector = found.valueType === "vector2" || found.valueType === "pointerPosition";
    return isVector && found.valueType === valueType ? handOut(found.held) : throwMismatch(action, found, valueType);
  }

  #find(name: string): LiveAction {
    if (this.#actions === null) throw new InputError("no-map", "No input map is loaded yet: call loadMap first.");
    const found = this.#actions.get(name);
    if (found !== undefined) return found;
    const suggestion = nearestName(name, this.#actions.keys());
    throw new InputError("unknown-action", `The input map has no action ${JSON.stringify(name)}.`, { suggestion });
  }
}

function throwMismatch(name: string, found: LiveAction, wanted: ValueType): never {
  const message = `The action ${JSON.stringify(name)} is ${found.valueType} and was read as ${wanted}.`;
  throw new InputError("action-type-mismatch", message);
}

function parseMap(map: unknown): InputMap {
  const text = typeof map === "string" ? map : writeJson(map);
  const validation = validateInputMap(text);
  if (validation.ok) return validation.value;
  const [first] = validation.errors;
  const where = first === undefined || first.pointer === "" ? "the map" : first.pointer;
  const message = `The input map is not valid. At ${where} (${first?.code ?? "unknown"}): ${first?.message ?? ""}`;
  const code = first?.code === "binding-type-mismatch" ? first.code : "invalid-map";
  throw new InputError(code, message, { diagnostics: validation.errors });
}

/** An object is checked as the file it would be, so that the same rules and pointers hold. */
function writeJson(map: unknown): string {
  try {
    const text: unknown = JSON.stringify(map);
    // What JSON has no word for, such as undefined or a function, is no map: the empty text says so.
    return typeof text === "string" ? text : "";
  } catch (cause) {
    throw new InputError("invalid-map", `The input map cannot be written as JSON: ${String(cause)}`);
  }
}
