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

const noMap =
  "No input map is loaded: the game has no framegate.input.json next to its manifest, and has not called loadMap.";
const none: readonly DigitalAction[] = [];
const nowhere: Partial<Vector2> = {};

/** Options of an input manager. */
export interface InputManagerOptions {
  /** Called once if a device sends input that the manager cannot use, such as a number that is not finite. */
  readonly warn?: (message: string) => void;
}

let addToHash: (manager: InputManager, sink: HashSink) => void;

/** Adds all levels and the current step of every action, by the names of the actions. Games do not need it. */
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
 * Reads typed actions from devices, touch controls and injected test sources, through an input map. Input that arrives
 * between two calls of `step` becomes visible in the second one. Between steps nothing changes.
 */
export class InputManager implements InputView {
  /**
   * The view for rendering. Edges and movement cover all steps since the last frame, so a frame with several steps
   * misses none, and frames without a step repeat none. Everything else is as of the last step.
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
  /** Ordered by name, so that the hash does not depend on the order of the file. Null before `loadMap`. */
  #actions: ReadonlyMap<string, LiveAction> | null = null;
  #boundKeys: ReadonlySet<string> = new Set();
  /** The digital actions of each source, by the source's key, and those that gamepads feed. */
  #digitalsBySource: ReadonlyMap<string, readonly DigitalAction[]> = new Map();
  #digitalsOfPads: readonly DigitalAction[] = [];
  #hasGamepadBinding = false;
  #list: readonly LiveAction[] = [];
  #isPaused = false;
  /** The value being injected. V8 would allocate numbers that are passed from call to call on the heap. */
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
   * Replaces the map. Sources that are still bound keep their levels. An action that was pressed and no longer is
   * becomes just released.
   * @param map The text of an input map, or its parsed value.
   * @throws {InputError} `invalid-map`, or `binding-type-mismatch` if that is the first mistake. The old map stays in
   * force.
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

  /** Takes the input of a device. */
  receive(event: DeviceEvent): void {
    this.#levels.receive(event);
    this.#settle();
    if (event.type !== "gamepad" && event.type !== "blur" && event.type !== "focus") return;
    for (const action of this.#digitalsOfPads) noteLevel(action, !this.#isPaused);
  }

  /**
   * Sets the level of a `test_axis` source.
   * @throws {InputError} `no-map`, `unknown-source`, `non-finite-input`.
   */
  injectAxis(sourceId: string, value: number): void {
    this.#writeNumber("test_axis", sourceId, value);
  }

  /**
   * Sets the level of a `test_vector2` source.
   * @throws {InputError} As `injectAxis`.
   */
  injectVector2(sourceId: string, value: Vector2): void {
    this.#writeVector("test_vector2", sourceId, value);
  }

  /**
   * Adds to the movement of a `test_pointer_delta` source in the next step.
   * @throws {InputError} As `injectAxis`.
   */
  injectPointerDelta(sourceId: string, delta: Vector2): void {
    this.#writeVector("test_pointer_delta", sourceId, delta);
  }

  /**
   * Sets the position of a `test_pointer_position` source, in canvas CSS pixels.
   * @throws {InputError} As `injectAxis`.
   */
  injectPointerPosition(sourceId: string, position: Vector2): void {
    this.#writeVector("test_pointer_position", sourceId, position);
  }

  /**
   * Presses or releases a virtual button.
   * @throws {InputError} `no-map`, `unknown-source`.
   */
  setTouchButton(sourceId: string, isPressed: boolean): void {
    this.#writeNumber("touch_button", sourceId, isPressed ? 1 : 0);
  }

  /**
   * Sets the level of a virtual stick.
   * @throws {InputError} As `injectAxis`.
   */
  setTouchStick(sourceId: string, value: Vector2): void {
    this.#writeVector("touch_stick", sourceId, value);
  }

  /** Begins a fixed step: the input since the last one becomes visible. */
  step(): void {
    for (const action of this.#list) beginStep(action);
    this.#levels.spendMovement();
  }

  /** Begins a frame, after its steps: their input becomes visible in `frame`. */
  beginFrame(): void {
    for (const action of this.#list) beginFrame(action);
  }

  /** While paused, levels are tracked but edges are dropped. Afterwards an edge needs a new transition. */
  setPaused(isPaused: boolean): void {
    // Setting the same state again drops nothing.
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#levels.spendMovement();
    for (const action of this.#list) {
      if (action.valueType !== "digital") continue;
      action.presses = 0;
      action.releases = 0;
    }
  }

  /**
   * Whether a digital action is held in this step.
   * @throws {InputError} As every getter: `no-map`, `unknown-action`, `action-type-mismatch`.
   */
  isPressed(action: string): boolean {
    return this.#digital(action).isPressed;
  }

  /** Whether a digital action was pressed in this step, even if it is up again. */
  isJustPressed(action: string): boolean {
    return this.#digital(action).pressCount > 0;
  }

  /** Whether a digital action was released in this step, even if it is down again. */
  isJustReleased(action: string): boolean {
    return this.#digital(action).releaseCount > 0;
  }

  /** How often a digital action was pressed in this step. */
  pressCount(action: string): number {
    return this.#digital(action).pressCount;
  }

  /** How often a digital action was released in this step. */
  releaseCount(action: string): number {
    return this.#digital(action).releaseCount;
  }

  /** The value of a scalar action, [-1, 1]. */
  getScalar(action: string): number {
    const found = this.#find(action);
    return found.valueType === "scalar" ? found.held.x : throwMismatch(action, found, "scalar");
  }

  /** The value of a vector2 action, magnitude at most 1. The object never changes. */
  getVector2(action: string): Vector2 {
    return this.#vector(action, "vector2");
  }

  /** The movement of a pointerDelta action in this step, in pixels. */
  getPointerDelta(action: string): Vector2 {
    return handOut(this.#movement(action).held);
  }

  /** The position of a pointerPosition action, in canvas CSS pixels; {0, 0} before the first one. */
  getPointerPosition(action: string): Vector2 {
    return this.#vector(action, "pointerPosition");
  }

  /** Whether any binding of the map reads this source. */
  isBound(kind: SourceKind | "gamepad", id: string | number): boolean {
    return kind === "gamepad" ? this.#hasGamepadBinding : this.#levels.isBound(kind, id);
  }

  /** @param value Untyped callers can pass anything; a missing part counts as not finite. */
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

  /** Writes the incoming value. */
  #write(kind: InjectedKind | TouchKind, sourceId: string): void {
    this.#requireSource(kind, sourceId);
    if (kind === "test_pointer_delta") this.#levels.addMovement(kind, sourceId, this.#incoming);
    else this.#levels.write(kind, sourceId, this.#incoming);
    this.#settle();
  }

  /** Counts the edges of the last write. */
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
    if (this.#actions === null) throw new InputError("no-map", noMap);
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
    if (this.#actions === null) throw new InputError("no-map", noMap);
    const found = this.#actions.get(name);
    if (found !== undefined) return found;
    const suggestion = nearestName(name, this.#actions.keys());
    throw new InputError("unknown-action", `The input map has no action ${JSON.stringify(name)}.`, { suggestion });
  }
}

function throwMismatch(name: string, found: LiveAction, wanted: ValueType): never {
  const message = `The action ${JSON.stringify(name)} is ${found.valueType}, but was read as ${wanted}.`;
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

/** Writes an object out as a file, so that the same rules and pointers apply. */
function writeJson(map: unknown): string {
  try {
    const text: unknown = JSON.stringify(map);
    // A value that JSON cannot express, such as undefined or a function, becomes the empty text, which is invalid.
    return typeof text === "string" ? text : "";
  } catch (cause) {
    throw new InputError("invalid-map", `The input map cannot be written as JSON: ${String(cause)}`);
  }
}
