import type { Binding } from "../../formats/input-map.ts";
import { rescaleStick, type VectorTarget } from "./deadzone.ts";
import { VectorCell } from "./vector-cell.ts";
import { addFinite, sourceKey, type InputLevels, type SourceKind } from "./levels.ts";

// Each function turns the bindings of an action into one reader. Validation rejects bindings that cannot feed the
// action's value type, so bindings of other types contribute nothing here.

export type VectorReader = (target: VectorTarget) => void;

/** Digital: whether any binding is pressed. */
export function anyOf(bindings: readonly Binding[], levels: InputLevels): () => boolean {
  const readers = bindings.map((binding) => readDigital(binding, levels)).filter((reader) => reader !== null);
  return () => {
    for (const isSatisfied of readers) {
      if (isSatisfied()) return true;
    }
    return false;
  };
}

/** Scalar, written into x: the value of greatest magnitude; the first one of equal values. */
export function largestOf(bindings: readonly Binding[], levels: InputLevels): VectorReader {
  const readers = bindings.map((binding) => readScalar(binding, levels)).filter((reader) => reader !== null);
  const term = new VectorCell();
  return (target) => {
    target.x = 0;
    for (const read of readers) {
      read(term);
      if (Math.abs(term.x) > Math.abs(target.x)) target.x = term.x;
    }
  };
}

/** Vector2: the sum of all bindings, each after its own deadzone, clamped to the unit circle. */
export function stickOf(bindings: readonly Binding[], levels: InputLevels): VectorReader {
  const sum = sumOf(bindings.map((binding) => readVector(binding, levels)).filter((reader) => reader !== null));
  return (target) => {
    sum(target);
    rescaleStick(target, 0);
  };
}

/** PointerDelta: the sum of all movement, without a deadzone. */
export function movementOf(bindings: readonly Binding[], levels: InputLevels): VectorReader {
  return sumOf(bindings.map((binding) => readMovement(binding, levels)).filter((reader) => reader !== null));
}

/** PointerPosition: the position written last; {0, 0} before any. */
export function latestOf(bindings: readonly Binding[], levels: InputLevels): VectorReader {
  const sources = bindings.flatMap((binding) =>
    binding.type === "test_pointer_position" ? [levels.source(binding.type, binding.sourceId)] : [],
  );
  const [first, ...others] = sources;
  return (target) => {
    target.x = 0;
    target.y = 0;
    if (first === undefined) return;
    let latest = first;
    for (const source of others) {
      if (source.writtenAt > latest.writtenAt) latest = source;
    }
    target.x = latest.x;
    target.y = latest.y;
  };
}

/** The key of the source that a binding reads; null for gamepads, which have none. */
export function sourceKeyOf(binding: Binding): string | null {
  if ("sourceId" in binding) return sourceKey(binding.type, binding.sourceId);
  if (binding.type === "key") return sourceKey(binding.type, binding.code);
  if (binding.type === "mouse_button") return sourceKey(binding.type, binding.button);
  return binding.type === "mouse_move" ? sourceKey(binding.type, "") : null;
}

function readDigital(binding: Binding, levels: InputLevels): (() => boolean) | null {
  const { gamepads } = levels;
  switch (binding.type) {
    case "key":
      return readHeld(levels, binding.type, binding.code);
    case "mouse_button":
      return readHeld(levels, binding.type, binding.button);
    case "touch_button":
      return readHeld(levels, binding.type, binding.sourceId);
    case "gamepad_button":
      return () => gamepads.isButtonPressed(binding.button);
    case "gamepad_axis": {
      const direction = signOf(binding.direction);
      return () => gamepads.isAxisPast(binding.axis, direction, binding.deadzone);
    }
    default:
      return null;
  }
}

function readHeld(levels: InputLevels, kind: SourceKind, id: string | number): () => boolean {
  const source = levels.source(kind, id);
  return () => source.x !== 0;
}

function readScalar(binding: Binding, levels: InputLevels): VectorReader | null {
  const { gamepads } = levels;
  switch (binding.type) {
    case "key":
    case "mouse_button": {
      const source = levels.source(binding.type, binding.type === "key" ? binding.code : binding.button);
      return (target) => {
        target.x = source.x;
      };
    }
    case "gamepad_button": {
      const { button } = binding;
      return (target) => {
        gamepads.readButton(button, target);
      };
    }
    case "gamepad_axis": {
      const direction = signOf(binding.direction);
      const { axis, deadzone } = binding;
      return (target) => {
        gamepads.readHalfAxis(axis, direction, deadzone, target);
      };
    }
    case "test_axis": {
      const source = levels.source(binding.type, binding.sourceId);
      const { deadzone } = binding;
      return (target) => {
        target.x = source.x;
        target.y = 0;
        rescaleStick(target, deadzone);
      };
    }
    default:
      return null;
  }
}

function readVector(binding: Binding, levels: InputLevels): VectorReader | null {
  const { gamepads } = levels;
  switch (binding.type) {
    case "gamepad_axis_pair": {
      const { xAxis, yAxis, deadzone } = binding;
      return (target) => {
        gamepads.readStick(xAxis, yAxis, deadzone, target);
      };
    }
    case "mouse_move":
    case "test_vector2":
    case "touch_stick": {
      const source = levels.source(binding.type, binding.type === "mouse_move" ? "" : binding.sourceId);
      const { deadzone } = binding;
      return (target) => {
        target.x = source.x;
        target.y = source.y;
        rescaleStick(target, deadzone);
      };
    }
    default:
      return null;
  }
}

function readMovement(binding: Binding, levels: InputLevels): VectorReader | null {
  if (binding.type !== "mouse_move" && binding.type !== "test_pointer_delta") return null;
  const source = levels.source(binding.type, binding.type === "mouse_move" ? "" : binding.sourceId);
  return (target) => {
    target.x = source.x;
    target.y = source.y;
  };
}

function sumOf(readers: readonly VectorReader[]): VectorReader {
  const term = new VectorCell();
  return (target) => {
    target.x = 0;
    target.y = 0;
    for (const read of readers) {
      read(term);
      addFinite(target, term);
    }
  };
}

function signOf(direction: "positive" | "negative"): 1 | -1 {
  return direction === "positive" ? 1 : -1;
}
