import { listChoices } from "./field-kinds.ts";
import { errorAt, suggesting, warningAt, type Finding } from "./findings.ts";
import { itemsOf, memberOf, membersOf, numberOf, textOf, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { type BindingType, type ValueType, valueTypes } from "./input-map-schema.ts";
import { keyCodes } from "./key-codes.ts";
import { findMisspelt } from "./misspelt-names.ts";
import { createSuggester } from "./nearest-name.ts";

/**
 * The value types that a binding may feed. Any other pair is an error, because such a binding would silently do
 * nothing.
 */
const bindingFeeds: Readonly<Record<BindingType, readonly ValueType[]>> = {
  key: ["digital", "scalar"],
  mouse_button: ["digital", "scalar"],
  gamepad_button: ["digital", "scalar"],
  gamepad_axis: ["digital", "scalar"],
  mouse_move: ["vector2", "pointerDelta"],
  gamepad_axis_pair: ["vector2"],
  test_vector2: ["vector2"],
  touch_stick: ["vector2"],
  test_axis: ["scalar"],
  test_pointer_delta: ["pointerDelta"],
  test_pointer_position: ["pointerPosition"],
  touch_button: ["digital"],
};

const feedsByType: ReadonlyMap<string, readonly ValueType[]> = new Map(Object.entries(bindingFeeds));

/**
 * The rules for an input map that a schema cannot express.
 * @param strict Reports a missing `valueType` as an error instead of a warning.
 */
export function checkInputMap(root: JsonNode, strict: boolean): readonly Finding[] {
  const options = { strict, suggestKeyCode: createSuggester([...keyCodes]) };
  return membersOf(memberOf(root, "actions")).flatMap(({ name, value }) =>
    checkAction(value, ["actions", name], options),
  );
}

interface CheckOptions {
  readonly strict: boolean;
  readonly suggestKeyCode: (code: string) => string | null;
}

function checkAction(action: JsonNode, path: JsonPath, options: CheckOptions): readonly Finding[] {
  if (action.kind !== "object") return [];
  const written = memberOf(action, "valueType");
  const isDefaulted = written === undefined && findMisspelt(action, "valueType", ["bindings"]) === null;
  const valueType = isDefaulted ? "digital" : valueTypes.find((known) => known === textOf(written));
  const bindings = itemsOf(memberOf(action, "bindings"));
  return [
    ...(isDefaulted ? [reportDefaulted(path, options.strict)] : []),
    ...bindings.flatMap((binding, index) => [
      ...checkFeeding(binding, valueType, [...path, "bindings", index]),
      ...checkBinding(binding, [...path, "bindings", index], options),
    ]),
  ];
}

function reportDefaulted(path: JsonPath, strict: boolean): Finding {
  const message = `The "valueType" is missing, so the action is digital. Write "valueType": "digital" to say so.`;
  return strict ? errorAt(path, "valueType-defaulted", message) : warningAt(path, "valueType-defaulted", message);
}

function checkFeeding(binding: JsonNode, valueType: ValueType | undefined, path: JsonPath): readonly Finding[] {
  const type = textOf(memberOf(binding, "type")) ?? "";
  const feeds = feedsByType.get(type);
  if (valueType === undefined || feeds === undefined || feeds.includes(valueType)) return [];
  const message = `A ${type} binding cannot feed a ${valueType} action; it feeds ${listChoices(feeds)}.`;
  return [errorAt(path, "binding-type-mismatch", message)];
}

function checkBinding(binding: JsonNode, path: JsonPath, { suggestKeyCode }: CheckOptions): readonly Finding[] {
  const type = textOf(memberOf(binding, "type"));
  if (type === undefined || !feedsByType.has(type)) return [];
  return [
    ...checkDeadzone(binding, type, path),
    ...checkKeyCode(binding, path, suggestKeyCode),
    ...indexFields.flatMap((name) => checkIndex(binding, name, path)),
  ];
}

function checkDeadzone(binding: JsonNode, type: string, path: JsonPath): readonly Finding[] {
  const deadzone = numberOf(memberOf(binding, "deadzone"));
  // The deadzone of a mouse movement is in pixels, so any size makes sense.
  const isThreshold = type !== "mouse_move" && deadzone !== undefined && deadzone >= 1;
  if (deadzone === undefined || !Number.isFinite(deadzone) || (deadzone >= 0 && !isThreshold)) return [];
  const message =
    deadzone < 0
      ? `The deadzone ${deadzone} is below 0 and acts as 0.`
      : `The deadzone ${deadzone} is not below 1, so it acts as a threshold: 0 below it, 1 from there on.`;
  return [warningAt([...path, "deadzone"], "deadzone-range", message)];
}

function checkKeyCode(
  binding: JsonNode,
  path: JsonPath,
  suggestKeyCode: CheckOptions["suggestKeyCode"],
): readonly Finding[] {
  const code = textOf(memberOf(binding, "code"));
  if (code === undefined || keyCodes.has(code)) return [];
  const message = `${JSON.stringify(code)} is not a KeyboardEvent.code of the W3C list, so no known key sends it.`;
  return [
    suggesting(warningAt([...path, "code"], "unknown-key-code", message), commonName(code) ?? suggestKeyCode(code)),
  ];
}

/** The key code that is probably meant by a bare character, or by a modifier's name without its side. */
function commonName(code: string): string | null {
  if (code === " ") return "Space";
  const names = [`Key${code.toUpperCase()}`, `Digit${code}`, `Arrow${code}`, `${code}Left`];
  return names.find((known) => keyCodes.has(known)) ?? null;
}

/** The fields that hold the index of a button or an axis. */
const indexFields = ["button", "axis", "xAxis", "yAxis"] as const;

function checkIndex(binding: JsonNode, name: string, path: JsonPath): readonly Finding[] {
  const index = numberOf(memberOf(binding, name));
  if (index === undefined || !Number.isFinite(index) || (Number.isInteger(index) && index >= 0)) return [];
  const message = `The index ${index} is not a whole number of 0 or more, so no device has it.`;
  const suggestion = index > 0 ? String(Math.round(index)) : null;
  return [suggesting(warningAt([...path, name], "index-range", message), suggestion)];
}
