import type { HashSink } from "../state-hash.ts";
import type { Vector2, VectorTarget } from "./deadzone.ts";
import type { DeviceEvent } from "./device-event.ts";
import { Gamepads, readFinite } from "./gamepads.ts";
import { VectorCell } from "./vector-cell.ts";

/** The kinds of source that have a level of their own. Gamepads are read as a whole, see `Gamepads`. */
export type SourceKind = InjectedKind | TouchKind | "key" | "mouse_button" | "mouse_move";

/** The kinds of source that a test or a tool sets. */
export type InjectedKind = "test_axis" | "test_vector2" | "test_pointer_delta" | "test_pointer_position";
/** The kinds of touch control. */
export type TouchKind = "touch_button" | "touch_stick";

/** The current level of one key, button, axis or stick. All bindings that read it share it. */
export interface Source {
  readonly key: string;
  readonly kind: SourceKind;
  /** 1 while a button is held. For movement, the sum since the last step. */
  readonly x: number;
  readonly y: number;
  /** Sequence number of the last write; 0 before any. */
  readonly writtenAt: number;
  /** Whether a binding of the map reads it. */
  readonly isBound: boolean;
}

class MutableSource extends VectorCell implements Source {
  readonly key: string;
  readonly kind: SourceKind;
  writtenAt = 0;
  isBound = false;

  constructor(kind: SourceKind, id: string | number) {
    super();
    this.key = sourceKey(kind, id);
    this.kind = kind;
  }
}

/** The source id of the host's real pointer for pointerPosition actions. */
export const pointerSourceId = "pointer";

/** `MouseEvent.buttons` has a bit for each `MouseEvent.button`, middle and right swapped. */
const bitsByButton = [1, 4, 2, 8, 16] as const;

/**
 * The levels of all sources. Every write takes effect at once and gets the next sequence number; the manager reads the
 * levels when a step begins. So there is no queue that could grow while no step runs.
 */
export class InputLevels {
  readonly gamepads: Gamepads;
  /** By kind, then by id, so that a lookup creates no text. */
  readonly #sources = new Map<SourceKind, Map<string | number, MutableSource>>();
  /** Ordered by key, so that the hash does not depend on the order of creation. */
  #sorted: readonly MutableSource[] = [];
  #moving: readonly MutableSource[] = [];
  /**
   * Sources that were pressed or released since the last `takeFlipped`. Only the first `#flippedCount` entries count.
   * The list is never truncated, because that would free its memory.
   */
  readonly #flipped: MutableSource[] = [];
  #flippedCount = 0;
  #sequence = 0;
  readonly #pressedUnderMeta = new Set<MutableSource>();
  /** The last position of the pointer, if there was one. */
  readonly #lastPlace = new VectorCell();
  #hasLastPlace = false;
  /** The movement of the current event. */
  readonly #moved = new VectorCell();
  readonly #onNonFinite: () => void;

  /** @param onNonFinite Called if a device's number is not finite, and so reads as 0. */
  constructor(onNonFinite: () => void) {
    this.#onNonFinite = onNonFinite;
    this.gamepads = new Gamepads(onNonFinite);
  }

  /** Returns the source of a kind and id, created on demand. The object stays the same until its level is dropped. */
  source(kind: SourceKind, id: string | number): Source {
    return this.#mutable(kind, id);
  }

  /** Writes a level. */
  write(kind: SourceKind, id: string | number, level: Vector2): void {
    const source = this.#mutable(kind, id);
    const wasHeld = source.x !== 0;
    source.x = level.x + 0;
    source.y = level.y + 0;
    this.#noteWrite(source, wasHeld);
  }

  /** Whether any binding of the map reads this source. */
  isBound(kind: SourceKind, id: string | number): boolean {
    return this.#sources.get(kind)?.get(id)?.isBound ?? false;
  }

  /** Passes on each source that was pressed or released since the last call, some of them twice. */
  takeFlipped(take: (source: Source) => void): void {
    for (let index = 0; index < this.#flippedCount; index += 1) {
      const source = this.#flipped[index];
      if (source !== undefined) take(source);
    }
    this.#flippedCount = 0;
  }

  /** Adds to the movement since the last step. */
  addMovement(kind: "mouse_move" | "test_pointer_delta", id: string, delta: Vector2): void {
    const source = this.#mutable(kind, id);
    const wasHeld = source.x !== 0;
    addFinite(source, delta);
    this.#noteWrite(source, wasHeld);
  }

  /** Takes the input of a device. */
  receive(event: DeviceEvent): void {
    switch (event.type) {
      case "key":
        if (event.repeat !== true) this.#receiveKey(event.code, event.pressed);
        return;
      case "mouse_button":
        this.#place(event.x, event.y);
        this.#reconcileButtons(event.buttons, event.button);
        this.#press("mouse_button", event.button, event.pressed);
        return;
      case "mouse_move":
        this.#receiveMove(event);
        return;
      case "gamepad":
        this.gamepads.receive(event);
        return;
      case "blur":
        this.#releaseAll();
        this.gamepads.isMuted = true;
        return;
      case "focus":
        this.gamepads.isMuted = false;
        return;
      case "wheel":
      case "pointer_lock":
        return;
    }
  }

  /** Resets the movement: a step has used it, or dropped it. */
  spendMovement(): void {
    for (const source of this.#moving) {
      source.x = 0;
      source.y = 0;
    }
  }

  /** Switches to another map. Drops injected and touch levels that no binding reads any more; devices keep theirs. */
  keepOnly(isBound: (key: string) => boolean): void {
    for (const sources of this.#sources.values()) {
      for (const [id, source] of sources) {
        source.isBound = isBound(source.key);
        if (!isDevice(source.kind) && !source.isBound) sources.delete(id);
      }
    }
    this.#flippedCount = 0;
    this.#sort();
  }

  /** Absorbs every level that is not neutral. */
  hashInto(sink: HashSink): void {
    for (const source of this.#sorted) {
      if (source.x === 0 && source.y === 0) continue;
      sink.addText(source.key);
      sink.addNumber(source.x);
      sink.addNumber(source.y);
    }
    this.gamepads.hashInto(sink);
  }

  #receiveKey(code: string, isPressed: boolean): void {
    const source = this.#mutable("key", code);
    if (!isPressed && (code === "MetaLeft" || code === "MetaRight")) this.#releaseUnderMeta();
    else if (isPressed && this.#isMetaHeld()) this.#pressedUnderMeta.add(source);
    this.#press("key", code, isPressed);
  }

  #isMetaHeld(): boolean {
    return this.#mutable("key", "MetaLeft").x !== 0 || this.#mutable("key", "MetaRight").x !== 0;
  }

  /** macOS sends no keyup for a key that is released while Meta is held. */
  #releaseUnderMeta(): void {
    for (const source of this.#pressedUnderMeta) this.#neutralise(source);
    this.#pressedUnderMeta.clear();
  }

  #receiveMove(event: Extract<DeviceEvent, { readonly type: "mouse_move" }>): void {
    const { x, y, dx, dy, buttons } = event;
    const moved = this.#moved;
    // Without a last position, a position alone is no movement.
    const last = this.#hasLastPlace ? this.#lastPlace : null;
    if (dx !== undefined) moved.x = readFinite(dx, this.#onNonFinite);
    else moved.x = x === undefined || last === null ? 0 : readFinite(x - last.x, this.#onNonFinite);
    if (dy !== undefined) moved.y = readFinite(dy, this.#onNonFinite);
    else moved.y = y === undefined || last === null ? 0 : readFinite(y - last.y, this.#onNonFinite);
    this.#place(x, y);
    this.#reconcileButtons(buttons, null);
    this.addMovement("mouse_move", "", moved);
  }

  #place(x: number | undefined, y: number | undefined): void {
    if (x === undefined || y === undefined) return;
    this.#lastPlace.x = readFinite(x, this.#onNonFinite);
    this.#lastPlace.y = readFinite(y, this.#onNonFinite);
    this.#hasLastPlace = true;
    const isKnown = this.#sources.get("test_pointer_position")?.has(pointerSourceId) ?? false;
    if (isKnown) this.write("test_pointer_position", pointerSourceId, this.#lastPlace);
  }

  /** Presses and releases buttons that changed outside of the page. The event's own button is left to the event. */
  #reconcileButtons(buttons: number | undefined, own: number | null): void {
    if (buttons === undefined) return;
    for (let button = 0; button < bitsByButton.length; button += 1) {
      if (button === own) continue;
      const isPressed = (buttons & (bitsByButton[button] ?? 0)) !== 0;
      if ((this.#mutable("mouse_button", button).x !== 0) !== isPressed) this.#press("mouse_button", button, isPressed);
    }
  }

  #releaseAll(): void {
    for (const source of this.#sorted) {
      const { kind } = source;
      if (kind !== "key" && kind !== "mouse_button" && kind !== "touch_button" && kind !== "touch_stick") continue;
      this.#neutralise(source);
    }
    this.#pressedUnderMeta.clear();
  }

  #press(kind: "key" | "mouse_button", id: string | number, isPressed: boolean): void {
    const source = this.#mutable(kind, id);
    const wasHeld = source.x !== 0;
    source.x = isPressed ? 1 : 0;
    this.#noteWrite(source, wasHeld);
  }

  #noteWrite(source: MutableSource, wasHeld: boolean): void {
    if (wasHeld !== (source.x !== 0)) this.#noteFlip(source);
    this.#sequence += 1;
    source.writtenAt = this.#sequence;
  }

  /** Resets a source without counting it as a write. */
  #neutralise(source: MutableSource): void {
    if (source.x !== 0) this.#noteFlip(source);
    source.x = 0;
    source.y = 0;
  }

  #noteFlip(source: MutableSource): void {
    this.#flipped[this.#flippedCount] = source;
    this.#flippedCount += 1;
  }

  #mutable(kind: SourceKind, id: string | number): MutableSource {
    const sources = this.#sources.get(kind) ?? new Map<string | number, MutableSource>();
    const known = sources.get(id);
    if (known !== undefined) return known;
    const created = new MutableSource(kind, id);
    this.#sources.set(kind, sources.set(id, created));
    this.#sort();
    return created;
  }

  #sort(): void {
    const all = [...this.#sources.values()].flatMap((sources) => [...sources.values()]);
    this.#sorted = all.sort((left, right) => (left.key < right.key ? -1 : 1));
    this.#moving = all.filter(({ kind }) => kind === "mouse_move" || kind === "test_pointer_delta");
  }
}

/** Identifies a source: the same id in two kinds means two sources. */
export function sourceKey(kind: SourceKind, id: string | number): string {
  return `${kind}:${id}`;
}

function isDevice(kind: SourceKind): boolean {
  return kind === "key" || kind === "mouse_button" || kind === "mouse_move";
}

/** Adds to a sum and keeps it finite, so that no later sum can become NaN. */
export function addFinite(sum: VectorTarget, { x, y }: Vector2): void {
  sum.x = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum.x + x));
  sum.y = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum.y + y));
}
